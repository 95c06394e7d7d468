import type { Select } from "../lib/series";
import { shareProof } from "./proof-counter";

/** What a thing took on average: of a histogram, or of a summary. */
interface Timed<Label extends string> {
  readonly sum: Select<Label>;
  readonly count: Select<Label>;
}

/** The proof of a mean time over ten minutes, for ten minutes. */
export function meanProof<Label extends string>({ sum, count }: Timed<Label>, labels: Parameters<Select<Label>>[0], seconds: number) {
  return shareProof(({ errors, all }) => ({ [sum(labels)]: errors, [count(labels)]: all }), { threshold: seconds, range: 10, wait: 10 });
}
