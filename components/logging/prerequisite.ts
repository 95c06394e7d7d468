import { KINDS } from "../../lib/kubernetes/kinds";
import type { Prerequisite } from "../../lib/platform/installation";
import type { Site } from "../../lib/site/schema";
import { IMAGES, LOGGING_OPERATOR, NAME } from "./operator";

/** The operator that makes aggregator, shippers and tailers of our objects. Whoever installs it gives it nothing to make of its own. */
export function loggingOperator({ namespaces: { logging } }: Site): Prerequisite[] {
  const release = LOGGING_OPERATOR;
  return [
    {
      name: release.chart,
      release: release.release,
      group: KINDS.Logging.group,
      settings: [
        "Its chart's own `logging` stays off (`logging.enabled: false`, as by default), and no other `Logging` of the cluster has an empty `loggingRef`: two of them would both read our flows.",
        `It makes everything of the \`Logging\` and the \`FluentbitAgent\` \`${NAME}\` in \`${logging}\`.`,
      ],
      images: () => Object.values(IMAGES).map(({ repository }) => repository),
    },
    {
      name: `${release.chart}, its extensions`,
      release: release.release,
      group: KINDS.HostTailer.group,
      settings: ["The same program: its chart brings these kinds too, and nothing has to be set."],
    },
  ];
}
