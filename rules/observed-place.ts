import type { Inhibits } from "../lib/alerts/inhibits";
import { byNamespace, type Owner } from "../lib/alerts/owner";
import type { ObservedExporter } from "../lib/metrics/observed";
import type { Site } from "../lib/site/schema";
import { keyOf } from "../lib/site/sections/scrapes";

/** How an alert tells where a target is: one at an address outside of the cluster has neither a namespace nor a pod. */
export interface Place {
  readonly component: Owner;
  /** In a text. */
  readonly named: string;
  /** Labels that tell one target from another. */
  readonly target: readonly string[];
  /** Labels of the namespace. */
  readonly namespace: readonly string[];
  /** Of a cause, in the same place as far as that can be told. */
  readonly consequences: (alerts: Inhibits["alerts"], sharing: readonly string[]) => Inhibits;
}

/** Where a site has an exporter of what any namespace can have, such as a database. */
export function placeOf({ name }: Pick<ObservedExporter, "name">, site: Site): Place {
  const consequences: Place["consequences"] = (alerts, sharing) => ({ alerts, ...(sharing.length > 0 && { sharing }) });
  const isOutside = site.scrapes?.[keyOf(name)]?.targets !== undefined;
  return isOutside
    ? { component: "Platform", named: "{{ $labels.instance }}", target: ["job", "instance"], namespace: [], consequences }
    : {
        component: byNamespace(site),
        named: "{{ $labels.namespace }}/{{ $labels.pod }}",
        target: ["job", "namespace", "pod"],
        namespace: ["namespace"],
        consequences,
      };
}
