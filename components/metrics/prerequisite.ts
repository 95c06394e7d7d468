import { KINDS } from "../../lib/kubernetes/kinds";
import { VM_OPERATOR } from "../../lib/metrics/operator";
import type { Prerequisite } from "../../lib/platform/installation";

/** Facts of the operator's release: docs/env.md, docs/integrations/prometheus.md. */
export const metricsOperator: Prerequisite = {
  name: VM_OPERATOR.chart,
  release: VM_OPERATOR.release,
  group: KINDS.VMSingle.group,
  settings: [
    "It watches every namespace (`WATCH_NAMESPACE` unset).",
    "It scrapes what it deploys (`VM_DISABLESELFSERVICESCRAPECREATION` unset): rules rely on these jobs.",
    "It converts the scrape objects of the exporters' chart, which it does by default; `VM_PROMETHEUSCONVERTERADDARGOCDIGNOREANNOTATIONS=true` keeps what it makes of them out of the CD tool's sight.",
  ],
};
