import { KINDS } from "../../lib/kubernetes/kinds";
import { OPERATOR_SETTINGS, VM_OPERATOR } from "../../lib/metrics/operator";
import type { Prerequisite } from "../../lib/platform/installation";

/** Facts of the operator's release: docs/env.md, docs/integrations/prometheus.md. */
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
  ],
};
