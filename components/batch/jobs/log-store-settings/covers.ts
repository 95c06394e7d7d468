/** What has to be there, and what has not to: `null`. */
export type Wanted = string | number | boolean | null | readonly Wanted[] | { readonly [key: string]: Wanted };

/** A path to the first thing that is not as it has to be; undefined when all is. What nothing is said of may be whatever it is. */
export function differsAt(wanted: Wanted, found: unknown, at: readonly string[] = []): string | undefined {
  const here = at.join(".") || "it";
  if (wanted === null) return isNothing(found) ? undefined : here;
  if (typeof wanted !== "object") return wanted === found ? undefined : here;
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return here;
    return first(wanted.map((one, index) => differsAt(one, found[index], [...at, String(index)])));
  }
  if (!isObject(found)) return here;
  return first(Object.entries(wanted).map(([key, one]) => differsAt(one, found[key], [...at, key])));
}

/** What is there, with what has to be there instead of what differs. */
export function merged(wanted: { readonly [key: string]: Wanted }, found: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all: Record<string, unknown> = { ...found };
  for (const [key, one] of Object.entries(wanted)) {
    const there = found[key];
    if (one === null) delete all[key];
    else all[key] = isObject(one) ? merged(one as { readonly [key: string]: Wanted }, isObject(there) ? there : {}) : one;
  }
  return all;
}

const first = (all: readonly (string | undefined)[]): string | undefined => all.find((one) => one !== undefined);

/** As the store fills in what nobody set. */
function isNothing(found: unknown): boolean {
  return found === undefined || found === null || found === "" || (Array.isArray(found) && found.length === 0);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
