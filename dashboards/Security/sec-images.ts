import { apiServerSeries } from "../../components/exporters/series/kube-apiserver";
import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { trivySeries } from "../../components/image-scanner/series";
import { imagePullSecretMissing } from "../../components/log-router/alerts/cluster-events";
import { k8sEvents } from "../../components/log-router/streams/k8s-events/stream";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, logs, stat, table } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { all } from "../../lib/log-store/condition";
import { matches, not } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";
import { countedBy, recordsOf } from "../shared/records";
import { orNone, orNoneBy } from "../shared/share";

const { trivy_image_exposedsecrets: secrets, trivy_image_vulnerabilities: holes, trivy_resource_configaudits: careless } = trivySeries;
const {
  apiserver_admission_webhook_admission_duration_seconds: webhook,
  apiserver_admission_webhook_fail_open_count: failedOpen,
  apiserver_admission_webhook_rejection_count: rejected,
  pod_security_evaluations_total: evaluated,
} = apiServerSeries;
const { kube_pod_container_info: container, kube_pod_container_status_waiting_reason: waiting } = kubeStateMetricsSeries;

const chosen = { namespace: matches("$namespace") };
const grave = { severity: matches("Critical|High") };
const image = "by (namespace, image_repository, image_tag)";
const worstOf = (severity: string) => `max ${image} (${holes({ ...chosen, severity })})`;
const every = `max ${image} (${holes(chosen)})`;
const openSecrets = `max by (namespace, image_repository) (${secrets({ ...chosen, ...grave })})`;

export const secImages = dashboard({
  uid: "sec-images",
  title: "Images and admission",
  folder: "Security",
  question: "What runs with known holes or open secrets, and what does the cluster refuse to run?",
  asker: "whoever plans this week's updates, or was told of a secret in an image",
  areas: ["images"],
  alerts: [imagePullSecretMissing.name],
  next: ["sec-secrets", "svc-git-ci", "svc-argocd", "k8s-apiserver", "k8s-namespace-workloads"],
  variables: [choice("namespace", "Namespace", { of: holes, label: "namespace" })],
  shows: "7d",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Critical holes",
          description: "Known ones in images that run, each image once a namespace. A new one is this week's update.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`sum(${worstOf("Critical")})`) }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "High holes",
          description: "As above, one step less grave. Many are usual; a jump is a new image, or a new entry in the database of holes.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`sum(${worstOf("High")})`) }],
          hasTrend: true,
        }),
        stat({
          title: "Open secrets in one image",
          description: "Grave ones in the image that holds most. Whoever may pull it has them: take each for known, and change it.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`max(${openSecrets})`) }],
          asks: ["ImageHoldsSecret"],
        }),
        stat({
          title: "Images that were scanned",
          description: "A drop is a scanner that fails: what it does not see is in no number here.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${every})` }],
          hasTrend: true,
        }),
        stat({
          title: "Refused by webhooks in a day",
          description:
            "Changes to the cluster that a policy would not take, or that no webhook answered for. The events below have the words.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: orNone(`sum(increase(${rejected()}[1d]))`) }],
        }),
        stat({
          title: "Containers without an image",
          description: "They wait because theirs can't be pulled: a wrong name, a registry that is down, or a login that is missing.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`sum(${waiting({ reason: matches("ErrImagePull|ImagePullBackOff|InvalidImageName") })})`) }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "What runs with holes",
      panels: [
        table({
          title: "Images by holes",
          description:
            "The ones with most critical holes first. Look for a newer tag; where there is none, ask whether it is reached from outside.",
          by: { namespace: "Namespace", image_repository: "Image", image_tag: "Tag" },
          columns: [
            { title: "Critical", unit: "count", expr: `${worstOf("Critical")} or 0 * ${every}`, thresholds: [warningAbove(1)] },
            { title: "High", unit: "count", expr: `${worstOf("High")} or 0 * ${every}` },
            { title: "Medium", unit: "count", expr: `${worstOf("Medium")} or 0 * ${every}` },
          ],
        }),
        graph({
          title: "Holes by severity",
          description: "In all images that run. It falls with updates, and climbs with what is found out about old ones.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sum by (severity) (max by (namespace, image_repository, image_tag, severity) (${holes(chosen)}))`,
              legend: "{{severity}}",
            },
          ],
        }),
        bars({
          title: "Grave holes by namespace",
          description: "Critical and high ones, of the ten namespaces with most. One that never falls is one that nobody updates.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sort_desc(${orNoneBy("namespace", `topk(10, sum by (namespace) (max by (namespace, image_repository, image_tag, severity) (${holes({ ...chosen, ...grave })})))`)})`,
              legend: "{{namespace}}",
            },
          ],
        }),
        bars({
          title: "Images with open secrets",
          description: "Grave ones in each image. Any is one to change today: it lies in every copy of the image.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sort_desc(${orNoneBy("image_repository", `topk(10, ${openSecrets} > 0)`)})`,
              legend: "{{namespace}} {{image_repository}}",
            },
          ],
          asks: ["ImageHoldsSecret"],
        }),
        table({
          title: "Workloads that are set carelessly",
          description: "By what the scanner finds in their settings: privileges, folders of the host, no limits. The ten worst.",
          width: 12,
          height: 8,
          by: { namespace: "Namespace", resource_kind: "Kind", resource_name: "Name" },
          columns: [
            {
              title: "Grave and medium",
              unit: "count",
              expr: `topk(10, sum by (namespace, resource_kind, resource_name) (${careless({ ...chosen, severity: not("Low") })}))`,
            },
          ],
        }),
      ],
    },
    {
      title: "Where images come from",
      panels: [
        bars({
          title: "Containers by registry",
          description: "A registry that you don't know is a workload that nobody looked at.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sort_desc(count by (registry) (label_replace(label_replace(${container()}, "registry", "docker.io", "", ""), "registry", "$1", "image_spec", "([^/]+[.:][^/]+)/.+")))`,
              legend: "{{registry}}",
            },
          ],
        }),
        bars({
          title: "Containers whose image may change under them",
          description: "By namespace: asked for by `latest` or by no tag at all. What runs after the next restart is what somebody pushed.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sort_desc(${orNoneBy("namespace", `topk(10, count by (namespace) (${container({ image_spec: matches("[^@]+:latest|([^/]+/)*[^:@/]+") })}))`)})`,
              legend: "{{namespace}}",
            },
          ],
        }),
        graph({
          title: "Containers that wait for an image",
          description: "By namespace. More than one namespace at once is the registry, or the way to it.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: orAllOthers(
                `sum by (namespace) (${waiting({ reason: matches("ErrImagePull|ImagePullBackOff|InvalidImageName") })}) > 0`,
                "namespace",
                0,
              ),
              legend: "{{namespace}}",
            },
          ],
        }),
      ],
    },
    {
      title: "What the cluster refuses",
      panels: [
        graph({
          title: "What pod security judged",
          description:
            "Pods in an hour, by whether it was for good (enforce) or for a warning. One that enforce denies does not run: its controller's events say what it wanted.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sum by (mode, decision) (increase(${evaluated()}[1h]))`, legend: "{{mode}}: {{decision}}" }],
        }),
        graph({
          title: "What webhooks refused or never judged",
          description:
            "In an hour, by webhook. Let through unjudged means that it did not answer, and its policy did not hold in that time.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sum by (name) (increase(${rejected()}[1h])) or 0 * sum by (name) (increase(${webhook.count()}[1h]))`,
              legend: "{{name}} refused",
            },
            {
              expr: `sum by (name) (increase(${failedOpen()}[1h])) or 0 * sum by (name) (increase(${webhook.count()}[1h]))`,
              legend: "{{name}} let through unjudged",
            },
          ],
        }),
        logs({
          title: "Events of what was not admitted",
          description: "Pods that a controller could not make because a policy denied them, with the policy's words.",
          width: 12,
          view: recordsOf(k8sEvents, {
            what: "what the cluster would not take",
            where: ({ reason, log }) => all(reason.is("FailedCreate", "PolicyViolation"), log.matches(/denied|forbidden|violates/)),
            shows: ["namespace", "object_kind", "object_name", "reason", "message"],
          }),
        }),
        logs({
          title: "Pull secrets that are not there",
          description: "Pods that name one. They run on what their node has: the next node, or the next limit of the registry, stops them.",
          width: 12,
          view: countedBy(imagePullSecretMissing, "message"),
        }),
      ],
    },
  ],
});
