import { apiServerSeries } from "../../components/exporters/series/kube-apiserver";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { systemdSeries } from "../../components/exporters/series/systemd";
import {
  auditRulesRemoved,
  kernelModuleInserted,
  nodeAccountAdded,
  nodeLoginsFailing,
  programRunFromTemporary,
} from "../../components/log-router/alerts/node-audit";
import { switchAccountChanged } from "../../components/log-router/alerts/outside";
import {
  kernelProgramWritesMemory,
  libraryPreloadForced,
  malwareFound,
  programMemoryCorrupted,
} from "../../components/log-router/alerts/programs";
import { hostAudit } from "../../components/log-router/streams/host-audit/stream";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, logs, stat, table, text, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { all, any } from "../../lib/log-store/condition";
import { matches, matchesNot } from "../../lib/series";
import { countedBy, recordsOf } from "../shared/records";
import { seenStream, storedWithin } from "../shared/seen-stream";
import { orNone, orNoneBy } from "../shared/share";

const { apiserver_request_total: requests } = apiServerSeries;
const { node_boot_time_seconds: booted, node_uname_info: kernel } = nodeExporterSeries;
const { node_systemd_unit_state: unit } = systemdSeries;

const CHANGES = matches("POST|PUT|PATCH|DELETE");
const shells = requests({ subresource: matches("exec|attach|portforward") });
const rights = requests({ resource: matches("(cluster)?role(binding)?s"), verb: CHANGES });
const secretsRead = requests({ resource: "secrets", verb: matches("LIST|GET") });
const denied = requests({ code: matches("401|403") });
const auditd = unit({ name: matches("auditd?.*"), state: "active" });
const increased = (series: string, range: string): string => orNone(`sum(increase(${series}[${range}]))`);
const alerts = [
  auditRulesRemoved,
  kernelModuleInserted,
  kernelProgramWritesMemory,
  libraryPreloadForced,
  malwareFound,
  nodeAccountAdded,
  nodeLoginsFailing,
  programMemoryCorrupted,
  programRunFromTemporary,
  switchAccountChanged,
];

export const secAudit: Dashboard = dashboard({
  uid: "sec-audit",
  title: "Host and cluster audit",
  folder: "Security",
  question: "Who did what on the nodes and in the cluster, and was it one of you?",
  asker: "whoever was told of a login, an account or a module that nobody knows of",
  alerts: alerts.map(({ name }) => name),
  next: ["sec-sso", "sec-honeypot", "logging-router", "k8s-apiserver", "node-hardware"],
  shows: "24h",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Audit records in an hour",
          description: "Of all nodes. Nought is an audit log that is switched off or does not come: whoever does harm does that first.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: storedWithin(hostAudit, "1h") }],
          hasTrend: true,
        }),
        stat({
          title: "Shells into pods, a day",
          description: "exec, attach and port-forward. Each is somebody at work: ask who, where there should be nobody.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: increased(shells, "1d") }],
        }),
        stat({
          title: "Changed rights in a day",
          description: "Roles and bindings of the cluster that were written. Outside of a release it is somebody who gives himself more.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: increased(rights, "1d") }],
        }),
        stat({
          title: "Refused in an hour",
          description: "401 and 403. A steady few are a controller without a right; a wave is somebody who tries what he may.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: increased(denied, "1h") }],
          hasTrend: true,
        }),
        stat({
          title: "Since the last boot of a node",
          description: "Of the node that was booted last. One that nobody planned is a reason to look at its records.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `time() - max(${booted()})` }],
        }),
        stat({
          title: "Kernels in use",
          description: "Different releases on the nodes. More than one for long is a node that missed its updates.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(count by (release) (${kernel()}))` }],
          thresholds: [warningAbove(3)],
        }),
      ],
    },
    {
      title: "People on the nodes",
      panels: [
        logs({
          title: "Logins",
          description: "Who logged in to which node, and who tried. A name that none of you has, or a time at which nobody works.",
          width: 12,
          view: recordsOf(hostAudit, {
            what: "who logged in to which node, and who tried",
            where: ({ audit_type }) => audit_type.is("USER_LOGIN"),
            shows: ["node", "account", "is_successful", "executable", "log"],
          }),
        }),
        logs({
          title: "What was done as somebody else",
          description: "Commands of sudo and the like. Read them after a login that you don't know.",
          width: 12,
          view: recordsOf(hostAudit, {
            what: "what was done with another's rights",
            where: ({ audit_type }) => audit_type.is("USER_CMD"),
            shows: ["node", "login_uid", "uid", "is_successful", "log"],
          }),
        }),
        logs({
          title: "Changed accounts",
          description: "Accounts and groups that were made. If none of you did, whoever did has the node.",
          width: 12,
          height: 7,
          view: countedBy(nodeAccountAdded, "audit_type", "account", "executable"),
        }),
        logs({
          title: "Rules of the audit log that were taken away",
          description: "Any line that is none of yours: treat the node as taken over.",
          width: 12,
          height: 7,
          view: countedBy(auditRulesRemoved, "login_uid", "operation", "log"),
        }),
      ],
    },
    {
      title: "What ran, and what was touched",
      panels: [
        logs({
          title: "Watched files that were touched",
          description:
            "Records of rules that watch: which file's rule, by which program, and whether it was let. What a package manager does comes in one burst.",
          width: 12,
          view: recordsOf(hostAudit, {
            what: "what the audit rules caught",
            where: ({ audit_key, login_uid }) => all(audit_key.isThere(), login_uid.isThere()),
            shows: ["node", "audit_key", "login_uid", "command", "executable", "is_successful"],
          }),
        }),
        logs({
          title: "Programs from folders that anybody may write to",
          description: "What is brought along runs from there. Installers do so too, while somebody installs.",
          width: 12,
          view: countedBy(programRunFromTemporary, "login_uid", "command"),
        }),
        logs({
          title: "Kernel modules, and programs in the kernel",
          description: "Loaded by hand. A module may do anything and hide it.",
          width: 12,
          height: 7,
          view: countedBy(kernelModuleInserted, "login_uid", "executable"),
        }),
        logs({
          title: "Viruses that were found",
          description: "In mail it is refused, and nobody has to do anything; in files it lies where somebody may open it.",
          width: 12,
          height: 7,
          view: countedBy(malwareFound, "log"),
        }),
        logs({
          title: "Refused by the kernel's policy",
          description:
            "What AppArmor or SELinux did not let a program do. After an update it is the policy; else it is a program that does what it never did.",
          width: 12,
          height: 7,
          view: recordsOf(hostAudit, {
            what: "what the kernel's policy refused",
            where: ({ audit_type, log }) => any(audit_type.is("AVC", "USER_AVC"), log.contains('apparmor="DENIED"')),
            shows: ["node", "audit_type", "command", "executable", "log"],
          }),
        }),
        logs({
          title: "Programs whose memory was written over",
          description: "A fault of the program, or somebody who tries to use one. Look at what it was given at that moment.",
          width: 12,
          height: 7,
          view: countedBy(programMemoryCorrupted, "log"),
        }),
      ],
    },
    {
      title: "People in the cluster",
      panels: [
        graph({
          title: "Shells, changed rights and read secrets in an hour",
          description: "Requests to the API server. Secrets that are read in number by nobody's release is somebody who collects them.",
          unit: "count",
          min: 0,
          queries: [
            { expr: increased(shells, "1h"), legend: "shells and tunnels" },
            { expr: increased(rights, "1h"), legend: "changed rights" },
            { expr: increased(secretsRead, "1h"), legend: "read secrets" },
          ],
        }),
        graph({
          title: "Refused requests by what was asked for",
          description: "Answers 401 and 403 in an hour by kind. Many kinds in a short time is somebody who tries what an account may do.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: orNoneBy("resource", `sum by (resource) (increase(${denied}[1h]))`),
              legend: "{{resource}}",
            },
          ],
        }),
        bars({
          title: "Changes in a day by kind",
          description:
            "What was written most, without leases and events. A kind that you don't know belongs to a controller that somebody installed.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sort_desc(${orNoneBy("resource", `topk(12, sum by (resource) (increase(${requests({ verb: CHANGES, resource: matchesNot("leases|events") })}[1d])))`)})`,
              legend: "{{resource}}",
            },
          ],
        }),
        table({
          title: "Kernels and boots of the nodes",
          description: "The node that has run longest stands first: it lacks the updates that need a boot.",
          width: 12,
          height: 8,
          by: { nodename: "Node", release: "Kernel" },
          columns: [
            {
              title: "Up for",
              unit: "seconds",
              expr: `max by (nodename, release) ((time() - ${booted()}) * on (instance) group_left (nodename, release) ${kernel()})`,
            },
          ],
        }),
      ],
    },
    seenStream(hostAudit),
    {
      title: "What is not seen",
      panels: [
        timeline({
          title: "Does the audit daemon run?",
          description:
            "By node, where the node exporter tells of services and the node has one. Without it the kernel's records reach no file.",
          unit: "flag",
          width: 12,
          height: 6,
          queries: [
            {
              expr: `max by (instance) (${auditd}) or label_replace(-absent(${auditd}), "instance", "no node tells", "", "")`,
              legend: "{{instance}}",
            },
          ],
          means: {
            "-1": { text: "not told", color: "gray" },
            0: { text: "does not run", color: "red" },
            1: { text: "runs", color: "green" },
          },
        }),
        text({
          title: "What this page can't answer",
          description: "Where its records end.",
          width: 12,
          height: 6,
          markdown: [
            "The audit log gives no numbers of itself: they are counted where its records pass the log router. **Who** called the API server stands in no series; shells, rights and secrets are counted for all callers together.",
            "",
            "Alerts on records are made in the log store and go straight to the alert manager: the timeline below does not show them.",
          ].join("\n"),
        }),
      ],
    },
  ],
});
