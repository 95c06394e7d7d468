// Prevents an alert that ends and begins anew because a label of it changed, and one that comes a thousand times because somebody else decides how many there are.
import { type AlertRule, ownAlerts } from "../alerts/rule";
import type { Catalogue } from "../metrics/catalogue";
import { parseExpression, seriesNamed } from "../metrics/promql";
import { catalogueOf } from "../platform/catalogue";
import { type Check, type Finding, rulePlace } from "./check";

/** Labels whose value changes while the thing is the same; of a counter they are kinds that are counted side by side. */
const CHANGING = new Set(
  (
    "version goversion short_version image image_id image_spec container_id run_id process_id git_commit revision master_replid " +
    "reason condition_reason status state phase error err value le quantile vmrange"
  ).split(" "),
);

/** Labels of which there is one for each client, person, request or process. */
const UNBOUNDED = new Set(
  (
    "client client_addr client_ip client_port remote_addr remote_ip source_ip src_ip ip peer aiClientMACAddress " +
    "user username user_id usename email subject session session_id token " +
    "uri url url_path path query statement queryid user_agent referer trace_id span_id request_id correlation_id " +
    "application_name dn id uid container_id process_id pid"
  ).split(" "),
);

/** Few all the same: a pod has one uid, and whom the agent sends to stands in its arguments. */
const isBounded = (label: string, kept: ReadonlySet<string>, names: readonly string[]): boolean =>
  (label === "uid" && kept.has("pod")) || (label === "url" && names.every((name) => name.startsWith("vmagent_remotewrite_")));

export const alertSplit: Check = {
  name: "alert-split",
  run: (platform) => {
    const catalogue = catalogueOf(platform);
    return ownAlerts(platform.rules).flatMap((placed) =>
      problemsOf(placed.rule, catalogue).map((problem): Finding => ({ where: rulePlace(placed), ...problem })),
    );
  },
};

function problemsOf({ expr, severity }: AlertRule, catalogue: Catalogue): Omit<Finding, "where">[] {
  const { sets = [] } = catalogue.labelsOf(expr);
  // where the expression asks for one value it is always that
  const free = new Set(sets.flatMap(({ labels }) => Array.from(labels, ([label, { value }]) => (value === undefined ? label : []))).flat());
  const names = parseExpression(expr).selectors.flatMap((selector) => seriesNamed(selector, catalogue.names));
  const isState = (label: string) => names.some((name) => tellsState(catalogue, name, label));
  const fix = (label: string) => `take it away, for example with \`max without (${label}) (...)\`, or ask for one value of it`;
  return [
    ...[...free]
      .filter((label) => CHANGING.has(label) && isState(label))
      .map((label) => ({
        what: `it keeps the label "${label}", whose value changes while the trouble is the same: it would end and be told anew`,
        fix: fix(label),
      })),
    ...[...free]
      .filter((label) => severity !== "info" && UNBOUNDED.has(label) && !CHANGING.has(label) && !isBounded(label, free, names))
      .map((label) => ({ what: `it keeps the label "${label}", of which there may be any number: each would be told`, fix: fix(label) })),
  ];
}

/** Whether a label of samples under a name says how things are now. */
function tellsState(catalogue: Catalogue, name: string, label: string): boolean {
  return (
    (catalogue.samples.get(name) ?? []).some(
      ({ labels, sometimes, from }) => from.series.kind !== "counter" && (labels.includes(label) || sometimes.includes(label)),
    ) || catalogue.recordedUnder(name).some(({ labels }) => labels.has(label))
  );
}
