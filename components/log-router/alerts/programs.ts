import { minutes } from "../../../lib/duration";
import { all, any } from "../../../lib/log-store/condition";
import { podLogs } from "../streams/pod-logs/stream";
import { alertOn, sigma, times } from "./on";
import { journalLine, podLine } from "./raw";

const mail = (line: string) => podLine("mail", "filter-0", line, "clamd");

export const malwareFound = alertOn(podLogs, "MalwareFound", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/builtin/clamav/lnx_clamav_relevant_message.yml"),
  // clamd and clamscan: "<path>: <signature> FOUND"; a signature's name begins with its platform
  where: ({ log }) => log.matches(/: [A-Za-z]{1,20}\.[A-Za-z0-9._-]{1,100}(?:\([0-9a-f:]{1,80}\))? FOUND$/),
  each: ["namespace", "service_name"],
  within: minutes(30),
  summary: "The virus scanner found something",
  description: "In mail it is refused, and nobody has to do anything. In files it lies where somebody may open it: the line has the path.",
  fires: mail("Tue Nov  3 10:00:00 2026 -> /data/upload/invoice.doc: Win.Trojan.Agent-1388639 FOUND"),
  alsoFires: [[mail("fd[12]: Eicar.Test.Signature(44d88612fea8a8f36de82e1278abb02f:68) FOUND")]],
  silent: [
    [mail("Tue Nov  3 10:00:00 2026 -> /data/upload/letter.doc: OK")],
    [mail("GET /missing: 404 NOT FOUND")],
    [mail("1 file: Heuristics.Limits.Exceeded FOUND, and skipped")],
  ],
});

const overflow = (line: string) => podLine("media", "converter-6d8b9f7c45-k2xwq", line);

export const programMemoryCorrupted = alertOn(podLogs, "ProgramMemoryCorrupted", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/builtin/lnx_buffer_overflows.yml"),
  // glibc, and malloc's own checks
  where: ({ log }) =>
    log.matches(
      /\*\*\* (?:stack smashing|buffer overflow) detected \*\*\*|(?:malloc|free|realloc)\(\): (?:corrupted|invalid|double free)|double free or corruption/,
    ),
  each: ["namespace", "service_name"],
  within: minutes(30),
  summary: "A program ended because something wrote over its memory",
  description: "It is a fault of the program, or somebody who tries to use one. Look at what it was given at that moment, and update it.",
  fires: overflow("*** stack smashing detected ***: terminated"),
  alsoFires: [[overflow("malloc(): corrupted top size")], [overflow("double free or corruption (!prev)")]],
  silent: [[overflow("this build has stack smashing protection enabled")], [overflow("free(): called twice is harmless here")]],
});

const WORKERS = 3;

const worker = (line: string, pod = "ingress-nginx-controller-5d9f8c7b6-x2w4q") => podLine("ingress-nginx", pod, line, "controller");
const crashed = "2026/11/02 10:00:00 [alert] 7#7: worker process 31 exited on signal 11 (core dumped)";

export const webServerWorkersCrashing = alertOn(podLogs, "WebServerWorkersCrashing", {
  component: "Websites",
  severity: "warning",
  follows: sigma("rules/web/product/nginx/web_nginx_core_dump.yml"),
  where: ({ log }) =>
    any(
      // signals of a crash; 9 and 15 are somebody's wish
      log.matches(/worker process [0-9]{1,10} exited on signal (?:4|6|7|8|11)(?: |$)/),
      log.matches(/AH0005[12]: child pid [0-9]{1,10} exit signal (?:Segmentation fault|Aborted|Bus error|Illegal instruction)/),
    ),
  each: ["namespace", "service_name"],
  from: WORKERS,
  within: minutes(30),
  summary: "Processes of a web server crash, and it starts new ones",
  description:
    "Requests that they were busy with are lost, and no pod restarts. Look for what was asked just before each; a request that crashes them may be somebody who looks for a way in.",
  fires: times(WORKERS, () => worker(crashed)),
  alsoFires: [
    times(WORKERS, () => podLine("websites", "blog-0", "[core:notice] [pid 1] AH00052: child pid 77 exit signal Segmentation fault (11)")),
  ],
  silent: [
    times(WORKERS, () => worker("2026/11/02 10:00:00 [notice] 7#7: worker process 31 exited with code 0")),
    times(WORKERS, () => worker("2026/11/02 10:00:00 [alert] 7#7: worker process 31 exited on signal 9")),
    times(WORKERS, () => podLine("websites", "blog-0", "[core:notice] [pid 1] AH00051: child pid 77 exit signal Terminated (15)")),
    times(WORKERS, (index) => worker(crashed, index === 0 ? "edge-5d9f8c7b6-x2w4q" : undefined)),
  ],
});

export const kernelProgramWritesMemory = alertOn(podLogs, "KernelProgramWritesMemory", {
  component: "Platform",
  severity: "critical",
  follows: sigma("rules/linux/builtin/lnx_potential_susp_ebpf_activity.yml"),
  where: ({ unit, log }) => all(unit.is("kernel"), log.contains("bpf_probe_write_user")),
  each: ["node"],
  within: minutes(15),
  summary: "A program in the kernel writes into the memory of others",
  description:
    "The kernel itself warns of it. Tools for debugging do so, and programs that hide: if nobody debugs there, take the node off the network.",
  fires: journalLine("kernel", "iiprobe[4711] is installing a program with bpf_probe_write_user helper that may corrupt user memory!"),
  silent: [
    [journalLine("docs", "bpf_probe_write_user is described on page 7")],
    [journalLine("kernel", "bpf: loaded a program of type kprobe")],
  ],
});

export const libraryPreloadForced = alertOn(podLogs, "LibraryPreloadForced", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/builtin/lnx_ldso_preload_injection.yml"),
  where: ({ log }) => log.contains("from /etc/ld.so.preload cannot be preloaded"),
  each: ["node", "service_name"],
  within: minutes(30),
  summary: "A file makes every program load a library, which is not there",
  description:
    "Almost nobody uses /etc/ld.so.preload but programs that hide themselves, and the trace of one that was removed looks like this. Look into the file, and at what wrote it.",
  fires: journalLine(
    "cron",
    "ERROR: ld.so: object '/usr/local/lib/libprocesshider.so' from /etc/ld.so.preload cannot be preloaded: ignored.",
  ),
  silent: [
    [journalLine("cron", "ERROR: ld.so: object 'libjemalloc.so.2' from LD_PRELOAD cannot be preloaded: ignored.")],
    [journalLine("backup", "saved /etc/ld.so.preload")],
  ],
});

const SYNTAX_ERRORS = 10;

const sqlError = (line: string, pod = "shop-6d8b9f7c45-k2xwq") => podLine("websites", pod, line);
const mysqlError = "SQLSTATE[42000]: 1064 You have an error in your SQL syntax; check the manual near ''1''' at line 1";

export const databaseSyntaxErrorsMany = alertOn(podLogs, "DatabaseSyntaxErrorsMany", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/application/sql/app_sqlinjection_errors.yml"),
  where: ({ log }) =>
    log.matches(
      /You have an error in your SQL syntax|syntax error at or near "|unterminated quoted string at or near|near "[^"]{1,80}": syntax error|unrecognized token: "|do not have the same number of result columns/,
    ),
  each: ["namespace", "service_name"],
  from: SYNTAX_ERRORS,
  within: minutes(15),
  summary: "A program asks its database what is no SQL, again and again",
  description:
    "Somebody tries what a form of it lets through, or a release is broken. If addresses at the ingress ask odd things of it, switch the form off before anything else.",
  fires: times(SYNTAX_ERRORS, () => sqlError(mysqlError)),
  alsoFires: [
    times(SYNTAX_ERRORS, () =>
      podLine("databases", "people-1", 'ERROR:  unterminated quoted string at or near "\'" at character 40', "postgres"),
    ),
    times(SYNTAX_ERRORS, () => sqlError('sqlite3.OperationalError: near "UNION": syntax error')),
  ],
  silent: [
    times(SYNTAX_ERRORS, () => sqlError("SQLSTATE[23000]: 1062 Duplicate entry for key")),
    times(SYNTAX_ERRORS, (index) => sqlError(mysqlError, index === 0 ? "blog-6d8b9f7c45-k2xwq" : undefined)),
    times(SYNTAX_ERRORS, () => sqlError("bash: syntax error near unexpected token `('")),
  ],
});

const SSH_ERRORS = 3;

const ssh = (line: string, node = "node-1") => journalLine("ssh", line, node);
const odd = "ssh_dispatch_run_fatal: Connection from 192.0.2.9 port 40000: error in libcrypto";

export const sshServerAttacked = alertOn(podLogs, "SshServerAttacked", {
  component: "Platform",
  severity: "warning",
  follows: sigma("rules/linux/builtin/sshd/lnx_sshd_susp_ssh.yml"),
  where: ({ unit, log }) =>
    all(
      unit.matches(/^sshd?(?:@.{0,200})?(?:\.service)?$/),
      log.matches(
        /unexpected internal error|unknown or unsupported key type|invalid certificate signing key|invalid elliptic curve value|incorrect signature|error in libcrypto|unexpected bytes remain after decoding|bad client public DH value/,
      ),
    ),
  each: ["node"],
  from: SSH_ERRORS,
  within: minutes(30),
  summary: "Somebody sends the SSH server of a node what no client sends",
  description:
    "An old client of your own may do so. A stranger who does tries what a known fault of the server would let through: update it, and close the port to where he comes from.",
  fires: times(SSH_ERRORS, () => ssh(odd)),
  alsoFires: [times(SSH_ERRORS, () => journalLine("sshd", odd))],
  silent: [
    times(SSH_ERRORS, () => ssh("Failed password for root from 192.0.2.9 port 40000 ssh2")),
    times(SSH_ERRORS, () => journalLine("openvpn", odd)),
    times(SSH_ERRORS, (index) => ssh(odd, index === 0 ? "node-3" : "node-1")),
  ],
});
