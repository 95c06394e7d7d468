import { readSeries } from "../alerts/notation";
import type { Duration } from "../duration";
import type { Node, Pod } from "./cluster";
import type { Course } from "./course";
import type { Target } from "./healthy";
import { luckOf } from "./luck";
import { pickedBy } from "./picked";
import { kept, keyOf, type World, type WorldSeries } from "./world";

/** What becomes of a world from a moment on, in seconds from its start. */
export type Change = (world: World, from: number) => World;

/** The sample of a changed series after the moment; `series` is as it would have gone on. */
type Instead = (series: WorldSeries, seconds: number, from: number) => number | undefined;

/** Another course for what is picked, from the moment on. */
function instead(isMeant: (series: WorldSeries) => boolean, what: string, course: Instead): Change {
  return (world, from) => {
    world.isToChange?.(isMeant);
    return { ...world, series: () => changed(world, from) };
  };

  function* changed(world: World, from: number): Generator<WorldSeries> {
    let isMet = false;
    for (const series of world.series()) {
      if (!isMeant(series)) {
        yield series;
        continue;
      }
      isMet = true;
      yield { ...series, isChanged: true, at: (seconds) => (seconds < from ? series.at(seconds) : course(series, seconds, from)) };
    }
    // a fault that changes nothing would be judged as harmless
    if (!isMet) throw new Error(`the fault changes ${what}, which is nothing of the world; look at the labels of its series`);
  }
}

const ofSelector = (selector: string, course: Instead): Change => instead(pickedBy(selector), selector, course);

/** What is picked is not there any more. */
export const goes = (selector: string): Change => ofSelector(selector, () => undefined);

/** It stays at what it was. */
export const freezes = (selector: string): Change => ofSelector(selector, ({ at }, _, from) => at(from));

export const becomes = (selector: string, value: number): Change => ofSelector(selector, () => value);

/** It goes there in a straight line, and stays. */
export const moves = (selector: string, to: number, over: Duration): Change =>
  ofSelector(selector, ({ at }, seconds, from) => {
    const start = at(from);
    return start === undefined ? undefined : start + (to - start) * Math.min(1, (seconds - from) / over.seconds);
  });

/** It counts that much more in each second. */
export const countsFaster = (selector: string, perSecond: number): Change =>
  ofSelector(selector, ({ at }, seconds, from) => {
    const count = at(seconds);
    return count === undefined ? undefined : count + Math.floor(perSecond * (seconds - from));
  });

/** It counts on from zero, as after a restart. */
export const startsAgain = (selector: string): Change =>
  ofSelector(selector, ({ at }, seconds, from) => {
    const [count, before] = [at(seconds), at(from)];
    return count === undefined || before === undefined ? undefined : count - before;
  });

/** A series that a healthy installation does not have comes from the first target of a scrape; its own labels exactly as they are written. */
export function appears(scrape: string, series: string, course: Course): Change {
  const read = readSeries(series);
  if (read === undefined) throw new Error(`"${series}" is no series: write a name and the exact values of its labels`);
  return (world, from) => {
    const target = world.targets.find((one) => one.scrape === scrape);
    if (target === undefined) throw new Error(`no target of "${scrape}" could give ${series}; name a scrape of the world`);
    return {
      ...world,
      series: function* () {
        yield* world.series();
        const made = { name: read.name, labels: { ...target.labels, ...Object.fromEntries(read.labels) }, target };
        const luck = luckOf(world.cluster.seed, keyOf(made));
        yield { ...made, isChanged: true, at: (seconds) => (seconds < from ? undefined : course.at(seconds, luck)) };
      },
    };
  };
}

const ofTargets = (isMeant: (target: Target) => boolean, course: Instead): Change =>
  instead(({ target }) => isMeant(target), "a target", course);

/** Targets are not discovered any more: nothing of them is there, `up` included. */
export const targetGoes = (isMeant: (target: Target) => boolean): Change => ofTargets(isMeant, () => undefined);

/** Targets are there and don't answer: their series go, `up` is 0. */
export const targetFails = (isMeant: (target: Target) => boolean): Change =>
  ofTargets(isMeant, ({ name, at }, seconds) => {
    if (name === "up" || name.startsWith("scrape_samples_")) return 0;
    // the scraper makes these whatever comes
    return name.startsWith("scrape_") ? at(seconds) : undefined;
  });

/** A pod is gone: as a target, and from what others tell of pods. What made it is told apart from that. */
export const podGoes = (pod: Pod): Change =>
  instead(
    ({ target, labels }) => target.pod === pod || (labels.namespace === pod.namespace && labels.pod === pod.name),
    `pod ${pod.namespace}/${pod.name}`,
    () => undefined,
  );

/** A node is off: whatever is asked on it does not answer. What the cluster says of it is told apart from that. */
export const nodeFails = (node: Node): Change => targetFails((target) => target.node === node);

/** The targets whose labels these are. */
export const targets =
  (labels: Readonly<Record<string, string>>) =>
  (target: Target): boolean =>
    Object.entries(labels).every(([label, value]) => (target.labels[label] ?? "") === value);

/** One after the other, all from the same moment on. */
export const together =
  (...changes: readonly Change[]): Change =>
  (world, from) =>
    changes.reduce((so, change) => change(so, from), world);

/** Later than the rest of a fault. */
export const later =
  (delay: Duration, change: Change): Change =>
  (world, from) =>
    change(world, from + delay.seconds);

/** Before the rest of a fault: what only then has become wrong. */
export const earlier =
  (before: Duration, change: Change): Change =>
  (world, from) =>
    change(world, from - before.seconds);

/** A change that depends on what the world consists of. */
export const inWorld =
  (make: (world: World) => Change): Change =>
  (world, from) =>
    make(world)(world, from);

/** A change that is over after a time: then everything goes on as it would have gone. */
export const passing =
  (duration: Duration, change: Change): Change =>
  (world, from) => {
    const until = from + duration.seconds;
    return {
      ...change(world, from),
      series: function* () {
        // of a dozen that pass one after the other, each would ask the one before it twice
        const once = kept(world);
        const changed = [...change(once, from).series()];
        const names = new Set(changed.flatMap(({ isChanged, name }) => (isChanged ? [name] : [])));
        const before = new Map([...once.series()].filter(({ name }) => names.has(name)).map((series) => [keyOf(series), series]));
        for (const series of changed) {
          if (!series.isChanged) {
            yield series;
            continue;
          }
          // what appeared is gone again
          const own = before.get(keyOf(series));
          yield { ...series, at: (seconds) => (seconds < until ? series.at(seconds) : own?.at(seconds)) };
        }
      },
    };
  };
