/** The push messages that alerts make: the real alert manager with the routing of the output, its waits and the alerts' times shortened alike. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RECEIVERS } from "../../components/alert-manager/receivers";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import type { Receiver, Route, Routing } from "../../lib/alerts/routing";
import { type PostedAlert, startAlertmanager } from "./alertmanager";
import { temporaryFolder } from "./engine";
import { secondsOf } from "./world";

/** When an alert fired, in seconds: at each evaluation, one a step. */
export interface Course {
  readonly labels: Readonly<Record<string, string>>;
  readonly at: readonly number[];
}

export interface Message {
  readonly receiver: string;
  readonly status: "firing" | "resolved";
  /** Names of the alerts in it. */
  readonly alerts: readonly string[];
}

export interface Played {
  readonly routing: Routing;
  /** Each plays by itself: its alerts share no message with another's, and inhibit none of them. */
  readonly scenarios: readonly (readonly Course[])[];
  /** Seconds. */
  readonly length: number;
  /** Seconds between two evaluations. */
  readonly step: number;
  /** How many seconds pass in one. */
  readonly speed: number;
}

/** The messages of each scenario, in their order. */
export async function pushMessages({ routing, scenarios, length, step, speed }: Played): Promise<readonly (readonly Message[])[]> {
  const told: Message[][] = scenarios.map(() => []);
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { receiver, status, groupLabels, alerts } = JSON.parse(Buffer.concat(parts).toString());
    told[Number(groupLabels.scenario)]?.push({ receiver, status, alerts: alerts.map((one: Course) => one.labels.alertname) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const file = join(temporaryFolder(), "alertmanager.yml");
  writeFileSync(file, quicker(alertmanagerConfig(apart(routing, `http://127.0.0.1:${port}`)), speed));
  const alertmanager = await startAlertmanager(file);
  try {
    const begun = performance.now();
    for (let now = 0; now <= length; now += step) {
      await sleep(Math.max(0, begun + (now * 1000) / speed - performance.now()));
      const changes = scenarios.flatMap((courses, scenario) => courses.flatMap((course) => changeOf(course, String(scenario), now, step)));
      if (changes.length > 0) await alertmanager.postAlerts(changes);
    }
    // what waits for its group's interval belongs to the time that was played
    return told.map((messages) => [...messages]);
  } finally {
    await alertmanager.stop();
    server.close();
  }
}

/** What the evaluator would send: that it fires now, or that it has ended. */
function changeOf({ labels, at }: Course, scenario: string, now: number, step: number): PostedAlert[] {
  const fires = (moment: number) => at.some((one) => one > moment - step && one <= moment);
  const [before, after] = [fires(now - step), fires(now)];
  if (before === after) return [];
  const real = Date.now();
  const { alertstate: _, __name__: __, ...own } = labels;
  return [{ labels: { ...own, scenario }, endsAt: new Date(real + (after ? 3_600_000 : -1)).toISOString() }];
}

/** One alert manager for all, who keeps the scenarios apart. */
function apart({ root, receivers, inhibitions }: Routing, url: string): Routing {
  const PUSH: readonly string[] = [RECEIVERS.pushCritical, RECEIVERS.pushWarning];
  const grouped = (route: Route): Route => ({
    ...route,
    ...(route.groupBy && { groupBy: [...route.groupBy, "scenario"] }),
    ...(route.routes && { routes: route.routes.map(grouped) }),
  });
  return {
    root: grouped(root),
    receivers: receivers.map(
      ({ name }): Receiver => (PUSH.includes(name) ? { name, integrations: [{ kind: "webhook", url, sendResolved: true }] } : { name }),
    ),
    inhibitions: inhibitions.map((one) => ({ ...one, equal: [...one.equal, "scenario"] })),
  };
}

const quicker = (config: string, speed: number): string =>
  config.replaceAll(/((?:group_wait|group_interval|repeat_interval): )(\w+)/g, (_, key: string, text: string) => {
    return `${key}${Math.max(1, Math.round((secondsOf(text) * 1000) / speed))}ms`;
  });
