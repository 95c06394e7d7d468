/** What a run says of itself, to people and to programs. */
import { nameOf, type Rule, rulePlace } from "../../lib/alerts/rule";
import type { Absent } from "./absent";
import type { Difference } from "./difference";
import { type Changed, type FoundRule, type FoundSource, nameOfWire, type Refused, rulesOf } from "./found";

export interface Told {
  /** What was named. */
  readonly path: string;
  readonly sources: readonly FoundSource[];
  readonly refused: readonly Refused[];
  readonly changed: readonly Changed[];
  readonly files: number;
  readonly passedOver: readonly string[];
}

export interface Telling {
  readonly lines: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

const placeOf = ({ file, at }: Pick<Refused, "file" | "at">): string => `${file}:${at.line}:${at.column}`;
const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Names in one line; the rest of many is a number. */
const MOST_NAMES = 3;
const some = (names: readonly string[]): string => {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};

export function told({ path, sources, refused, changed, files, passedOver }: Told): Telling {
  const came = sources.flatMap(rulesOf).length;
  const lost = refused.reduce((sum, { rules }) => sum + rules, 0);
  const why = counted(refused.map(({ what, rules }) => [kindOf(what), Math.max(rules, 1)]));
  const changes = counted(changed.map(({ what }) => [what, 1]));
  const found = came + refused.length === 0;
  const lines = [
    ...refused.flatMap((one) => [
      `${placeOf(one)}: ${one.of === undefined ? "" : `${one.of}: `}${one.what}`,
      `  fix: ${one.fix}${one.rules > 1 ? ` (${one.rules} rules)` : ""}`,
    ]),
    ...changes.map(([what, count]) => `${what}${count > 1 ? ` (${count} times)` : ""}`),
    ...(passedOver.length === 0 ? [] : [`jsonnet is not read, render it first: ${some(passedOver)}`]),
    ...(found ? [`no rules found in ${path}: it holds no PrometheusRule, no VMRule and no rule file`] : []),
    `${came} of ${plural(came + lost, "rule")} in ${plural(files, "file")} came through; refused: ${why.length === 0 ? "none" : why.map(([what, count]) => `${count} ${what}`).join(", ")}`,
  ];
  const json = {
    ok: refused.length === 0 && came > 0,
    rules: came + lost,
    cameThrough: came,
    files,
    sources: sources.map(({ name, file, groups }) => ({
      name,
      file,
      groups: groups.map((group) => ({ name: group.name, rules: group.rules.length })),
    })),
    findings: refused.map((one) => ({
      check: "import-rules",
      where: placeOf(one),
      ...(one.of !== undefined && { of: one.of }),
      what: one.what,
      fix: one.fix,
      rules: one.rules,
    })),
    changed: changed.map((one) => ({ where: placeOf(one), of: one.of, what: one.what })),
    passedOver,
  };
  return { lines, json };
}

/** Each once with its sum, the largest first. */
function counted(all: readonly (readonly [string, number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [what, count] of all) sums.set(what, (sums.get(what) ?? 0) + count);
  return [...sums].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** A reason without what is one rule's own. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/not PromQL/, "not PromQL"],
  [/not valid YAML|not readable|a tab indents/, "not YAML"],
  [/has this rule already|is there already|given twice/, "there twice"],
  [/function "\w+" not defined|undefined variable|hides its template|annotation ".*":|label ".*":/, "template"],
  [/can't be read|is larger than|not UTF-8/, "not readable"],
  [/no duration/, "duration"],
  [/no name of a/, "name of a label or series"],
  [/has no name|name is empty|both alert and record/, "no name, or two"],
  [/not of a metrics store|another store/, "asks another store"],
  [/holds rules, but/, "in no rule file"],
  [/is no key/, "unknown key"],
  [/whose alert|none of ours/, "no component"],
];
const kindOf = (what: string): string => KINDS.find(([pattern]) => pattern.test(what))?.[1] ?? what.replace(/"[^"]*"/g, '"..."');

/** What to do of what is missing: it is an alert of ours, or its pack lists it. */
export type Remedy = "own" | "listed" | "open";
const REMEDIES: Readonly<Record<Remedy, string>> = {
  own: "a synth refuses what is missing: export it, ask for something else, or drop the rule",
  listed: "all of that is listed as absent on purpose",
  open: "a synth refuses what is missing: export it, drop the rule, or give the reason with --absent",
};

export function absentText(absent: Absent, remedy: Remedy): Telling {
  const kinds = [
    ["series", absent.series, "nothing here exports"],
    ["labels", absent.labels, "no series here has the label"],
    ["jobs", absent.jobs, "no scrape here has the job"],
  ] as const;
  const readers = (rules: readonly Rule[]) => [...new Set(rules.map(nameOf))];
  const lines = kinds.flatMap(([, asked, what]) =>
    Array.from(asked, ([name, rules]) => `${what} ${name}, asked by ${some(readers(rules))}`),
  );
  const json = Object.fromEntries(
    kinds.map(([key, asked]) => [key, Array.from(asked, ([name, rules]) => ({ name, readers: readers(rules) }))]),
  );
  return { lines: lines.length === 0 ? [] : [...lines, REMEDIES[remedy]], json };
}

/** Rules that have the names of ours. */
export function sharedNames(came: readonly FoundRule[], ours: ReadonlySet<string>): string[] {
  const shared = [...new Set(came.map(({ rule }) => nameOfWire(rule)))].filter((name) => ours.has(name));
  return shared.length === 0 ? [] : [`${shared.length} are named as rules of ours (${some(shared)}): --diff shows how they differ`];
}

export function differenceText({ alike, differ, onlyTheirs, onlyOurs }: Difference): Telling {
  const indented = (text: string) => text.trim().replace(/\n\s*/g, " ");
  const names = (all: readonly string[]) => [...new Set(all)];
  const ours = names(onlyOurs.map(({ rule }) => nameOf(rule)));
  const lines = [
    `alike (${alike.length}): ${names(alike.map(({ name }) => name)).join(", ") || "none"}`,
    `differ (${differ.length}):`,
    ...differ.flatMap(({ name, ours: place, theirs, differ: sides }) => [
      `  ${name}: ${place}, ${placeOf(theirs)}`,
      ...Object.entries(sides).flatMap(([what, side]) => [
        `    ${what}: ours   ${indented(side.ours)}`,
        `    ${" ".repeat(what.length)}  theirs ${indented(side.theirs)}`,
      ]),
    ]),
    `only theirs (${onlyTheirs.length}):`,
    ...onlyTheirs.map(({ theirs, asksTheSame }) => {
      const near = asksTheSame.length === 0 ? "" : `; ours that asks the same: ${asksTheSame.join(", ")}`;
      return `  ${nameOfWire(theirs.rule)}: ${placeOf(theirs)}${near}`;
    }),
    `only ours (${ours.length}): ${ours.join(", ") || "none"}`,
  ];
  const pair = ({ name, ours: place, theirs, differ: sides }: Difference["differ"][number]) => ({
    name,
    ours: place,
    theirs: placeOf(theirs),
    differ: sides,
  });
  return {
    lines,
    json: {
      alike: alike.map(pair),
      differ: differ.map(pair),
      onlyTheirs: onlyTheirs.map(({ theirs, asksTheSame }) => ({ name: nameOfWire(theirs.rule), theirs: placeOf(theirs), asksTheSame })),
      onlyOurs: onlyOurs.map((placed) => ({ name: nameOf(placed.rule), ours: rulePlace(placed) })),
    },
  };
}
