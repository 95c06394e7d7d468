import { didYouMean } from "../site/did-you-mean";
import { DECLARATIONS } from "./declarations";
import type { Finding } from "./finding";
import type { Part, PartAtSite } from "./part";

/** By where they stand. A key that is written a level too high is read by nobody, and only the compiler would say so. */
const KEYS = {
  "the part": ["name", "at", "dormant"] satisfies (keyof Part)[],
  "what its at() returns": ["declares", "bundles"] satisfies (keyof PartAtSite)[],
  "its declares": DECLARATIONS,
} as const;

/** Keys that mean nothing where they stand. */
export function partShape(part: Part, content: PartAtSite | undefined): Finding[] {
  return [
    ...unknownKeys(part, "the part", part),
    ...unknownKeys(part, "what its at() returns", content ?? {}),
    ...unknownKeys(part, "its declares", content?.declares ?? {}),
  ];
}

function unknownKeys({ name }: Part, place: keyof typeof KEYS, given: object): Finding[] {
  const known: readonly string[] = KEYS[place];
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const right = Object.entries(KEYS).find(([, keys]) => (keys as readonly string[]).includes(key))?.[0];
      const near = didYouMean(key, known);
      return {
        where: `part "${name}"`,
        what: `${place} has no key "${key}"${right === undefined && near !== undefined ? `; did you mean "${near}"?` : ""}`,
        fix: right === undefined ? `use ${known.join(", ")}` : `write it into ${right}`,
      };
    });
}
