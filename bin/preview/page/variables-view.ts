import { type DashboardModel, expressionOf, queryTextOf, type VariableModel } from "../../../lib/dashboards/model";

import type { Choice, Choices } from "../../../lib/preview/variables";
import { inExpression } from "../../../lib/preview/variables";
import { askStore, type Since } from "./asking";
import { element } from "./element";

export interface Offered {
  readonly variable: VariableModel;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
}

const ALL = "$__all";

interface Asked {
  /** Seconds since the epoch. */
  readonly now: number;
  readonly since: Since;
  readonly wanted: ReadonlyMap<string, readonly string[]>;
}

/** What may be chosen and what is, one after the other: a later one may ask by an earlier one's choice. */
export async function offered(
  { templating }: DashboardModel,
  asked: Asked,
): Promise<{ readonly all: readonly Offered[]; readonly choices: Choices }> {
  const choices = new Map<string, Choice>();
  const all: Offered[] = [];
  for (const variable of templating?.list ?? []) {
    const values = await valuesOf(variable, choices, asked);
    const chosen = chosenOf(variable, values, asked.wanted.get(variable.name));
    choices.set(variable.name, choiceOf(variable, values, chosen));
    all.push({ variable, values, chosen });
  }
  return { all, choices };
}

async function valuesOf(variable: VariableModel, choices: Choices, { now, since }: Asked): Promise<readonly string[]> {
  const text = queryTextOf(variable).trim();
  switch (variable.type) {
    case "query":
      return sorted(variable, filtered(variable, await queried(variable, text, choices, now, since)));
    case "custom":
    case "interval":
      return text
        .split(/(?<!\\),/)
        .map((one) => one.trim().replace(/^.*?\s+:\s+/, ""))
        .filter((one) => one !== "");
    case "datasource":
      return ["metrics"];
    default:
      return [text];
  }
}

async function queried(variable: VariableModel, text: string, choices: Choices, now: number, since: Since): Promise<string[]> {
  const [, label = ""] = /(?:^label_values\(\s*|,\s*)(\w+)\s*\)$/.exec(text) ?? [];
  const expr = expressionOf(variable);
  if (/^label_values\(/.test(text) && expr === undefined) return askStore<string[]>(`label/${label}/values`, {}, since);
  const [, names] = /^metrics\((.*)\)$/.exec(text) ?? [];
  if (names !== undefined)
    return (await askStore<string[]>("label/__name__/values", {}, since)).filter((name) => new RegExp(names).test(name));
  const asked = inExpression(expr ?? text, choices, { __range: "6h", __range_s: "21600", __interval: "1m", __rate_interval: "5m" });
  const isLabel = text.startsWith("label_values(");
  const { result } = await askStore("query", { query: isLabel ? `group by (${label}) (${asked})` : asked, time: now }, since);
  const found = result as readonly { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] }[];
  if (isLabel) return found.flatMap(({ metric }) => metric[label] ?? []);
  return found.map(({ metric: { __name__ = "", ...labels }, value: [at, value] }) => {
    const pairs = Object.entries(labels).map(([name, one]) => `${name}="${one}"`);
    return `${__name__}{${pairs.join(",")}} ${value} ${at * 1000}`;
  });
}

/** A regular expression keeps what it finds, and of that its group where it has one. */
function filtered(variable: VariableModel, values: readonly string[]): string[] {
  const { regex } = variable;
  if (typeof regex !== "string" || regex === "") return [...new Set(values)];
  const [, inside = regex, flags = ""] = /^\/(.*)\/(\w*)$/s.exec(regex) ?? [];
  const pattern = new RegExp(inside, flags.replace("g", ""));
  return [
    ...new Set(
      values.flatMap((value) => {
        const found = pattern.exec(value);
        return found === null ? [] : (found.groups?.value ?? found[1] ?? value);
      }),
    ),
  ];
}

function sorted(variable: VariableModel, values: readonly string[]): string[] {
  const by = Number(variable.sort ?? 0);
  if (by === 0) return [...values];
  const isNumeric = by === 3 || by === 4;
  const all = [...values].sort((a, b) => a.localeCompare(b, "en", { numeric: isNumeric, sensitivity: by >= 5 ? "base" : "variant" }));
  return by % 2 === 0 ? all.reverse() : all;
}

interface Current {
  readonly value?: string | readonly string[];
}

function chosenOf(variable: VariableModel, values: readonly string[], wanted: readonly string[] | undefined): readonly string[] {
  const { includeAll = false, multi = false } = variable;
  const saved = (variable.current as Current | undefined)?.value;
  const asked = wanted ?? (saved === undefined ? [] : [saved].flat());
  if (asked.includes(ALL) && includeAll) return [ALL];
  const there = asked.filter((one) => values.includes(one) || variable.type === "textbox" || variable.type === "constant");
  if (there.length > 0) return multi ? there : there.slice(0, 1);
  return includeAll ? [ALL] : values.slice(0, 1);
}

function choiceOf(variable: VariableModel, values: readonly string[], chosen: readonly string[]): Choice {
  const isPattern = variable.multi === true || variable.includeAll === true;
  if (!chosen.includes(ALL)) return { values: chosen, isPattern };
  const whole = variable.allValue;
  return typeof whole === "string" && whole !== "" ? { values, isPattern, whole } : { values, isPattern };
}

const HIDDEN = 2;

const isSeen = ({ variable: { hide, type } }: Offered): boolean => hide !== HIDDEN && !["constant", "datasource"].includes(type);
const labelOf = ({ variable: { label, name } }: Offered): string => String(label ?? name);

/** What is chosen from, for those that are not hidden. */
export const variableChoices = (all: readonly Offered[], choose: (name: string, values: readonly string[]) => void): HTMLElement[] =>
  all.filter(isSeen).map((one) => element("label.variable", {}, element("span", {}, labelOf(one)), control(one, choose)));

/** What is chosen, for a picture, on which nothing can be. */
export const chosenLine = (all: readonly Offered[]): string =>
  all
    .filter(isSeen)
    .map((one) => `${labelOf(one)}: ${one.chosen.includes(ALL) ? "All" : one.chosen.join(", ") || "None"}`)
    .join(" · ");

function control({ variable, values, chosen }: Offered, choose: (name: string, values: readonly string[]) => void): HTMLElement {
  const { name, multi = false, includeAll = false, type } = variable;
  if (type === "textbox") {
    const field = element("input", { "data-control": `var-${name}`, value: chosen[0] ?? "" });
    field.addEventListener("change", () => choose(name, [field.value]));
    return field;
  }
  const offers = [...(includeAll ? [{ value: ALL, text: "All" }] : []), ...values.map((value) => ({ value, text: value }))];
  if (!multi) {
    const list = element(
      "select",
      { "data-control": `var-${name}` },
      ...offers.map(({ value, text }) => element("option", { value, selected: chosen.includes(value) }, text)),
    );
    list.addEventListener("change", () => choose(name, [list.value]));
    return list;
  }
  const summary = chosen.includes(ALL) ? "All" : chosen.length > 2 ? `${chosen.length} chosen` : chosen.join(" + ") || "None";
  const boxes = offers.map(({ value, text }) => {
    const box = element("input", { type: "checkbox", value, checked: chosen.includes(value) });
    box.addEventListener("change", () => {
      const others = chosen.filter((one) => one !== value && one !== ALL);
      choose(name, value === ALL || (!box.checked && others.length === 0) ? [ALL] : box.checked ? [...others, value] : others);
    });
    return element("label.option", {}, box, text);
  });
  return element(
    "details.several",
    { "data-control": `var-${name}` },
    element("summary", {}, summary),
    element("div.options", {}, ...boxes),
  );
}
