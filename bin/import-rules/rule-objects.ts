import { basename, extname } from "node:path";
import { didYouMean } from "../../lib/site/did-you-mean";
import { quote } from "../../lib/site/quote";
import type { Position } from "../../lib/site/site-error";
import type { Changed, Found, FoundGroup, FoundRule, FoundSource, Refused } from "./found";
import { type Flaw, readRule, readTexts } from "./rule-reader";
import { wholeSeconds } from "./wire-duration";
import { readDocuments, type Value } from "./yaml-values";

const KINDS = ["PrometheusRule", "VMRule"];
const LISTS = ["List", "PrometheusRuleList", "VMRuleList"];

/** More rules than anybody writes into one file: aliases of aliases would make millions of a few lines. */
const MOST_RULES = 20_000;

/** Says what of it is evaluated by something else than a metrics store, or of another store: that is another rule. */
const ELSEWHERE = ["tenant", "params", "headers"];
/** How a group is evaluated, apart from when: our declarations leave it to the evaluator. */
const LOST =
  "concurrency limit partial_response_strategy query_offset eval_offset eval_delay eval_alignment notifier_headers debug update_entries_limit".split(
    " ",
  );
const GROUP_KEYS = ["name", "interval", "rules", "labels", "type", ...ELSEWHERE, ...LOST];

/** Whether a file of a folder has a word that rules need: the rest of a chart or a repository is not even parsed, and may be what it wants. */
export const mayHoldRules = (text: string): boolean => /\bgroups["']?[ \t]*:/.test(text) || rulesIn(text) > 0;

/** What a YAML or JSON text holds of rules: objects of Kubernetes, lists of these, and rule files. */
export function readRules(text: string, file: string): Found {
  const reader = new Reader(file);
  const documents = readDocuments(text);
  for (const read of documents) {
    if ("root" in read) reader.document(read.root);
    else reader.refuse(read.at, read.problem, unreadable(text, file), documents.length === 1 ? rulesIn(text) : 0);
  }
  const rules = rulesIn(text);
  if (reader.sources.length === 0 && reader.refused.length === 0 && rules > 0 && /^[ \t]*-?[ \t]*"?expr"?:/m.test(text)) {
    const fix = "take them out into a file of their own, with groups: at the top";
    reader.refuse({ line: 1, column: 1 }, "it holds rules, but is no PrometheusRule, no VMRule and no rule file", fix, rules);
  }
  return reader;
}

/** The rules of a file that can't be read as a whole, by the lines that name them. */
const rulesIn = (text: string): number => text.match(/^[ \t]*-?[ \t]*"?(?:alert|record)"?:[ \t]+\S/gm)?.length ?? 0;

function unreadable(text: string, file: string): string {
  if (/^[ \t]*\{\{|\.(?:Values|Release|Chart)\b|\{\{-?\s*(?:include|toYaml|define|tpl)\b/m.test(text))
    return 'it is a Helm template: render it first, "helm template <chart> | npx belfry import-rules -"';
  if (/\.(?:jsonnet|libsonnet)$/.test(file) || /^\s*(?:local \w+ =|\{\s*\w+\+?::)/m.test(text))
    return 'it is jsonnet source: render it first, "jsonnet -S -e \'std.manifestYamlDoc((import "mixin.libsonnet").prometheusAlerts)\'"';
  return "correct the YAML; the other documents of the file come through";
}

class Reader implements Found {
  readonly sources: FoundSource[] = [];
  readonly refused: Refused[] = [];
  readonly changed: Changed[] = [];
  #left = MOST_RULES;

  constructor(readonly file: string) {}

  refuse(at: Position, what: string, fix: string, rules: number, of?: string): void {
    this.refused.push({ file: this.file, at, ...(of !== undefined && { of }), what, fix, rules });
  }

  document(root: Value): void {
    const kind = root.get("kind")?.text;
    if (kind !== undefined && LISTS.includes(kind)) {
      for (const item of root.get("items")?.items.slice(0, MOST_RULES) ?? []) this.document(item);
    } else if (kind !== undefined && KINDS.includes(kind)) {
      const metadata = root.get("metadata");
      const name = metadata?.get("name")?.text ?? metadata?.get("generateName")?.text ?? this.#fileName();
      this.#source(root.get("spec") ?? root, name, `${kind} ${quote(name)}`, root.get("spec")?.repeated ?? root.repeated);
    } else if (kind === "ConfigMap") this.#configMap(root);
    else if (kind === undefined && root.get("groups") !== undefined) this.#source(root, this.#fileName(), "rule file", root.repeated);
    else if (kind === undefined && root.get("rules") !== undefined && root.get("name") !== undefined)
      this.refuse(root.at, "a group without its list", "put it under groups:, as an entry of a list", root.get("rules")?.items.length ?? 0);
  }

  /** What the older way of bringing rules to Prometheus mounts: told, because a text within a text has no lines of this file. */
  #configMap(root: Value): void {
    for (const { key, keyAt, value } of root.get("data")?.entries ?? []) {
      if (value.text === undefined || !/^[ \t]*"?groups"?[ \t]*:/m.test(value.text)) continue;
      const name = quote(root.get("metadata")?.get("name")?.text);
      const fix = `write ${quote(key)} into a file of its own, with groups: at the top`;
      this.refuse(keyAt, "a ConfigMap holds a rule file", fix, rulesIn(value.text), `ConfigMap ${name}`);
    }
  }

  #fileName(): string {
    return basename(this.file, extname(this.file));
  }

  #source(spec: Value, name: string, told: string, repeated: Value["repeated"]): void {
    const groups = spec.get("groups");
    if (repeated !== undefined && ["groups", "spec", "kind"].includes(repeated.key)) {
      this.refuse(repeated.keyAt, `${quote(repeated.key)} is given twice`, "keep one of them", countOf(groups), told);
      return;
    }
    if (groups === undefined || !groups.isList) {
      this.refuse(spec.at, `${told} has no list of groups`, "write groups: with an entry for each", 0, told);
      return;
    }
    const first = new Map<string, Position>();
    const read = groups.items.flatMap((group) => this.#group(group, first));
    this.sources.push({ name, file: this.file, told, groups: read });
  }

  #group(value: Value, first: Map<string, Position>): FoundGroup[] {
    const name = value.get("name")?.text ?? "";
    const rules = value.get("rules");
    const refuse = (at: Position, what: string, fix: string): FoundGroup[] => {
      this.refuse(at, what, fix, rules?.items.length ?? 0, `group ${quote(name)}`);
      return [];
    };
    if (!value.isMapping) return refuse(value.at, "a group is no mapping", "write name: and rules:");
    if (name.trim() === "") return refuse(value.at, "a group has no name", "give it name: with a text");
    const twin = first.get(name);
    if (twin !== undefined)
      return refuse(
        value.at,
        `the group is there already, on line ${twin.line}`,
        "give one another name, or put the rules of both into one",
      );
    first.set(name, value.at);
    const { repeated } = value;
    if (repeated !== undefined) return refuse(repeated.keyAt, `the key ${quote(repeated.key)} is given twice`, "keep one of them");
    const unknown = value.entries.find(({ key }) => !GROUP_KEYS.includes(key));
    if (unknown !== undefined) {
      const near = didYouMean(unknown.key, GROUP_KEYS);
      return refuse(unknown.keyAt, `${quote(unknown.key)} is no key of a group${near ? `; did you mean "${near}"?` : ""}`, "take it out");
    }
    const type = value.get("type");
    if (type !== undefined && type.text !== "prometheus")
      return refuse(
        type.at,
        `its rules are of type ${quote(type.text)}, not of a metrics store`,
        "leave the group where it is evaluated now",
      );
    const elsewhere = ELSEWHERE.map((key) => value.get(key)).find((given) => given !== undefined);
    if (elsewhere !== undefined)
      return refuse(elsewhere.at, `it asks another store than ours (${ELSEWHERE.join(", ")})`, "take the key out if ours has the series");
    const interval = value.get("interval");
    const every = interval && wholeSeconds(interval.text ?? "");
    if (rules !== undefined && !rules.isList) return refuse(rules.at, "its rules are no list", "write an entry for each, with a dash");
    for (const key of LOST) {
      const lost = value.get(key);
      if (lost) this.changed.push({ file: this.file, at: lost.at, of: `group ${quote(name)}`, what: `"${key}" of the group left out` });
    }
    const isInterval = every !== undefined && every.seconds > 0;
    if (interval !== undefined && !isInterval) {
      const what = `interval ${quote(interval.text)} is no duration of whole seconds, left out`;
      this.changed.push({ file: this.file, at: interval.at, of: `group ${quote(name)}`, what });
    }
    const items = rules?.items ?? [];
    if (items.length > this.#left) return refuse(value.at, `more than ${MOST_RULES} rules in a file`, "split it");
    this.#left -= items.length;
    const flaws: Flaw[] = [];
    // vmalert puts them on every rule of the group, in front of a rule's own
    const labels = readTexts(value, "labels", (at, what, fix) => flaws.push({ at, what, fix }));
    const [flaw] = flaws;
    if (flaw !== undefined) return refuse(flaw.at, flaw.what, flaw.fix);
    return [{ name, ...(isInterval && { interval: every }), rules: this.#rules(items, labels) }];
  }

  #rules(items: readonly Value[], shared: Readonly<Record<string, string>>): FoundRule[] {
    const first = new Map<string, number>();
    return items.flatMap((item) => {
      const { name, rule, flaws, lost } = readRule(item, shared);
      const of = `rule ${quote(name)}`;
      const [flaw] = flaws;
      if (flaw !== undefined) {
        const more = flaws.slice(1).map(({ what }) => what);
        this.refuse(flaw.at, [flaw.what, ...more].join("; "), flaw.fix, 1, of);
        return [];
      }
      if (rule === undefined) return [];
      // what the evaluator tells a rule by: with another `for` alone it is the same one to it
      const key = JSON.stringify([rule.alert, rule.record, rule.expr, Object.entries(rule.labels ?? {}).sort()]);
      const twin = first.get(key);
      if (twin !== undefined) {
        this.refuse(item.at, `the group has this rule already, on line ${twin}`, "take one of them out", 1, of);
        return [];
      }
      first.set(key, item.at.line);
      for (const what of lost) this.changed.push({ file: this.file, at: item.at, of, what: `${what} left out` });
      return [{ rule, file: this.file, at: item.at }];
    });
  }
}

const countOf = (groups: Value | undefined): number =>
  groups?.items.reduce((sum, group) => sum + (group.get("rules")?.items.length ?? 0), 0) ?? 0;
