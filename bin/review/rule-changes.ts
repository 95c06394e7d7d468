import type { KubernetesObject } from "../../lib/kubernetes/object";
import type { ObjectChange } from "./changes";

export interface RuleChange {
  readonly name: string;
  readonly isAlert: boolean;
  readonly group: string;
  readonly file: string;
  readonly change: "added" | "removed" | "changed";
  /** Its fields, with the sign of a diff in front. */
  readonly lines: readonly string[];
}

interface Found {
  readonly name: string;
  readonly isAlert: boolean;
  readonly group: string;
  /** By name, such as `expr` or `labels.severity`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What became of alerts and recordings, in the order of the files. */
export function ruleChanges(objects: readonly ObjectChange[]): RuleChange[] {
  return objects
    .filter(({ kind }) => kind === "VMRule")
    .flatMap(({ file, old, new: now }) => {
      const [before, after] = [rulesIn(old), rulesIn(now)];
      const told = ({ name, isAlert, group }: Found, change: RuleChange["change"], lines: readonly string[]): RuleChange => {
        return { name, isAlert, group, file, change, lines };
      };
      const kept = [...after].flatMap(([key, rule]) => {
        const known = before.get(key);
        if (known === undefined) return [told(rule, "added", signed("+", rule.fields))];
        const lines = fieldLines(known.fields, rule.fields);
        return lines.length === 0 ? [] : [told(rule, "changed", lines)];
      });
      const gone = [...before].filter(([key]) => !after.has(key)).map(([, rule]) => told(rule, "removed", signed("-", rule.fields)));
      return [...kept, ...gone];
    });
}

type Loose = Readonly<Record<string, unknown>>;

const listIn = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

/** Several of a group may share a name: the first is the first, and so on. */
function rulesIn(object: KubernetesObject | undefined): Map<string, Found> {
  const found = new Map<string, Found>();
  const spec = object?.spec as Loose | undefined;
  for (const group of listIn(spec?.groups)) {
    for (const { alert, record, ...fields } of listIn(group.rules)) {
      const name = String(alert ?? record);
      let key = `${group.name} ${name}`;
      while (found.has(key)) key += "+";
      found.set(key, { name, isAlert: alert !== undefined, group: String(group.name), fields: flat(fields) });
    }
  }
  return found;
}

function flat(fields: Loose, path = ""): Record<string, string> {
  const each = Object.entries(fields).map(([name, value]): Record<string, string> => {
    const at = `${path}${name}`;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? flat(value as Loose, `${at}.`)
      : { [at]: typeof value === "string" ? value : JSON.stringify(value) };
  });
  return Object.assign({}, ...each);
}

/** The question first, then how long and how bad; texts come last. */
const FIRST = ["expr", "for", "keep_firing_for", "labels.severity", "labels.component"];
const rank = (field: string): number => (FIRST.indexOf(field) + FIRST.length + 1) % (FIRST.length + 1);
const sorted = (fields: readonly string[]): string[] => [...new Set(fields)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));

const signed = (sign: string, fields: Found["fields"]): string[] =>
  sorted(Object.keys(fields)).flatMap((field) => fieldText(sign, field, fields[field]));

function fieldLines(old: Found["fields"], now: Found["fields"]): string[] {
  return sorted([...Object.keys(old), ...Object.keys(now)])
    .filter((field) => old[field] !== now[field])
    .flatMap((field) => [...fieldText("-", field, old[field]), ...fieldText("+", field, now[field])]);
}

/** A text of several lines keeps them. */
function fieldText(sign: string, field: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  const [first = "", ...more] = value.trimEnd().split("\n");
  return [`${sign} ${field}: ${first}`, ...more.map((line) => `${sign}     ${line}`)];
}
