import { pushedSeries } from "../components/batch/series";
import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import type { Moment, SeriesSet } from "../lib/alerts/proof";
import { matches, matchesNot } from "../lib/series";
import { anyOf, foreignOf, type Owned, oursOf, outsideOf, STRANGER } from "./batch-owned";
import { CADENCE_MAP, indented } from "./batch-told";

const { scheduler_cronjob_info: cronJobRuns } = pushedSeries;
const { kube_cronjob_spec_suspend: suspend } = kubeStateMetricsSeries;

/** A CronJob of others that the map has not told of yet is found by its script's name, whose extension it may lack. */
const EXTENSION = "[.][A-Za-z0-9]+";
const withoutExtension = (script: string): string => script.replace(new RegExp(`${EXTENSION}$`), "");
const asCronJob = (script: string): string => anyOf([...new Set([script, withoutExtension(script)])]);

/** What is told of CronJobs of ours, by job: its name is theirs. */
export const byOwnName = (told: string): string => `max by (job) (label_replace(${told}, "job", "$1", "cronjob", "(.+)"))`;

/**
 * Of these by job, those whose CronJob is not suspended. One of ours has the job's name; of others the cadence map tells which CronJobs run
 * them, and before it has, a declared one is found in its own namespace, and what nobody declared by the name alone. One outside of the
 * cluster has none.
 */
export function unlessSuspended(of: Owned, expr: string): string {
  const [ours, foreign] = [oursOf(of), foreignOf(of)];
  const namesakes = foreign.map(
    ({ name, namespace }) =>
      `label_replace(max(${suspend({ namespace, cronjob: matches(asCronJob(name)) })}) == 1, "job", ${JSON.stringify(name)}, "", "")`,
  );
  const suspended = [
    ...(ours.length > 0 ? [`${byOwnName(suspend({ namespace: of.namespace, cronjob: matches(anyOf(ours)) }))} == 1`] : []),
    ...(of.hasStrangers || foreign.length > 0 ? [`${asMapped(of)} == 1`] : []),
    ...(foreign.length > 0 ? [`(${namesakes.join(" or ")}) unless on (job) ${asMapped(of)}`] : []),
  ];
  const running = of.hasStrangers ? unlessNamesakeSuspended(of, expr) : expr;
  return suspended.length === 0 ? running : `${running}\nunless on (job) (\n  ${suspended.join("\n  or ")}\n)`;
}

/** Of others that the map has told of, by job: 1 where all CronJobs that run it are suspended now, else 0. */
function asMapped(of: Owned): string {
  const foreign = foreignOf(of).map(({ name }) => name);
  const notTheirs = [...oursOf(of), ...outsideOf(of.declared).map(({ name }) => name)];
  const runs = of.hasStrangers
    ? matchesNot([of.jobs.value, anyOf(notTheirs)].filter((part) => part !== "").join("|"))
    : matches(anyOf(foreign));
  const states = `${cronJobRuns({ runs })} * on (namespace, cronjob) group_left () max by (namespace, cronjob) (${suspend()})`;
  return `min by (job) (label_replace(${states}, "job", "$1", "runs", "(.+)"))`;
}

function unlessNamesakeSuspended({ declared }: Owned, expr: string): string {
  const named = `label_replace(${indented(expr)}, "cronjob", "$1", "job", "(.+?)(?:${EXTENSION})?")`;
  // a label without a value joins no CronJob
  const undeclared =
    declared.length === 0
      ? named
      : `label_replace(${named}, "cronjob", "", "job", ${JSON.stringify(anyOf(declared.map(({ name }) => name)))})`;
  return ["max by (job) (", `  ${undeclared}`, `  unless on (cronjob) min by (cronjob) (${suspend()}) == 1`, ")"].join("\n");
}

export const cronJob = (namespace: string, cronjob: string, values: string): SeriesSet => ({ [suspend({ namespace, cronjob })]: values });

/** A CronJob that is not called as the script that it runs. */
const runBy = (script: string, namespace: string, cronjob: string, suspended: 0 | 1, samples: number): SeriesSet => ({
  ...cronJob(namespace, cronjob, `${suspended}x${samples}`),
  [cronJobRuns({ job: CADENCE_MAP, namespace, cronjob, runs: script })]: `1x${samples}`,
});

/** A job for proofs, and what is told of CronJobs. */
interface Known {
  readonly job: string;
  /** Its own, suspended or not. @default - it has none */
  readonly own?: (value: 0 | 1, samples: number) => SeriesSet;
  /** One that looks like it, suspended. */
  readonly alike: (samples: number) => SeriesSet;
}

/** One job of each kind that there is. */
function oneOfEach(of: Owned): Known[] {
  const inCluster = (job: string, namespace: string): Known => ({
    job,
    own: (value, samples) => cronJob(namespace, withoutExtension(job), `${value}x${samples}`),
    alike: (samples) => cronJob(`${namespace}-2`, withoutExtension(job), `1x${samples}`),
  });
  const mapped = (job: string, namespace: string, namesake: (samples: number) => SeriesSet = () => ({})): Known => ({
    job,
    own: (value, samples) => runBy(job, namespace, "nightly", value, samples),
    // it runs too, and one of the name of the other is somewhere else
    alike: (samples) => ({
      ...runBy(job, namespace, "weekly", 1, samples),
      ...cronJob(`${namespace}-2`, "nightly", `1x${samples}`),
      ...namesake(samples),
    }),
  });
  return [
    ...oursOf(of)
      .slice(0, 1)
      .map((name) => inCluster(name, of.namespace)),
    ...foreignOf(of)
      .slice(0, 1)
      .flatMap(({ name, namespace }) => [
        inCluster(name, namespace),
        mapped(name, namespace, (samples) => cronJob(namespace, withoutExtension(name), `1x${samples}`)),
      ]),
    ...outsideOf(of.declared)
      .slice(0, 1)
      .map(({ name: job }) => ({ job, alike: (samples: number) => runBy(job, "default", withoutExtension(job), 1, samples) })),
    ...(of.hasStrangers
      ? [
          { ...inCluster(STRANGER, "default"), alike: (samples: number) => cronJob("default", "another", `1x${samples}`) },
          mapped(STRANGER, "default"),
        ]
      : []),
  ];
}

/** What each kind of job is told of while its own CronJob runs, and not while that is suspended; as long as `samples` say. */
export function provenOfSuspended(
  of: Owned,
  samples: number,
  made: (job: string) => Moment,
): Record<"fires" | "silent", readonly Moment[]> {
  const proven = oneOfEach(of).map(({ job, own, alike }) => {
    const moment = made(job);
    const within = (more: SeriesSet): Moment => ({ ...moment, series: { ...moment.series, ...more } });
    return {
      fires: [within({ ...own?.(0, samples), ...alike(samples) })],
      silent: own === undefined ? [] : [within({ ...own(1, samples) })],
    };
  });
  return { fires: proven.flatMap(({ fires }) => fires), silent: proven.flatMap(({ silent }) => silent) };
}
