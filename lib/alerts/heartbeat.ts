import { type Duration, hours, minutes } from "../duration";
import { WATCHDOG } from "./labels";
import type { Route, Routing } from "./routing";

/** Alertmanager's own, where a route and its parents say nothing (docs/configuration.md). */
const GROUP_INTERVAL = minutes(5);
const REPEAT_INTERVAL = hours(4);

/** The routes that the heartbeat takes. */
export function heartbeatRoutes({ root }: Pick<Routing, "root">): Route[] {
  return (root.routes ?? []).filter(({ matchers = [] }) =>
    matchers.some(({ label, op, value }) => label === "alertname" && op === "=" && value === WATCHDOG),
  );
}

export interface PingTiming {
  readonly interval: Duration;
  readonly repeat: Duration;
  /** Between two pings: the first group interval strictly after the repeat interval, measured in Alertmanager. */
  readonly gap: Duration;
}

export function pingTiming({ groupInterval, repeatInterval }: Pick<Route, "groupInterval" | "repeatInterval">): PingTiming {
  const [interval, repeat] = [groupInterval ?? GROUP_INTERVAL, repeatInterval ?? REPEAT_INTERVAL];
  return { interval, repeat, gap: { seconds: interval.seconds * (Math.floor(repeat.seconds / interval.seconds) + 1) } };
}

/** How often the heartbeat really goes out. */
export function heartbeatPeriod(routing: Pick<Routing, "root">): Duration {
  const [route] = heartbeatRoutes(routing);
  if (route === undefined) throw new Error(`no route takes ${WATCHDOG}; declare one (components/alert-manager/routing.ts)`);
  return pingTiming(route).gap;
}

/** How long after a ping that is due the check outside waits: one that is lost, and a reload of the alert manager, raise no alarm. */
export function heartbeatGrace(period: Duration): Duration {
  return { seconds: Math.ceil((period.seconds * 3) / 2) };
}
