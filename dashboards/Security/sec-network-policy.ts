import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { callbackNameAsked, dnsTunnelLikely, miningPoolAsked, torGatewayAsked } from "../../components/log-router/alerts/dns-queries";
import { callbackPortDialled } from "../../components/log-router/alerts/outside";
import { podLogs } from "../../components/log-router/streams/pod-logs/stream";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, logs, stat, table, text } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { all } from "../../lib/log-store/condition";
import { targetSeries } from "../../lib/metrics/built-in-series";
import { not } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";
import { countedBy, recordsOf } from "../shared/records";
import { orNone, orNoneBy } from "../shared/share";

const {
  kube_namespace_status_phase: phase,
  kube_networkpolicy_created: created,
  kube_networkpolicy_spec_egress_rules: egressRules,
  kube_networkpolicy_spec_ingress_rules: ingressRules,
  kube_pod_info: pod,
} = kubeStateMetricsSeries;
const { up } = targetSeries;

const policies = `count by (namespace) (${created()})`;
const open = `(max by (namespace) (${phase({ phase: "Active" })}) == 1) unless on (namespace) ${policies}`;
const inWhat = `on (namespace) (${open})`;
// one on the host's network is no matter of a policy
const pods = `count by (namespace) (${pod({ host_network: not("true") })})`;
const lost = `count by (namespace) (count_over_time(${created()}[1d])) - (${policies} or 0 * count by (namespace) (count_over_time(${created()}[1d])))`;

export const secNetworkPolicy = dashboard({
  uid: "sec-network-policy",
  title: "Network policy",
  folder: "Security",
  question: "What may talk to everybody because nothing forbids it, and what may no longer talk because something does?",
  asker: "whoever was told that a namespace lost its policies, or that a program reaches nobody since a change",
  areas: ["network-policies"],
  alerts: [callbackPortDialled, callbackNameAsked, dnsTunnelLikely, miningPoolAsked, torGatewayAsked].map(({ name }) => name),
  next: ["sec-ingress", "exporters-health", "k8s-namespace-pods"],
  shows: "7d",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Namespaces without a policy",
          description:
            "Whatever runs in the cluster may talk to their pods, and they to anybody. It is somebody's choice, or a forgotten one.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`count(${open})`) }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Pods that no policy holds",
          description: "Pods of those namespaces, without those on their node's own network.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`sum(${pods} and ${inWhat})`) }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Policies lost in a day",
          description: "That were there within a day and are not now. After a change that is as it should be; else find who deleted them.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`sum(${lost})`) }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Since the last new policy",
          description: "What reaches nobody since then was allowed before it.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `time() - max(${created()})` }],
        }),
        stat({
          title: "Targets that are not reached",
          description: "Of those that the metrics agent asks. All of one namespace after a change of its policies is the policy.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`count(${up()} == 0)`) }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Policies",
          description: "In the whole cluster. A step down is somebody's change.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${created()})` }],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "What is held, and by how much",
      panels: [
        table({
          title: "Policies by namespace",
          description:
            "Namespaces whose pods nothing holds first. One with rules for what comes in and none for what goes out lets anything out, or nothing: its policies say which.",
          height: 10,
          by: { namespace: "Namespace" },
          columns: [
            {
              title: "Pods that nothing holds",
              unit: "count",
              expr: `(${pods} and ${inWhat}) or 0 * ${pods}`,
              thresholds: [warningAbove(1)],
            },
            { title: "Pods", unit: "count", expr: pods },
            {
              title: "Policies",
              unit: "count",
              expr: `${policies} or 0 * ${pods}`,
              thresholds: [{ at: 1, is: "warning", lessIsWorse: true }],
            },
            { title: "Rules in", unit: "count", expr: `sum by (namespace) (${ingressRules()}) or 0 * ${pods}` },
            { title: "Rules out", unit: "count", expr: `sum by (namespace) (${egressRules()}) or 0 * ${pods}` },
            { title: "Newest is", unit: "seconds", expr: `time() - max by (namespace) (${created()})` },
          ],
        }),
        bars({
          title: "Pods that no policy holds",
          description: "By namespace. The first to close is the one that is reached from outside.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sort_desc(${orNoneBy("namespace", `${pods} and ${inWhat}`)})`, legend: "{{namespace}}" }],
          thresholds: [warningAbove(1)],
        }),
        bars({
          title: "Policies without a rule for what comes in",
          description:
            "By namespace. Such a one lets nothing in, which is how a policy that denies all is written, and one that is broken too.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sort_desc(${orNoneBy("namespace", `count by (namespace) (${ingressRules()} == 0)`)})`,
              legend: "{{namespace}}",
            },
          ],
        }),
        graph({
          title: "Policies that were there within a day",
          description:
            "And are not now, by namespace. A change that was meant ends here after a day; one that was not is to be undone before.",
          unit: "count",
          min: 0,
          queries: [{ expr: orAllOthers(`(${lost}) > 0`, "namespace", 0), legend: "{{namespace}}" }],
        }),
        graph({
          title: "Rules over time",
          description: "Of all policies. A step at the time of a trouble is where to look first.",
          unit: "count",
          min: 0,
          queries: [
            { expr: `sum(${ingressRules()})`, legend: "for what comes in" },
            { expr: `sum(${egressRules()})`, legend: "for what goes out" },
          ],
        }),
      ],
    },
    {
      title: "What reaches nobody",
      panels: [
        graph({
          title: "Targets that are not reached",
          description: "By namespace. One that begins with a new policy wants a rule for the metrics agent.",
          unit: "count",
          min: 0,
          queries: [{ expr: orAllOthers(`sum by (namespace, job) (1 - ${up()}) > 0`, "job", 0), legend: "{{namespace}} {{job}}" }],
        }),
        text({
          title: "What is not seen here",
          description: "What this page can't answer.",
          width: 12,
          height: 8,
          markdown: [
            "**Dropped packets are not counted here.** The network plug-in drops what a policy does not allow, and nobody asks it for numbers. What stands here is what the policies say, and who is no longer reached.",
            "",
            "A program that a policy cuts off says *timed out* in its log: a refused connection comes from the other end, and is no policy's. Below are such lines of the whole cluster.",
          ].join("\n"),
        }),
        logs({
          title: "Programs whose calls time out",
          description:
            "Lines of pods, newest first. All of one namespace from one moment on is a policy; one target from everywhere is the target.",
          view: recordsOf(podLogs, {
            what: "who reaches nobody",
            where: ({ log, namespace }) =>
              all(namespace.isThere(), log.matches(/i\/o timeout|[Cc]onnection timed out|connect timeout|ETIMEDOUT|No route to host/)),
            shows: ["namespace", "service_name", "log"],
          }),
        }),
        logs({
          title: "Devices that call where malware listens",
          description: "Sessions to ports that shells, chats and pools use. What pods may call is what their policies let out.",
          height: 7,
          view: countedBy(callbackPortDialled, "protocol", "destination_port"),
        }),
      ],
    },
  ],
});
