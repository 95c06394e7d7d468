// Prevents a retention that the store ignores: without the variable, or with a wrong one, its ten-year default stays in force, without a word.
import type { Manifest } from "../gitops/manifest";
import { jsonOf } from "../kubernetes/object";
import { type Container, podTemplates } from "../kubernetes/pod-templates";
import { GLOBAL_RETENTION_DAYS } from "../log-store/global-retention";
import { RETENTION_VARIABLE } from "../log-store/retention-variable";
import { type Check, type Finding, objectPlace } from "./check";

/** The log store refuses 1 and 2, and 0 switches its retention off for every stream (OpenObserve, config). */
const MINIMUM_DAYS = 3;

/** A retention variable under any prefix; only the COMPACT form is read. */
const VARIABLE = /\b((?:[A-Z][A-Z0-9]*_)*?)(COMPACT_)?DATA_RETENTION_DAYS\b(?:["']?\s*[:=]\s*["']?(-?\w+))?/g;

export const retention: Check = {
  name: "retention",
  run: ({ manifests }) => [
    ...ofStores(manifests),
    ...manifests
      .filter(({ object }) => jsonOf(object).includes("DATA_RETENTION_DAYS"))
      .flatMap((manifest) =>
        [...settings(manifest.object, "")].flatMap(({ path, variable, value }): Finding[] => {
          const where = `${objectPlace(manifest)} ${path}`;
          if (!variable.includes("COMPACT_DATA_")) {
            const honoured = variable.replace("DATA_RETENTION", "COMPACT_DATA_RETENTION");
            return [{ where, what: `the log store ignores ${variable}; its default of ten years stays in force`, fix: `use ${honoured}` }];
          }
          const days = Number(value);
          if (value === undefined || (Number.isInteger(days) && days >= MINIMUM_DAYS)) return [];
          return [{ where, what: `${variable} is "${value}"`, fix: `a whole number of days, at least ${MINIMUM_DAYS}` }];
        }),
      ),
  ],
};

/** Whatever runs the store says how long it keeps things, and says what the job that applies settings reads back from it. */
function ofStores(manifests: readonly Manifest[]): Finding[] {
  return podTemplates(manifests).flatMap(({ manifest, template }) =>
    (template.spec.containers ?? []).filter(isStore).flatMap(({ name, env = [] }): Finding[] => {
      const where = `${objectPlace(manifest)} container "${name}"`;
      const told = env.find((one) => one.name === RETENTION_VARIABLE);
      const fix = `give it ${RETENTION_VARIABLE}=${GLOBAL_RETENTION_DAYS} (GLOBAL_RETENTION_DAYS)`;
      if (told === undefined)
        return [{ where, what: `it runs the log store without ${RETENTION_VARIABLE}, and would keep all for ten years`, fix }];
      if (told.value === String(GLOBAL_RETENTION_DAYS)) return [];
      const what = `${RETENTION_VARIABLE} is ${told.value === undefined ? "no text of its own" : `"${told.value}"`}, and what checks the store expects ${GLOBAL_RETENTION_DAYS}`;
      return [{ where, what, fix }];
    }),
  );
}

/** By its image, whatever registry it is pulled from: the variables are what is looked for. */
const isStore = ({ image = "" }: Container): boolean => /\/openobserve(?:-enterprise)?[:@]/.test(image);

interface Setting {
  readonly path: string;
  readonly variable: string;
  readonly value?: string;
}

/** Retention settings as environment variables, keys of a map, or lines of a file. */
function* settings(value: unknown, path: string): Generator<Setting> {
  if (typeof value === "string") {
    if (!value.includes("DATA_RETENTION_DAYS")) return;
    for (const [, prefix = "", compact = "", days] of value.matchAll(VARIABLE)) {
      yield { path, variable: `${prefix}${compact}DATA_RETENTION_DAYS`, value: days };
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const { name, value: literal } = value as { name?: unknown; value?: unknown };
  if (typeof name === "string" && name.endsWith("DATA_RETENTION_DAYS")) {
    yield { path, variable: name, value: literal === undefined ? undefined : String(literal) };
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (key.endsWith("DATA_RETENTION_DAYS")) yield { path, variable: key, value: String(item) };
    else yield* settings(item, at);
  }
}
