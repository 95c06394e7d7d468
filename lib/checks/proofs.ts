// Prevents a proof that proves nothing of the running platform: series that no exporter gives, without the labels that its samples carry, or that have ended before anybody looks.
import { type OneSeries, readSamples, readSeries } from "../alerts/notation";
import { type Placed, placedRules, type Rule } from "../alerts/rule";
import { type Duration, minutes } from "../duration";
import type { SourcedSample } from "../metrics/catalogue";
import { catalogueOf } from "../platform/catalogue";
import type { Platform } from "../platform/platform";
import { remembered } from "../remembered";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";
import { Missing, nobodyExports } from "./missing";
import { type UnknownJob, UnknownJobs } from "./unknown-jobs";

/** The engines look back so far for a sample. */
const LOOKBACK = minutes(5);

export const proofs: Check = {
  name: "proofs",
  run: (platform) => {
    const sources = sourcesOf(platform);
    const missing = new Missing();
    const unknownJobs = new UnknownJobs();
    // most stand in several cases
    const judged = remembered((key) => {
      const gone = missingName(key, sources);
      return { gone, unknown: unknownJobIn(key, sources), problems: gone === undefined ? seriesProblems(key, sources) : [] };
    });
    const findings = placedRules(platform.rules).flatMap((placed) => {
      const place = rulePlace(placed);
      return casesOf(placed).flatMap(({ name, after, series }) => {
        const where = `${place} ${name}`;
        return Object.entries(series).flatMap(([key, values]): Finding[] => {
          const { gone, unknown, problems } = judged(key);
          if (gone !== undefined) missing.add(gone, place, where);
          if (unknown !== undefined) unknownJobs.add(unknown, place, where);
          return [...problems, ...sampleProblems(key, values, after)].map((problem) => ({ where, ...problem }));
        });
      });
    });
    return [...findings, ...missing.findings((name) => notExported(name, sources)), ...unknownJobs.findings()];
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

/** What can be in a proof, and what can't though rules may ask it. */
interface Sources {
  readonly samples: ReadonlyMap<string, readonly SourcedSample[]>;
  /** Made by rules of ours from other series. */
  readonly recorded: ReadonlySet<string>;
  /** Whose labels nothing declares: what imported rules record, and what the evaluator makes of alerts. */
  readonly open: ReadonlySet<string>;
}

function sourcesOf(platform: Platform): Sources {
  const { exported, samples } = catalogueOf(platform);
  const rules = placedRules(platform.rules).map(({ rule }) => rule);
  return {
    samples,
    recorded: new Set(rules.flatMap((rule) => (rule.kind === "record" ? [rule.name] : []))),
    open: new Set([
      ...exported.filter(({ isOpen }) => isOpen).map(({ series }) => series.name),
      ...rules.flatMap((rule) => (rule.kind === "imported" && rule.rule.record !== undefined ? [rule.rule.record] : [])),
    ]),
  };
}

function seriesProblems(key: string, { samples, recorded, open }: Sources): Problem[] {
  const series = readSeries(key);
  if (series === undefined) {
    return [{ what: `"${key}" is not one series`, fix: 'write it as the exporter gives it: name{label="value"}, each label once' }];
  }
  if (open.has(series.name)) return [];
  const sources = samples.get(series.name);
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
function missingName(key: string, { samples, recorded, open }: Sources): string | undefined {
  const name = readSeries(key)?.name;
  return name === undefined || open.has(name) || samples.has(name) || recorded.has(name) ? undefined : name;
}

function notExported(name: string, { samples }: Sources): Problem {
  const exported = Array.from(samples).flatMap(([known, of]) => (of.every(({ from }) => from.isOpen) ? [] : [known]));
  return {
    what: nobodyExports(name, exported),
    fix: "prove with what an exporter gives, or declare the series with its exporter (components/*/series.ts)",
  };
}

/** A job in a proof that no scrape of the series has. */
function unknownJobIn(key: string, { samples, open }: Sources): UnknownJob | undefined {
  const { name = "", labels } = readSeries(key) ?? {};
  const [job, sources] = [labels?.get("job"), samples.get(name)];
  if (job === undefined || sources === undefined || open.has(name) || ofJob(job, sources).length > 0) return undefined;
  return { job, isPattern: false, series: name, given: sources.flatMap(({ from }) => from.job ?? []) };
}

const ofJob = (job: string | undefined, sources: readonly SourcedSample[]): readonly SourcedSample[] =>
  job === undefined ? sources : sources.filter(({ from }) => from.job === undefined || from.job === job);

/** Several scrapes may give a series, each with labels of its own: one that gives it so is enough. */
function labelProblems(key: string, series: OneSeries, sources: readonly SourcedSample[]): Problem[] {
  const each = ofJob(series.labels.get("job"), sources).map((source) => differences(key, series, source));
  const [least = []] = each.sort((a, b) => a.length - b.length);
  return least;
}

function differences(key: string, { name, labels }: OneSeries, source: SourcedSample): Problem[] {
  const own = [...source.labels, ...source.sometimes];
  const target = source.from.target.map(([label]) => label);
  const unknown = [...labels.keys()].filter((label) => !own.includes(label) && !target.includes(label));
  const missing = source.labels.filter((label) => !labels.has(label));
  return [
    ...unknown.map((label): Problem => {
      const near = didYouMean(label, [...own, ...target]);
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
  const { runs, length } = read;
  if (length === 0) return [{ what: `"${key}" has no samples`, fix: "give it some, or leave it out: what is not there needs no line" }];
  const last = runs.at(-1)?.start;
  const gone = after.seconds - (length - 1) * 60;
  // an end that is written down is meant
  if (last === undefined || last === "stale" || gone < LOOKBACK.seconds) return [];
  return [
    {
      what: `the samples of "${key}" end ${gone / 60} minutes before the moment that is looked at, where nobody sees them any more`,
      fix: "give it samples up to that moment, or say that it ends there: write `stale` behind them",
    },
  ];
}
