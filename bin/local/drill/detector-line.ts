/** An alert of a detector: its first line that fires goes to the relay, as the aggregator would post it. */

import type { LocalDetector } from "../../../lib/logs/detector";
import { isChosen } from "../../../lib/logs/namespace-choice";
import { FALLBACK_COMPONENT } from "../../../lib/site/component";
import { namespaceMap } from "../../../lib/site/namespace-map";
import type { Site } from "../../../lib/site/schema";
import { type Drilled, DrillImpossible } from "./drilled";

const POD = "drill-0";
const CONTAINER = "drill";

/** A record in the detector's scope. */
export function recordOf({ fires, pods, namespaces, passesOver }: LocalDetector, site: Site): Readonly<Record<string, unknown>> {
  const known = Object.entries(namespaceMap(site));
  // rather somebody's than the platform's own
  const sorted = [...known.filter(([, component]) => component !== FALLBACK_COMPONENT), ...known].map(([namespace]) => namespace);
  const chosen = sorted.find((namespace) => isChosen(namespaces, namespace) && !passesOver?.namespaces.includes(namespace));
  const namespace = chosen ?? (namespaces !== "any" && "only" in namespaces ? namespaces.only[0] : "default");
  return { log: fires[0], kubernetes: { namespace_name: namespace, pod_name: pods?.fires[0] ?? POD, container_name: CONTAINER } };
}

export function detectorDrill(detector: LocalDetector, site: Site, relay: string): Drilled {
  const record = recordOf(detector, site);
  return {
    from: [`POST ${relay}/ingest ${JSON.stringify([record])}`],
    fire: async () => {
      const response = await fetch(`${relay}/ingest`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify([record]),
      });
      const answer = await response.text();
      if (!response.ok) throw new DrillImpossible(`the relay answered ${response.status}: ${answer}`);
      if ((JSON.parse(answer) as { readonly alerts?: number }).alerts === 0)
        throw new DrillImpossible(`the relay finds no alert in the first line of "fires" at this site: ${answer}`);
    },
  };
}
