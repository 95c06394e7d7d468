import { StartFailed } from "./process";

/**
 * How the programs say that they don't know a key of their configuration or a flag: Alertmanager and Prometheus (Go's YAML), vmalert, and Go's flags.
 */
const REFUSALS = [
  /field (\w+) not found in type/g,
  /unknown fields?[\w ]*: ([\w", ]+)/g,
  /flag provided but not defined: -+([\w.]+)/g,
  /unknown long flag '--([\w.-]+)'/g,
];

/** What an old release does not know, by what it says as it ends. */
export function refusedIn(output: string): string[] {
  const found = REFUSALS.flatMap((refusal) => Array.from(output.matchAll(refusal), ([, keys = ""]) => keys.match(/[\w.-]+/g) ?? []).flat());
  return [...new Set(found)];
}

/**
 * Starts a program, and where it does not know a key starts it without: `start` is told what to leave out.
 * @param leftOut told of what was
 */
export async function startedWithout<T>(
  start: (refused: ReadonlySet<string>) => Promise<T>,
  leftOut: (keys: readonly string[]) => void,
): Promise<T> {
  const refused = new Set<string>();
  for (;;) {
    try {
      const started = await start(refused);
      if (refused.size > 0) leftOut([...refused]);
      return started;
    } catch (error) {
      const keys = error instanceof StartFailed ? refusedIn(error.output).filter((key) => !refused.has(key)) : [];
      if (keys.length === 0) throw error;
      for (const key of keys) refused.add(key);
    }
  }
}
