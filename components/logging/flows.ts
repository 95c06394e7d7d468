import type { Construct } from "constructs";
import { seconds } from "../../lib/duration";
import { type LocalDetector, patternOf } from "../../lib/logs/detector";
import { flow } from "../../lib/logs/flow";
import { httpOutput } from "../../lib/logs/http-output";
import { rubyLiteral } from "../../lib/logs/pattern";
import type { Site } from "../../lib/site/schema";

export const RELAY_OUTPUT = "relay";

/** Ships what each detector looks for to the relay. The rest goes nowhere until there is a log router: a flow to a Service that nobody provides would fill a buffer for nothing. */
export function loggingFlows(scope: Construct, site: Site, detectors: readonly LocalDetector[]): void {
  const namespace = site.namespaces.logging;

  // two detectors with one flow are a mistake that a check tells; here the last one has it
  for (const detector of new Map(detectors.map((one) => [one.flow, one])).values()) {
    flow(scope, {
      name: detector.flow,
      namespace,
      namespaces: detector.namespaces,
      pod: detector.scope.pod,
      text: rubyLiteral(patternOf(detector)),
      output: RELAY_OUTPUT,
    });
  }
  httpOutput(scope, {
    name: RELAY_OUTPUT,
    namespace,
    endpoint: `${site.urls.relay_url}/ingest`,
    // seconds from line to alert; a chunk stays below the relay's body limit with room for the array's framing.
    // Full, it drops the oldest: an alert about now is worth more than one about an hour ago.
    buffer: { flushInterval: seconds(5), chunkLimit: "1m", totalLimit: "128m", whenFull: "drop_oldest_chunk" },
  });
}
