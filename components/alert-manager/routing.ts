import { TEAM, WATCHDOG } from "../../lib/alerts/labels";
import { differs, equals, matches } from "../../lib/alerts/matcher";
import type { Route, Routing } from "../../lib/alerts/routing";
import { hours, minutes, seconds } from "../../lib/duration";
import { OVER_AFTER } from "../../lib/log-store/store-alerts";
import type { Site } from "../../lib/site/schema";
import { RECEIVERS, receivers } from "./receivers";

/** Who is told of what, and how often. */
export function routing(site: Site): Routing {
  const present = receivers(site);
  // a child that tells nobody at this site is none: its alerts end at the parent
  const told = (routes: readonly Route[]) => routes.filter(({ receiver }) => present.some(({ name }) => name === receiver));
  return {
    receivers: present,
    // the evaluator and the relay say when theirs are over
    resolveTimeout: OVER_AFTER,
    root: {
      // imported upstream rules carry no team: they end here, recorded and told to nobody
      receiver: RECEIVERS.recorded,
      groupBy: ["alertname"],
      groupWait: seconds(30),
      groupInterval: minutes(5),
      repeatInterval: hours(4),
      routes: [
        {
          receiver: RECEIVERS.deadMan,
          matchers: [equals("alertname", WATCHDOG)],
          groupBy: ["alertname"],
          // A notification goes out at the first group interval strictly after the repeat interval and the
          // latency of the last send: 1m and 3m30s give a ping every 4m00s with 30 s of slack on both sides,
          // where equal values would skip every second one. Measured, and stable across reloads.
          groupWait: seconds(0),
          groupInterval: minutes(1),
          repeatInterval: { seconds: 210 },
        },
        {
          receiver: RECEIVERS.recorded,
          matchers: [equals("team", TEAM)],
          routes: told([
            {
              receiver: RECEIVERS.statusPage,
              matchers: [matches("severity", "critical|warning")],
              // the push routes come after and must see the alert too
              continue: true,
              // one group per component: each payload is the whole truth about it
              groupBy: ["component"],
              // the adapter damps flapping itself and must see a change at once
              groupWait: seconds(5),
              groupInterval: seconds(30),
              // says it all again, so that a page changed by hand or a lost answer is put right
              repeatInterval: hours(1),
            },
            {
              receiver: RECEIVERS.pushCritical,
              matchers: [equals("severity", "critical")],
              // one group for all: a bad night is one message that lists what is down, and one more every two minutes
              // while it grows or shrinks, however many alerts there are
              groupBy: ["severity"],
              groupWait: seconds(30),
              groupInterval: minutes(2),
              repeatInterval: hours(4),
            },
            {
              receiver: RECEIVERS.pushWarning,
              matchers: [equals("severity", "warning")],
              groupBy: ["severity"],
              // a warning can wait for its neighbours; a day later it is said again
              groupWait: minutes(1),
              groupInterval: minutes(15),
              repeatInterval: hours(24),
            },
          ]),
        },
      ],
    },
    inhibitions: [
      {
        // what is down also restarts: only that symptom, and only in the namespace of what is down. Other warnings
        // may be the cause (a full volume, an I/O error), and what is inhibited when it ends is never told to have ended.
        source: [equals("severity", "critical"), equals("team", TEAM), differs("namespace", "")],
        target: [equals("severity", "warning"), equals("team", TEAM), equals("alertname", "ContainerRestarting"), differs("namespace", "")],
        equal: ["component", "namespace"],
      },
      {
        // a volume that is faulted was degraded on the way
        source: [equals("severity", "critical"), equals("team", TEAM), differs("volume", "")],
        target: [equals("severity", "warning"), equals("team", TEAM), differs("volume", "")],
        equal: ["component", "volume"],
      },
    ],
  };
}
