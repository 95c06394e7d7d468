import { didYouMean } from "../site/did-you-mean";
import type { Finding } from "./check";
import { Missing } from "./missing";

export interface UnknownJob {
  /** A name, or a pattern of several. */
  readonly job: string;
  readonly isPattern: boolean;
  /** The samples that it is asked of, by name or pattern. */
  readonly series: string;
  /** The jobs that they carry. */
  readonly given: readonly string[];
}

/** Jobs that no scrape gives, each told once however many rules ask for it: a wrong letter in a declaration is in the way of all of them. */
export class UnknownJobs {
  readonly #missing = new Missing();
  readonly #asked = new Map<string, UnknownJob[]>();

  /**
   * @param rule its place
   * @param where more exactly @default - the rule's place
   */
  add(asked: UnknownJob, rule: string, where = rule): void {
    // a name and a pattern may have the same letters
    const key = `${asked.isPattern ? "=~" : "="}${asked.job}`;
    this.#missing.add(key, rule, where);
    this.#asked.set(key, [...(this.#asked.get(key) ?? []), asked]);
  }

  findings(): Finding[] {
    return this.#missing.findings((key) => described(this.#asked.get(key) ?? []));
  }
}

function described(all: readonly UnknownJob[]): Omit<Finding, "where"> {
  const { job = "", isPattern = false } = all[0] ?? {};
  const [series, ...others] = new Set(all.map((one) => one.series));
  const given = [...new Set(all.flatMap((one) => one.given))].sort();
  const near = isPattern ? undefined : didYouMean(job, given);
  const of = others.length === 0 ? `"${series}"` : `"${series}" and ${others.length} other series`;
  const fix = "take the job from the scrape's declaration, or correct it there";
  return {
    what: `no scrape gives ${of} the job "${job}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: near === undefined ? `${fix}; there are: ${given.join(", ")}` : fix,
  };
}
