import type { Receiver, ReceiverPromises } from "../../lib/alerts/routing";
import type { Site } from "../../lib/site/schema";
import { statusPageOf } from "../../lib/site/status-page";
import type { Tier } from "./push/product";
import { pushProducts } from "./push/products";

/** Receiver names, spelled once: routes, checks and tests use these. */
export const RECEIVERS = {
  recorded: "recorded",
  deadMan: "dead-man",
  statusPage: "status-page",
  pushCritical: "push-critical",
  pushWarning: "push-warning",
} as const;

/** Who is told of an alert at a site, by what its labels promise. */
export function promises(site: Site): ReceiverPromises {
  const page = statusPageOf(site) === undefined ? [] : [RECEIVERS.statusPage];
  const push = (receiver: string) => (pushProducts(site).length === 0 ? [] : [receiver]);
  const toldOrRecorded = (told: string[]) => (told.length === 0 ? [RECEIVERS.recorded] : told);
  return {
    watchdog: [RECEIVERS.deadMan],
    critical: toldOrRecorded([...page, ...push(RECEIVERS.pushCritical)]),
    warning: toldOrRecorded([...page, ...push(RECEIVERS.pushWarning)]),
    info: [RECEIVERS.recorded],
    imported: [RECEIVERS.recorded],
  };
}

/** The receivers of a site: those that it does without do not exist. */
export function receivers(site: Site): Receiver[] {
  const page = statusPageOf(site);
  return [
    { name: RECEIVERS.recorded },
    // a resolved heartbeat is a dying evaluator: it must not count as a ping
    { name: RECEIVERS.deadMan, integrations: [{ kind: "webhook", url: `${site.urls.dead_man_url}/webhook`, sendResolved: false }] },
    ...(page === undefined
      ? []
      : [
          {
            name: RECEIVERS.statusPage,
            integrations: [{ kind: "webhook" as const, url: `${page.adapter_url}/webhook`, sendResolved: true }],
          },
        ]),
    ...push(site, RECEIVERS.pushCritical, "critical"),
    ...push(site, RECEIVERS.pushWarning, "warning"),
  ];
}

function push(site: Site, name: string, tier: Tier): Receiver[] {
  const integrations = pushProducts(site).map(({ integration }) => integration(tier));
  return integrations.length === 0 ? [] : [{ name, integrations }];
}
