import type { Shared } from "../lib/alerts/rule";
import type { DeclaredJob } from "../lib/batch/declaration";
import { type Duration, seconds } from "../lib/duration";
import { escapePattern } from "../lib/metrics/promql";
import { type Condition, matches, matchesNot } from "../lib/series";

/** Jobs whose alerts have one owner. */
export interface Owned extends Shared {
  /** Which labels `job` are theirs. */
  readonly jobs: Condition;
  /** One of them, for proofs. */
  readonly example: string;
  /** One that is not. */
  readonly stranger: string;
  /** Of these, the declared ones; the others nobody has declared. */
  readonly declared: readonly DeclaredJob[];
  readonly hasStrangers: boolean;
  /** Where the CronJobs of ours are. */
  readonly namespace: string;
}

/** What nobody declared falls to whoever looks after the platform. */
export const PLATFORM: Shared = { component: "Platform", severity: "warning" };

/** Its CronJob's name lacks its extension. */
export const STRANGER = "somebody-elses.py";

/** The declared jobs by whom their alerts belong to; all others are among the platform's. */
export function ownedBy(jobs: readonly DeclaredJob[], namespace: string): Owned[] {
  const sorted = jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const keyOf = ({ component, severity }: Shared) => `${component} ${severity}`;
  const owners = new Map([PLATFORM, ...sorted].map(({ component, severity }) => [keyOf({ component, severity }), { component, severity }]));
  return [...owners]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, owner]): Owned => {
      const [own, others] = [sorted.filter((job) => keyOf(job) === key), sorted.filter((job) => keyOf(job) !== key)];
      const hasStrangers = key === keyOf(PLATFORM);
      const example = own.find(({ runs }) => runs.by === "belfry") ?? own[0];
      return {
        ...owner,
        jobs: hasStrangers ? matchesNot(anyOf(others.map(({ name }) => name))) : matches(anyOf(own.map(({ name }) => name))),
        example: example?.name ?? STRANGER,
        stranger: hasStrangers ? (others[0]?.name ?? "") : STRANGER,
        declared: own,
        hasStrangers,
        namespace,
      };
    });
}

/** Those of them that are asked for alone. */
export const only = (of: Owned, names: readonly string[]): Owned => ({
  ...of,
  jobs: matches(anyOf(names)),
  declared: of.declared.filter(({ name }) => names.includes(name)),
  hasStrangers: false,
  stranger: STRANGER,
});

export const anyOf = (names: readonly string[]): string => names.map(escapePattern).join("|");

/** Names of the jobs of ours, which are their CronJobs' too. */
export const oursOf = ({ declared }: Pick<Owned, "declared">): string[] =>
  declared.flatMap(({ name, runs }) => (runs.by === "belfry" ? [name] : []));

/** Others' in the cluster, each with the namespace of its CronJob. */
export const foreignOf = ({ declared }: Pick<Owned, "declared">): { readonly name: string; readonly namespace: string }[] =>
  declared.flatMap(({ name, runs }) => (runs.by === "cluster" ? [{ name, namespace: runs.namespace }] : []));

/** Others' outside of the cluster, each with how often it runs. */
export const outsideOf = (declared: readonly DeclaredJob[]): { readonly name: string; readonly every: Duration }[] =>
  declared.flatMap(({ name, runs }) => (runs.by === "elsewhere" ? [{ name, every: seconds(runs.everySeconds) }] : []));

export const owner = ({ component, severity }: Shared) => ({ component, severity, isOfEachSeverity: true }) as const;

/** What is somebody else's to tell, where there is somebody. */
export const ofOthers = <Case>({ stranger }: Owned, made: (stranger: string) => Case): Case[] => (stranger === "" ? [] : [made(stranger)]);
