import type { AnyCatalogue, Catalogue, Declared, Metric } from "../series";
import type { Cluster, Node, Pod } from "./cluster";
import { type Counting, type Standing, still, type Taking } from "./course";

/** Who is asked: one of the targets of a scrape. */
export interface Target {
  readonly scrape: string;
  readonly index: number;
  /** Of the targets of its scrape, itself among them. */
  readonly count: number;
  /** What the scraper puts on its samples. */
  readonly labels: Readonly<Record<string, string>>;
  /** @default - it is on no node of the cluster */
  readonly node?: Node;
  /** @default - it is no pod */
  readonly pod?: Pod;
}

/** A series that a healthy installation does not have. */
export interface Absent {
  readonly absent: string;
}

export const absent = (why: string): Absent => ({ absent: why });

/** One series: its own labels, and how it goes. */
export type Sampled<Labels = Readonly<Record<string, string | undefined>>, Course = Counting | Standing | Taking> = readonly [
  Labels,
  Course,
];

/** What only counts up must; what need not may. */
type CourseOf<Kind> = Kind extends "counter" ? Counting : Kind extends "histogram" | "summary" ? Taking : Counting | Standing;
type LabelsOf<Label extends string> = { readonly [L in Label]?: string | undefined };

/** The healthy values of one name: a course where its target tells all of its labels, else one for each set of labels. */
export type ValuesOf<D> =
  D extends Declared<infer Kind, infer Label, infer Sometimes>
    ? CourseOf<Kind> | readonly Sampled<LabelsOf<Label | Sometimes>, CourseOf<Kind>>[] | Absent
    : never;

/** One entry for each name of a catalogue: the compiler refuses what lacks one. */
export type HealthyValues<C> = { readonly [Name in keyof C]: ValuesOf<C[Name]> };

/** The same for what several catalogues have in them. */
export type HealthyMetrics<Metrics extends Readonly<Record<string, Metric>>> = HealthyValues<Catalogue<Metrics>>;

export type AnyValues = Counting | Standing | Taking | readonly Sampled[] | Absent;

export interface HealthyOptions {
  /** Which of the targets have these series. @default - all */
  readonly on?: (target: Target) => boolean;
}

/** How everything of a catalogue goes where all is well. */
export interface Healthy extends HealthyOptions {
  readonly catalogue: AnyCatalogue;
  readonly values: (cluster: Cluster, target: Target) => Readonly<Record<string, AnyValues>>;
}

/** Declares the healthy values of a catalogue, for each target that gives it: `healthy(upsSeries, (cluster, target) => ({ ... }))`. */
export function healthy<C extends AnyCatalogue>(
  catalogue: C,
  values: (cluster: Cluster, target: Target) => HealthyValues<C>,
  options: HealthyOptions = {},
): Healthy {
  return { catalogue, values, ...options };
}

/** A series for each of a list: its labels, and a course for all or one for each. */
export function each<const Item, const Labels, Course extends object>(
  items: readonly Item[],
  labels: (item: Item) => Labels,
  course: Course | ((item: Item) => Course),
): Sampled<Labels, Course>[] {
  return items.map((item) => [labels(item), typeof course === "function" ? course(item) : course] as const);
}

/** What is always 1 and tells by its labels. */
export const told = <const Item, const Labels>(items: readonly Item[], labels: (item: Item) => Labels): Sampled<Labels, Standing>[] =>
  each(items, labels, still(1));

/** A series for each of a list and each value of one more label. */
export function eachBy<const Item, const Labels, const Label extends string, const Value extends string, Course extends object>(
  items: readonly Item[],
  labels: (item: Item) => Labels,
  label: Label,
  courses: Readonly<Record<Value, Course>> | ((item: Item) => Readonly<Record<Value, Course>>),
): Sampled<Labels & { readonly [L in Label]: string }, Course>[] {
  return items.flatMap((item) =>
    Object.entries<Course>(typeof courses === "function" ? courses(item) : courses).map(
      ([value, course]) => [{ ...labels(item), [label]: value } as Labels & { readonly [L in Label]: string }, course] as const,
    ),
  );
}

/** A series for each value of a label, of a target that has no more. */
export const by = <const Label extends string, const Value extends string, Course extends object>(
  label: Label,
  courses: Readonly<Record<Value, Course>>,
): Sampled<{ readonly [L in Label]: string }, Course>[] => eachBy([undefined], () => ({}), label, courses);

/** 1 for the value that holds and 0 for the others. */
export function oneOf<const Value extends string>(values: readonly Value[], holds: NoInfer<Value>): Readonly<Record<Value, Standing>> {
  return Object.fromEntries(values.map((value) => [value, still(value === holds ? 1 : 0)])) as Record<Value, Standing>;
}
