/** One alert through the real programs to the receivers, with a stack of its own. */
import { setTimeout as sleep } from "node:timers/promises";
import { ownAlerts } from "../../../lib/alerts/rule";
import type { Platform } from "../../../lib/platform/platform";
import { didYouMean } from "../../../lib/site/did-you-mean";
import { type AlertPath, alertPath } from "../alert-path";
import type { ReceiverWord, TrialEvent } from "../event-log";
import { freePorts } from "../ports";
import { metricsPlane } from "../programs";
import { FASTEST } from "../shorter";
import { detectorDrill } from "./detector-line";
import { type Drilled, DrillImpossible } from "./drilled";
import { arrivedOf, expectedOf, type TakenAlert } from "./expected";
import { judged, judgedDrill } from "./judged-alert";
import { firedSeries, liveRules, metricDrill, replayed } from "./metric-alert";
import { ProofStore } from "./proof-store";
import { storedLogDrill } from "./stored-log-alert";

export interface DrillResult {
  readonly alert: string;
  readonly expected: readonly ReceiverWord[];
  readonly arrived: readonly ReceiverWord[];
  /** From the alert to the last who was told of it. */
  readonly seconds: number;
  readonly from: readonly string[];
  /** What the alert manager has by that name. */
  readonly taken: readonly TakenAlert[];
  readonly events: readonly TrialEvent[];
}

/** Every alert that a site has. */
export const drillable = ({ rules, detectors, logAlerts }: Platform): string[] => [
  ...new Set([
    ...ownAlerts(rules).map(({ rule }) => rule.name),
    ...detectors.map(({ alert }) => alert),
    ...logAlerts.map(({ name }) => name),
  ]),
];

const MOST_NAMED = 5;

/** The names that an unknown one may stand for, the nearest first. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  const first = didYouMean(name, names);
  const grams = (text: string) =>
    new Set(Array.from({ length: Math.max(1, text.length - 2) }, (_, at) => text.toLowerCase().slice(at, at + 3)));
  const own = grams(name);
  const shared = (other: string) => {
    const others = grams(other);
    const both = [...own].filter((one) => others.has(one)).length;
    return both / (own.size + others.size - both);
  };
  const sorted = [...names].sort((a, b) => shared(b) - shared(a) || (a < b ? -1 : 1));
  return [...new Set([...(first === undefined ? [] : [first]), ...sorted])].slice(0, MOST_NAMED);
}

const PATIENCE_MS = 40_000;
/** Whoever else would be told is by then: the longest wait of a group is a second at this speed. */
const OTHERS_MS = 2_500;
const POLL_MS = 50;

/** @throws {@link DrillImpossible}, and where a program is missing or does not come up */
export async function drill(name: string, platform: Platform, note: (text: string) => void, signal: AbortSignal): Promise<DrillResult> {
  const ports = await freePorts();
  const path = await alertPath({ platform, ports, speed: FASTEST, note });
  const closing: (() => Promise<void>)[] = [];
  try {
    // what has been started is ended, whichever of them fails
    const [prepared, ...starts] = await Promise.allSettled([
      preparedDrill(name, platform, path, ports, closing),
      path.alertmanager.start(),
      ...[...path.services.values()].map((one) => one.start()),
    ]);
    for (const one of [prepared, ...starts]) if (one.status === "rejected") throw one.reason;
    signal.throwIfAborted();
    return await told(name, (prepared as PromiseFulfilledResult<Drilled>).value, platform, path, signal);
  } finally {
    await Promise.all(closing.map((close) => close()));
    await path.close();
  }
}

async function preparedDrill(
  name: string,
  platform: Platform,
  { urls, folder }: AlertPath,
  ports: Awaited<ReturnType<typeof freePorts>>,
  closing: (() => Promise<void>)[],
): Promise<Drilled> {
  const { site } = platform;
  const detector = platform.detectors.find(({ alert }) => alert === name);
  if (detector !== undefined) return detectorDrill(detector, site, urls.relay);
  const logAlert = platform.logAlerts.find((one) => one.name === name);
  if (logAlert !== undefined) return storedLogDrill(logAlert, site, urls.alertmanager);
  const rules = ownAlerts(platform.rules).flatMap(({ rule }) => (rule.name === name ? [rule] : []));
  if (metricsPlane() === "prometheus") return judgedDrill(await judged(rules, platform, folder), urls.alertmanager);
  const store = await ProofStore.start(folder, ports.store);
  closing.push(() => store.stop());
  const replays = await replayed(rules, platform, store);
  await store.put(firedSeries(replays, Date.now() / 1000));
  return metricDrill(replays, async () => {
    const evaluator = await store.evaluate(replays[0]?.group ?? name, liveRules(replays), ports.evaluator, urls.alertmanager);
    closing.unshift(() => evaluator.stop());
  });
}

async function told(name: string, drilled: Drilled, platform: Platform, path: AlertPath, signal: AbortSignal): Promise<DrillResult> {
  const { events, page } = path.receivers;
  const begun = Date.now();
  await drilled.fire();
  let taken: readonly TakenAlert[] = [];
  let expected: ReceiverWord[] = [];
  let arrived: ReceiverWord[] = [];
  let seconds = 0;
  let settledAt: number | undefined;
  for (const deadline = begun + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    signal.throwIfAborted();
    taken = await alertsNamed(name, path.urls.alertmanager);
    expected = expectedOf(taken, platform, page);
    arrived = arrivedOf(events.all, taken, page);
    const isWhole = taken.length > 0 && expected.every((word) => arrived.includes(word));
    if (!isWhole) settledAt = undefined;
    else if (settledAt === undefined) {
      settledAt = Date.now();
      seconds = (settledAt - begun) / 1000;
    } else if (Date.now() - settledAt > OTHERS_MS) break;
  }
  if (taken.length === 0) throw new DrillImpossible(`the alert manager has nothing by the name ${name} after ${PATIENCE_MS / 1000} s`);
  return {
    alert: name,
    expected,
    arrived,
    seconds: settledAt === undefined ? (Date.now() - begun) / 1000 : seconds,
    from: drilled.from,
    taken,
    events: events.all,
  };
}

async function alertsNamed(name: string, alertmanager: string): Promise<TakenAlert[]> {
  const filter = encodeURIComponent(`alertname=${JSON.stringify(name)}`);
  const response = await fetch(`${alertmanager}/api/v2/alerts?filter=${filter}`);
  if (!response.ok) throw new Error(`the alert manager answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as TakenAlert[];
}
