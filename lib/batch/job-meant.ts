import { metricPart } from "../heartbeat";
import { didYouMean } from "../site/did-you-mean";

const stemOf = (name: string): string => metricPart(name.replace(/\.[A-Za-z0-9]+$/, "")).toLowerCase();

/** The job that a label most likely means: the same but for an extension, a slip of the pen, or one with a suffix, such as a CronJob's name has. */
export function jobMeant(label: string, jobs: readonly string[]): string | undefined {
  const stem = stemOf(label);
  const same = jobs.find((job) => stemOf(job) === stem);
  const [longer, ...more] = jobs.filter((job) => stem.startsWith(`${stemOf(job)}_`));
  return same ?? didYouMean(label, jobs) ?? (more.length === 0 ? longer : undefined);
}
