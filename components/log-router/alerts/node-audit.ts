import { minutes } from "../../../lib/duration";
import { all, any, not } from "../../../lib/log-store/condition";
import { hostAudit } from "../streams/host-audit/stream";
import { alertOn, sigma, times } from "./on";
import { auditLine } from "./raw";

const at = "msg=audit(1793613600.250:48211):";

/** The kernel writes the largest number where nobody has logged in: what the system does by itself. */
const NOBODY = "4294967295";

const ruleRemoved = (auid = "1000", op = "remove_rule") =>
  auditLine(`type=CONFIG_CHANGE ${at} auid=${auid} ses=3 subj=unconfined op=${op} key="secrets" list=4 res=1`);
const switched = (enabled: string, auid = "1000") =>
  auditLine(`type=CONFIG_CHANGE ${at} op=set audit_enabled=${enabled} old=1 auid=${auid} ses=3 res=1`);

export const auditRulesRemoved = alertOn(hostAudit, "AuditRulesRemoved", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/auditd/path/lnx_auditd_auditing_config_change.yml"),
  where: ({ audit_type, login_uid, operation, log }) =>
    all(
      audit_type.is("CONFIG_CHANGE"),
      login_uid.isThere(),
      any(operation.is("remove_rule", '"remove_rule"'), log.matches(/audit_enabled=0( |$)/)),
    ),
  each: ["node"],
  within: minutes(15),
  summary: "Somebody took rules of the audit log away, or switched it off",
  description:
    "Whoever does harm on a node does this first. Ask who logged in there; if nobody of yours changed the rules, treat the node as taken over.",
  fires: ruleRemoved(),
  alsoFires: [[switched("0")], [ruleRemoved("1000", '"remove_rule"')]],
  silent: [
    [ruleRemoved("1000", "add_rule")],
    // the unit that loads the rules at start
    [ruleRemoved(NOBODY)],
    [switched("1")],
    [switched("0", NOBODY)],
    // what somebody typed
    [auditLine(`type=USER_CMD ${at} pid=900 uid=0 auid=1000 ses=3 msg='op=remove_rule cmd="cat" exe="/usr/bin/sudo" res=success'`)],
  ],
});

const moduleLoad = ({ command = "insmod", success = "yes", auid = "1000" }) =>
  auditLine(
    `type=SYSCALL ${at} arch=c000003e syscall=313 success=${success} exit=0 ppid=811 pid=4711 auid=${auid} uid=0 gid=0 comm="${command}" exe="/usr/bin/kmod" key="modules"`,
  );

export const kernelModuleInserted = alertOn(hostAudit, "KernelModuleInserted", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/auditd/syscall/lnx_auditd_load_module_insmod.yml"),
  where: ({ audit_type, command, login_uid, is_successful, syscall }) =>
    all(
      audit_type.is("SYSCALL"),
      // init_module and finit_module, by name or by their numbers on x86-64 and on arm64
      syscall.is("init_module", "finit_module", "175", "313", "105", "273"),
      command.is("insmod", "modprobe", "kmod"),
      is_successful.is(true),
      login_uid.isThere(),
    ),
  each: ["node", "command"],
  within: minutes(15),
  summary: "Somebody loaded a module into the kernel of a node by hand",
  description: "A module may do anything and hide it. If it was none of you, take the node off the network and install it anew.",
  fires: moduleLoad({}),
  silent: [
    [moduleLoad({ auid: NOBODY })],
    [moduleLoad({ success: "no" })],
    [moduleLoad({ command: "systemd-modules" })],
    [
      auditLine(
        `type=SYSCALL ${at} arch=c000003e syscall=257 success=yes exit=3 ppid=811 pid=4711 auid=1000 uid=0 gid=0 comm="insmod" exe="/usr/bin/kmod" key="modules"`,
      ),
    ],
    [auditLine(`type=USER_CMD ${at} pid=7 uid=0 auid=1000 syscall=313 success=yes comm="insmod" exe="/usr/bin/sudo" res=success`)],
  ],
});

const account = (type: string, res = "success") =>
  auditLine(
    `type=${type} ${at} pid=900 uid=0 auid=1000 ses=3 msg='op=add-user acct="backdoor" exe="/usr/sbin/useradd" hostname=? addr=? terminal=pts/0 res=${res}'`,
  );

export const nodeAccountAdded = alertOn(hostAudit, "NodeAccountAdded", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/auditd/syscall/lnx_auditd_create_account.yml"),
  where: ({ audit_type, is_successful }) => all(audit_type.is("ADD_USER"), not(is_successful.is(false))),
  each: ["node", "account"],
  within: minutes(15),
  summary: "A node has a new account",
  description:
    "Packages add accounts of services, people those of people. If it was neither, somebody made a way back in: remove it, and look at who logged in.",
  fires: account("ADD_USER"),
  silent: [[account("ADD_USER", "failed")], [account("DEL_USER")]],
});

const LOGINS = 10;

const login = (res: string, { acct = "root", node = "node-2", type = "USER_LOGIN" } = {}) =>
  auditLine(
    `type=${type} ${at} pid=900 uid=0 auid=${NOBODY} ses=4294967295 msg='op=login acct="${acct}" exe="/usr/sbin/sshd" hostname=? addr=192.0.2.9 terminal=ssh res=${res}'`,
    node,
  );

export const nodeLoginsFailing = alertOn(hostAudit, "NodeLoginsFailing", {
  component: "Platform",
  severity: "warning",
  follows: sigma("unsupported/linux/lnx_auth_susp_failed_logons_single_source.yml"),
  where: ({ audit_type, is_successful }) => all(audit_type.is("USER_LOGIN"), is_successful.is(false)),
  each: ["node"],
  from: LOGINS,
  within: minutes(15),
  summary: "Very many logins to a node fail",
  description:
    "Somebody guesses, from where a node can be reached: your own network. Find the address in the stream host_audit, and what stands there.",
  fires: times(LOGINS, (index) => login("failed", { acct: `user${index}` })),
  silent: [
    times(LOGINS, () => login("success")),
    times(LOGINS, (index) => login("failed", { node: index === 0 ? "node-1" : "node-2" })),
    // each try of a password is one of these too
    times(LOGINS, () => login("failed", { type: "USER_AUTH" })),
  ],
});

const run = (exe: string, { syscall = "59", type = "SYSCALL" } = {}) =>
  auditLine(
    `type=${type} ${at} arch=c000003e syscall=${syscall} success=yes exit=0 ppid=811 pid=4711 auid=1000 uid=33 gid=33 comm="x" exe="${exe}" key="exec"`,
  );

export const programRunFromTemporary = alertOn(hostAudit, "ProgramRunFromTemporary", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/auditd/syscall/lnx_auditd_susp_exe_folders.yml"),
  where: ({ audit_type, syscall, executable }) =>
    all(
      audit_type.is("SYSCALL"),
      // execve and execveat, by name or by their numbers on x86-64 and on arm64
      syscall.is("execve", "execveat", "59", "322", "221", "281"),
      executable.matches(/^\/(?:tmp|var\/tmp|dev\/shm|var\/www|srv\/www)\//),
    ),
  each: ["node", "executable"],
  within: minutes(15),
  summary: "A program ran from a folder that anybody may write to",
  description:
    "An installer does so too. If nobody installs anything, somebody brought a program along: find what started it, and stop that first.",
  fires: run("/tmp/.x/kworkerds"),
  silent: [[run("/usr/bin/tmp/x")], [run("/tmp/.x/kworkerds", { syscall: "257" })], [run("/tmp/.x/kworkerds", { type: "ANOM_ABEND" })]],
});
