// Prevents a proof that proves nothing of the running platform: series that no exporter gives, without the labels that its samples carry, or that have ended before anybody looks.
import { type OneSeries, readSamples, readSeries } from "../alerts/notation";
import { type Placed, placedRules, type Rule } from "../alerts/rule";
import { type Duration, minutes } from "../duration";
import { catalogueOf } from "../platform/catalogue";
import type { Platform } from "../platform/platform";
import { type SampleName, sampleNames } from "../series";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";

/** The engines look back so far for a sample. */
const LOOKBACK = minutes(5);

export const proofs: Check = {
  name: "proofs",
  run: (platform) => {
    const sources = sourcesOf(platform);
    const missing = new Map<string, Missing>();
    const findings = placedRules(platform.rules).flatMap((placed) =>
      casesOf(placed).flatMap(({ name, after, series }) =>
        Object.entries(series).flatMap(([key, values]): Finding[] => {
          const where = `${rulePlace(placed)} ${name}`;
          const gone = missingName(key, sources);
          if (gone !== undefined) {
            const { rules } = missing.get(gone) ?? { rules: new Set<string>() };
            missing.set(gone, { where: missing.get(gone)?.where ?? where, rules: rules.add(rulePlace(placed)) });
          }
          const problems = gone === undefined ? seriesProblems(key, sources) : [];
          return [...problems, ...sampleProblems(key, values, after)].map((problem) => ({ where, ...problem }));
        }),
      ),
    );
    return [...findings, ...[...missing].map(([name, one]) => notExported(name, one, sources))];
  },
};

interface Case {
  readonly name: string;
  readonly after: Duration;
  readonly series: Readonly<Record<string, string>>;
}

function casesOf({ rule }: Placed<Rule>): Case[] {
  const numbered = (kind: string, cases: readonly Omit<Case, "name">[]) =>
    cases.map(({ after, series }, index) => ({ name: `${kind} case ${index + 1}`, after, series }));
  switch (rule.kind) {
    case "alert":
      return [...numbered("firing", rule.proof.fires), ...numbered("silent", rule.proof.silent)];
    case "record":
      return numbered(
        "recording",
        rule.proof.map(({ after = minutes(5), series }) => ({ after, series })),
      );
    case "imported":
      return [];
  }
}

type Problem = Omit<Finding, "where">;

/** Samples under one name, as one scrape gives them. */
interface Source extends SampleName {
  /** @default - comes with the samples, or is not known yet */
  readonly job: string | undefined;
  /** Labels that the scraper adds. */
  readonly target: readonly string[];
}

/** What can be in a proof, and what can't though rules may ask it. */
interface Sources {
  readonly byName: ReadonlyMap<string, readonly Source[]>;
  /** Made by rules of ours from other series. */
  readonly recorded: ReadonlySet<string>;
  /** Whose labels nothing declares: what imported rules record, and what the evaluator makes of alerts. */
  readonly open: ReadonlySet<string>;
}

function sourcesOf(platform: Platform): Sources {
  const { exported } = catalogueOf(platform);
  const byName = new Map<string, Source[]>();
  for (const { series, job, target, isOpen } of exported) {
    if (isOpen) continue;
    for (const sample of sampleNames(series)) byName.set(sample.name, [...(byName.get(sample.name) ?? []), { ...sample, job, target }]);
  }
  const rules = placedRules(platform.rules).map(({ rule }) => rule);
  return {
    byName,
    recorded: new Set(rules.flatMap((rule) => (rule.kind === "record" ? [rule.name] : []))),
    open: new Set([
      ...exported.filter(({ isOpen }) => isOpen).map(({ series }) => series.name),
      ...rules.flatMap((rule) => (rule.kind === "imported" && rule.rule.record !== undefined ? [rule.rule.record] : [])),
    ]),
  };
}

function seriesProblems(key: string, { byName, recorded, open }: Sources): Problem[] {
  const series = readSeries(key);
  if (series === undefined) {
    return [{ what: `"${key}" is not one series`, fix: 'write it as the exporter gives it: name{label="value"}, each label once' }];
  }
  if (open.has(series.name)) return [];
  const sources = byName.get(series.name);
  if (sources !== undefined) return labelProblems(key, series, sources);
  if (recorded.has(series.name)) {
    return [
      {
        what: `"${series.name}" is recorded, not exported`,
        fix: "name the recording in `reads`, and prove with the series that it is recorded from",
      },
    ];
  }
  return [];
}

/** The name of a series in a proof that nobody gives. */
function missingName(key: string, { byName, recorded, open }: Sources): string | undefined {
  const name = readSeries(key)?.name;
  return name === undefined || open.has(name) || byName.has(name) || recorded.has(name) ? undefined : name;
}

/** A series that nobody gives, told once however many proofs have it: a scrape that is gone takes its series from all of them. */
interface Missing {
  /** The first case that has it. */
  readonly where: string;
  /** The places of the rules that are proven with it, in their order. */
  readonly rules: Set<string>;
}

function notExported(name: string, { where, rules }: Missing, { byName }: Sources): Finding {
  const [, ...others] = rules;
  const near = didYouMean(name, [...byName.keys()]);
  return {
    where,
    what: `nobody exports the series "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}${alsoIn(others)}`,
    fix: "prove with what an exporter gives, or declare the series with its exporter (components/*/series.ts)",
  };
}

const alsoIn = (places: readonly string[]): string => (places.length === 0 ? "" : ` (also in ${places.join(", ")})`);

/** Several scrapes may give a series, each with labels of its own: one that gives it so is enough. */
function labelProblems(key: string, series: OneSeries, sources: readonly Source[]): Problem[] {
  const job = series.labels.get("job");
  const given = sources.flatMap((source) => source.job ?? []);
  const ofJob = job === undefined ? sources : sources.filter((source) => source.job === undefined || source.job === job);
  if (job !== undefined && ofJob.length === 0) {
    const near = didYouMean(job, given);
    return [
      {
        what: `no scrape gives "${series.name}" the job "${job}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
        fix: `take the job from the scrape's declaration: ${[...new Set(given)].sort().join(", ")}`,
      },
    ];
  }
  const [least = []] = ofJob.map((source) => differences(key, series, source)).sort((a, b) => a.length - b.length);
  return least;
}

function differences(key: string, { name, labels }: OneSeries, source: Source): Problem[] {
  const own = [...source.labels, ...source.sometimes];
  const unknown = [...labels.keys()].filter((label) => !own.includes(label) && !source.target.includes(label));
  const missing = source.labels.filter((label) => !labels.has(label));
  return [
    ...unknown.map((label): Problem => {
      const near = didYouMean(label, [...own, ...source.target]);
      return {
        what: `"${name}" has no label "${label}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
        fix: own.length === 0 ? "it has none of its own: leave the label out" : `its own labels are ${own.join(", ")}`,
      };
    }),
    ...missing.map(
      (label): Problem => ({
        what: `"${key}" lacks the label "${label}", which every sample carries`,
        fix: `write ${label}="..." as the exporter gives it`,
      }),
    ),
  ];
}

function sampleProblems(key: string, values: string, after: Duration): Problem[] {
  const read = readSamples(values);
  if ("problem" in read) return [{ what: `promtool can't read the samples of "${key}": ${read.problem}`, fix: "correct the notation" }];
  const { samples } = read;
  if (samples.length === 0)
    return [{ what: `"${key}" has no samples`, fix: "give it some, or leave it out: what is not there needs no line" }];
  const last = samples.at(-1);
  const gone = after.seconds - (samples.length - 1) * 60;
  // an end that is written down is meant
  if (last === undefined || last === "stale" || gone < LOOKBACK.seconds) return [];
  return [
    {
      what: `the samples of "${key}" end ${gone / 60} minutes before the moment that is looked at, where nobody sees them any more`,
      fix: "give it samples up to that moment, or say that it ends there: write `stale` behind them",
    },
  ];
}
