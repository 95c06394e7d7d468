import { KINDS } from "../../lib/kubernetes/kinds";
import { OPERATOR_SETTINGS, operatorImages, VM_OPERATOR } from "../../lib/metrics/operator";
import type { Declarations } from "../../lib/platform/declarations";
import type { Prerequisite } from "../../lib/platform/installation";
import { operatorKind } from "../../lib/site/operator-name";

/** Facts of the operator's release: docs/env.md, docs/integrations/prometheus.md; internal/manager/manager.go (initControllers). */
export const metricsOperator: Prerequisite = {
  name: VM_OPERATOR.chart,
  release: VM_OPERATOR.release,
  group: KINDS.VMSingle.group,
  settings: [
    "It watches every namespace (`WATCH_NAMESPACE` unset).",
    "It scrapes what it deploys (`VM_DISABLESELFSERVICESCRAPECREATION` unset): rules rely on these jobs.",
    `It converts the scrape objects of the exporters' chart, as by default, and has in its environment ${Object.entries(OPERATOR_SETTINGS)
      .map(([name, value]) => `\`${name}=${value}\``)
      .join(" and ")}, so that the CD tool leaves alone what it makes of them.`,
    "Their kinds come with the chart, after it, and it looks for them at its start alone: after the first apply it is started again (step 5). Kinds that are put there beforehand, by hand, would be of a release that no update of the chart moves.",
  ],
  images: ({ workloads }) => {
    const made = workloads.filter(({ madeBy }) => madeBy !== undefined && "kind" in madeBy);
    return operatorImages(made.flatMap(({ name }) => operatorKind(name) ?? []));
  },
  afterApply: startAgain,
};

/** Started before the chart's kinds are there, it has no controller for them until it ends. */
function startAgain({ charts }: Declarations): string {
  const owned = charts.flatMap(({ owns }) => owns);
  const definitions = owned.filter(({ kind }) => kind === "CustomResourceDefinition").map(({ name }) => name);
  const copies = owned.filter(({ kind }) => kind === "VMServiceScrape");
  const namespaces = [...new Set(copies.map(({ namespace }) => namespace))];
  return [
    "It asks once, at its start, whether the cluster serves the kinds that the exporters' chart brings, and if not, converts nothing for as long as it runs: no exporter would ever be scraped. So wait for the kinds, and start it again. Its Deployment belongs to whoever installed it; this shows its namespace and name, by the image:",
    ["```sh", "kubectl get deployments --all-namespaces -o wide | grep victoriametrics/operator:v", "```"].join("\n"),
    [
      "```sh",
      ...definitions.flatMap((name) => [
        `until kubectl get crd ${name}; do sleep 10; done`,
        `kubectl wait --for=condition=Established --timeout=60s crd/${name}`,
      ]),
      "kubectl -n <operator-namespace> rollout restart deployment/<operator>",
      "kubectl -n <operator-namespace> rollout status deployment/<operator>",
      "```",
    ].join("\n"),
    "It has converted when these are there:",
    [
      "```sh",
      ...namespaces.map((namespace) => {
        const names = copies.filter((one) => one.namespace === namespace).map(({ name }) => name);
        return `kubectl -n ${namespace} get vmservicescrapes ${names.join(" ")}`;
      }),
      "```",
    ].join("\n"),
    "Once is enough: each later start, by an update too, finds the kinds. Only where they were gone in between (the exporters' Application deleted and applied again) is it to be done again.",
  ].join("\n\n");
}
