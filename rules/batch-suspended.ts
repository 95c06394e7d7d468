import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import type { Moment, SeriesSet } from "../lib/alerts/proof";
import { matches } from "../lib/series";
import { anyOf, foreignOf, type Owned, oursOf, outsideOf, STRANGER } from "./batch-owned";
import { indented } from "./batch-told";

const { kube_cronjob_spec_suspend: suspend } = kubeStateMetricsSeries;

/** A CronJob of others is found by its script's name, whose extension it may lack. */
const EXTENSION = "[.][A-Za-z0-9]+";
const withoutExtension = (script: string): string => script.replace(new RegExp(`${EXTENSION}$`), "");
const asCronJob = (script: string): string => anyOf([...new Set([script, withoutExtension(script)])]);

/** What is told of CronJobs of ours, by job: its name is theirs. */
export const byOwnName = (told: string): string => `max by (job) (label_replace(${told}, "job", "$1", "cronjob", "(.+)"))`;

/**
 * Of these by job, those whose CronJob is not suspended. A declared one is found in its own namespace, and one outside of the cluster has
 * none; of what nobody declared nothing is known but the name.
 */
export function unlessSuspended(of: Owned, expr: string): string {
  const suspended = [
    ...[oursOf(of)]
      .filter((names) => names.length > 0)
      .map((names) => `${byOwnName(suspend({ namespace: of.namespace, cronjob: matches(anyOf(names)) }))} == 1`),
    ...foreignOf(of).map(
      ({ name, namespace }) =>
        `label_replace(max(${suspend({ namespace, cronjob: matches(asCronJob(name)) })}) == 1, "job", ${JSON.stringify(name)}, "", "")`,
    ),
  ];
  const running = of.hasStrangers ? unlessNamesakeSuspended(of, expr) : expr;
  return suspended.length === 0 ? running : `${running}\nunless on (job) (\n  ${suspended.join("\n  or ")}\n)`;
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
  return [
    ...oursOf(of)
      .slice(0, 1)
      .map((name) => inCluster(name, of.namespace)),
    ...foreignOf(of)
      .slice(0, 1)
      .map(({ name, namespace }) => inCluster(name, namespace)),
    ...outsideOf(of.declared)
      .slice(0, 1)
      .map(({ name: job }) => ({ job, alike: (samples: number) => cronJob("default", withoutExtension(job), `1x${samples}`) })),
    ...(of.hasStrangers
      ? [{ ...inCluster(STRANGER, "default"), alike: (samples: number) => cronJob("default", "another", `1x${samples}`) }]
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
