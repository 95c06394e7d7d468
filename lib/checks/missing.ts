import { didYouMean } from "../site/did-you-mean";
import type { Finding } from "./check";

/** What nobody gives, such as a series, each told once however many rules ask it: a scrape that is gone takes its series from all of them. */
export class Missing {
  readonly #asked = new Map<string, { readonly where: string; readonly rules: Set<string> }>();

  /**
   * @param rule its place
   * @param where more exactly @default - the rule's place
   */
  add(name: string, rule: string, where = rule): void {
    const asked = this.#asked.get(name) ?? { where, rules: new Set() };
    asked.rules.add(rule);
    this.#asked.set(name, asked);
  }

  findings(describe: (name: string) => Omit<Finding, "where">): Finding[] {
    return Array.from(this.#asked, ([name, { where, rules }]) => {
      const { what, fix } = describe(name);
      const [, ...others] = rules;
      return { where, what: others.length === 0 ? what : `${what} (also in ${others.join(", ")})`, fix };
    });
  }
}

/** @param known what there is, for a name that is misspelt */
export function nobodyExports(name: string, known: Iterable<string>): string {
  const near = didYouMean(name, [...known]);
  return `nobody exports the series "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}`;
}
