import type { Construct } from "constructs";
import { type LocalDetector, patternOf } from "../../lib/logs/detector";
import { type FlowConditions, flow } from "../../lib/logs/flow";
import { rubyLiteral } from "../../lib/logs/pattern";
import { EVENT_TAILER, JOURNAL } from "../../lib/logs/tailers";
import type { Site } from "../../lib/site/schema";
import { RELAY_OUTPUT, ROUTER_OUTPUT, relayOutput, routerOutput, routerRoomMib } from "./outputs";
import { CATCH_ALL } from "./series";
import { hasJournal, hostFilesOf } from "./tailers";

/** What an event raises an error with, which the aggregator gives the router too. */
const ERROR_FLOWS = 1;

interface NamedFlow extends FlowConditions {
  readonly name: string;
}

/**
 * What goes to the router: the catch-all, and what the tailers print. Their pods run in the logging namespace, which the catch-all leaves
 * out, so each of them has a flow by the name of its container; in that namespace alone, because a pod elsewhere may call one of its
 * containers the same, and is in the catch-all.
 */
export function routerFlows(site: Site): readonly NamedFlow[] {
  const { logging, orchestrator } = site.namespaces;
  const files = hostFilesOf(site).map(({ name }) => name);
  const tailed = (name: string, containers: readonly string[]): NamedFlow => ({ name, namespaces: { only: [logging] }, containers });
  return [
    { name: CATCH_ALL, namespaces: { except: [orchestrator, logging] } },
    ...(hasJournal(site) ? [tailed("journal", [JOURNAL])] : []),
    ...(files.length > 0 ? [tailed("host-files", files)] : []),
    tailed("events", [EVENT_TAILER]),
  ];
}

/** Ships what each detector looks for to the relay, and everything to the router. */
export function loggingFlows(scope: Construct, site: Site, detectors: readonly LocalDetector[]): void {
  const namespace = site.namespaces.logging;

  // two detectors with one flow are a mistake that a check tells; here the last one has it
  const own = [...new Map(detectors.map((one) => [one.flow, one])).values()];
  for (const detector of own) {
    flow(scope, {
      name: detector.flow,
      namespace,
      namespaces: detector.namespaces,
      passesOver: detector.passesOver,
      pod: detector.scope.pod,
      text: rubyLiteral(patternOf(detector)),
      output: RELAY_OUTPUT,
    });
  }
  const toRouter = routerFlows(site);
  for (const one of toRouter) flow(scope, { ...one, namespace, output: ROUTER_OUTPUT });
  relayOutput(scope, site);
  routerOutput(scope, site, routerRoomMib(site, { toRelay: own.length, toRouter: toRouter.length + ERROR_FLOWS }));
}
