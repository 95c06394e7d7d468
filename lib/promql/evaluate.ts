/**
 * An expression over series that are computed when they are asked for, as the metrics store would answer it: for the preview, which has no store.
 * What each function does at the ends of a range, and that NaN is no value, is VictoriaMetrics' (app/vmselect/promql).
 */

import { type Selector, selectorOf, unquote } from "../metrics/promql";
import { secondsOf } from "../metrics/promql-time";
import { children, type Node, syntaxTree } from "../metrics/promql-tree";
import { aggregated, type GroupLabels } from "./aggregations";
import { called, isFunction, numbersOf } from "./functions";
import { type Matching, operated } from "./operators";
import { ROLLUPS } from "./rollups";
import { oldest, rolled, sampleTimes, spacingOf } from "./samples";
import { filled, isEmpty, type Labels, nameless, only, Refused, type Value, type Vector, without } from "./vector";

/** Where series come from. */
export interface Source {
  /** Seconds between two samples, which are taken at its multiples. */
  readonly interval: number;
  /** The series that a selector picks, with their values at these moments. */
  readonly select: (selector: Selector, times: Float64Array) => readonly Vector[];
}

/** The moments that are asked for, in seconds since the epoch; of a single one `step` is what an instant query looks back. */
export interface Moments {
  readonly times: Float64Array;
  readonly step: number;
  /** Of the query, which need not end with the last moment. Without it each moment is a query of its own, as of a rule. */
  readonly range?: { readonly start: number; readonly end: number };
}

export const INSTANT_STEP = 300;

export function moments({ start, end, step }: { readonly start: number; readonly end: number; readonly step: number }): Moments {
  const count = Math.floor((end - start) / step + 1e-9) + 1;
  return { times: Float64Array.from({ length: Math.max(0, count) }, (_, index) => start + index * step), step, range: { start, end } };
}

/** @throws Refused where an expression asks for what is not evaluated here, and an error where it is wrong */
export function evaluate(expr: string, at: Moments, source: Source): readonly Vector[] {
  const value = new Evaluation(expr, source).of(syntaxTree(expr), at);
  if (value.kind === "text") throw new Error(`${expr} is a text`);
  return value.kind === "number" ? [{ labels: {}, values: value.values }] : value.vectors.filter((vector) => !isEmpty(vector));
}

class Evaluation {
  constructor(
    readonly expr: string,
    readonly source: Source,
  ) {}

  of(node: Node, at: Moments): Value {
    if (node.isError) throw new Error(`the expression is wrong near "${this.#text(node) || "the end"}"`);
    switch (node.name) {
      case "PromQL":
      case "ParenExpr":
        return this.of(operandOf(node), at);
      case "NumberDurationLiteral":
        return { kind: "number", values: filled(at.times.length, numberIn(this.#text(node))) };
      case "StringLiteral":
        return { kind: "text", text: unquote(this.#text(node)) };
      case "VectorSelector":
        return vector(this.source.select(this.#selector(node), scraped(at.times, this.source.interval)));
      case "OffsetExpr":
      case "StepInvariantExpr": {
        const { base, at: placed } = this.#placed(node, at);
        const value = this.of(base, placed);
        return value.kind === "vector" ? vector(value.vectors.map((one) => ({ ...one, values: drawn(one.values, at) }))) : value;
      }
      case "UnaryExpr":
        return this.#unary(node, at);
      case "BinaryExpr":
        return this.#operation(node, at);
      case "AggregateExpr":
        return this.#aggregation(node, at);
      case "FunctionCall":
        return this.#call(node, at);
      default:
        throw new Refused(`${this.#text(node)} is not evaluated here (${node.name})`);
    }
  }

  #text = ({ from, to }: Node): string => this.expr.slice(from, to);

  #selector(node: Node): Selector {
    const selector = selectorOf(node, this.expr);
    if (selector === undefined) throw new Error(`the selector ${this.#text(node)} names no series`);
    return selector;
  }

  /** What modifiers are behind, and its moments: a single one where they name one. In whatever order they stand, an offset is before that one. */
  #placed(node: Node, at: Moments): { readonly base: Node; readonly at: Moments } {
    let base = node;
    let [single, offset]: [number | undefined, number] = [undefined, 0];
    for (; base.name === "OffsetExpr" || base.name === "StepInvariantExpr"; base = operandOf(base)) {
      if (base.name === "OffsetExpr") offset += this.#offset(base);
      else if (single === undefined) single = this.#moment(base, at);
      else throw new Error(`${this.#text(node)} has two @: drop one`);
    }
    const { range } = at;
    const placed: Moments = {
      ...at,
      times: (single === undefined ? at.times : Float64Array.of(single)).map((time) => time - offset),
      range:
        single === undefined
          ? range && { start: range.start - offset, end: range.end - offset }
          : { start: single - offset, end: single - offset },
    };
    return base.name === "ParenExpr" ? this.#placed(operandOf(base), placed) : { base, at: placed };
  }

  #offset(node: Node): number {
    const text = this.#text(node.getChild("OffsetDurationExpr") ?? node);
    return secondsOf(text.replace("-", "")) * (text.includes("-") ? -1 : 1);
  }

  /** The one that `@` names. */
  #moment(node: Node, { range }: Moments): number {
    const of = baseOf(node).name;
    if (of !== "VectorSelector" && !RANGES.has(of)) throw new Error(`${this.#text(node)}: @ stands behind a selector or a range alone`);
    const named = node.getChild("AtModifierPreprocessors");
    if (named !== null && range === undefined)
      throw new Refused(`${this.#text(node)} is not evaluated here in a rule, whose range is a moment`);
    if (named !== null && range !== undefined) return named.getChild("AtStart") === null ? range.end : range.start;
    const number = numberIn(this.#text(node.getChild("NumberDurationLiteral") ?? node));
    if (!Number.isFinite(number)) throw new Error(`${this.#text(node)}: write behind @ start(), end() or seconds since the epoch`);
    return number;
  }

  #unary(node: Node, at: Moments): Value {
    const value = this.of(operandOf(node), at);
    if (this.#text(node.getChild("UnaryOp") ?? node) !== "-") return value;
    return operated({ symbol: "*", isBool: false }, { kind: "number", values: filled(at.times.length, -1) }, value);
  }

  #operation(node: Node, at: Moments): Value {
    const [left, operator, ...others] = children(node);
    const right = others.at(-1);
    if (left === undefined || operator === undefined || right === undefined) throw new Error(`${this.#text(node)} lacks a side`);
    const matching = node.getChild("MatchingModifierClause");
    if (node.getChild("FillModifier") !== null) throw new Refused(`${this.#text(node)} fills, which is not evaluated here`);
    return operated(
      {
        symbol: this.#text(operator).toLowerCase(),
        isBool: node.getChild("BoolModifier") !== null,
        matching: matching === null ? undefined : this.#matching(matching),
      },
      this.of(left, at),
      this.of(right, at),
    );
  }

  #matching(clause: Node): Matching {
    const [labels = [], include = []] = clause.getChildren("GroupingLabels").map((list) => this.#labels(list));
    const side = clause.getChild("GroupLeft") !== null ? "left" : clause.getChild("GroupRight") !== null ? "right" : undefined;
    return { isOn: clause.getChild("On") !== null, labels, many: side && { side, include } };
  }

  #labels = (list: Node): string[] => list.getChildren("LabelName").map(this.#text);

  #aggregation(node: Node, at: Moments): Value {
    const name = this.#text(node.getChild("AggregateOp") ?? node).toLowerCase();
    const args = children(node.getChild("FunctionCallBody")).map((one) => this.of(one, at));
    const last = args.at(-1);
    if (last?.kind !== "vector") throw new Error(`${this.#text(node)} aggregates what is no vector`);
    const [parameter] = args.length > 1 ? args : [];
    const given = parameter?.kind === "text" ? parameter.text : numbersOf(parameter);
    return vector(aggregated(name, last.vectors, this.#groups(node.getChild("AggregateModifier")), given));
  }

  #groups(modifier: Node | null): GroupLabels {
    if (modifier === null) return () => ({});
    const list = modifier.getChild("GroupingLabels");
    const labels = list === null ? [] : this.#labels(list);
    return modifier.getChild("By") !== null ? (own) => only(own, labels) : (own) => without(nameless(own), labels);
  }

  #call(node: Node, at: Moments): Value {
    const name = this.#text(node.getChild("FunctionIdentifier") ?? node).toLowerCase();
    const args = children(node.getChild("FunctionCallBody"));
    if (name === "absent" || name === "absent_over_time") return this.#absent(name, args[0], at);
    if (name === "timestamp") return this.#timestamp(args[0], at);
    const rollup = ROLLUPS.get(name);
    if (rollup === undefined && !isFunction(name)) throw new Refused(`the function ${name}() is not evaluated here`);
    if (rollup === undefined) return called({ name, args: args.map((one) => this.of(one, at)), times: at.times });
    const isRange = (one: Node) => RANGES.has(baseOf(one).name);
    const range = args.find(isRange);
    if (range === undefined) throw new Error(`${name}() needs a range, such as [5m]`);
    const [parameter] = args.filter((one) => !isRange(one)).map((one) => numbersOf(this.of(one, at)));
    return vector(
      this.#range(range, at).map(({ labels, values }) => ({
        labels: rollup.keepsName ? labels : nameless(labels),
        values: values(rollup, parameter),
      })),
    );
  }

  /** The series of a range, each with how a function goes over it. */
  #range(node: Node, at: Moments) {
    const { base, at: placed } = this.#placed(node, at);
    const { times } = placed;
    const [range, every] = base.getChildren("DurationExpr").map((one) => secondsOf(this.#text(one)));
    const window = range ?? 0;
    const isSubquery = base.name === "SubqueryExpr";
    const spacing = isSubquery ? every || at.step : spacingOf(window, this.source.interval);
    const lookBack = times.length > 1 ? oldest(spacing) : at.step;
    const samples = sampleTimes(times, window, spacing);
    const vectors = isSubquery
      ? vectorsOf(this.of(operandOf(base), { times: samples, step: spacing, range: aroundOf(placed, window, spacing) }))
      : this.source.select(this.#selector(base.getChild("VectorSelector") ?? base), samples);
    return vectors.map(({ labels, values }) => ({
      labels,
      values: (...[rollup, parameter]: [Parameters<typeof rolled>[0], Float64Array?]) =>
        drawn(rolled(rollup, { times, window, lookBack }, samples, values, parameter), at),
    }));
  }

  #absent(name: string, of: Node | undefined, at: Moments): Value {
    if (of === undefined) throw new Error(`${name}() takes a vector`);
    const present = ROLLUPS.get("present_over_time");
    const vectors =
      name === "absent" || present === undefined
        ? vectorsOf(this.of(of, at))
        : this.#range(of, at).map(({ labels, values }) => ({ labels, values: values(present) }));
    const values = at.times.map((_, index) => (vectors.some((one) => !Number.isNaN(one.values[index])) ? Number.NaN : 1));
    // with a modifier behind it, the store takes no labels of a selector
    const selector = name === "absent" ? within(of) : baseOf(of).getChild("VectorSelector");
    const matchers = selector?.name === "VectorSelector" ? this.#selector(selector).matchers : [];
    const labels: Labels = Object.fromEntries(matchers.filter(({ op }) => op === "=").map(({ label, value }) => [label, value]));
    return vector([{ labels, values }]);
  }

  #timestamp(of: Node | undefined, at: Moments): Value {
    const vectors = of === undefined ? [] : vectorsOf(this.of(of, at));
    const placed = of && this.#placed(of, at);
    const times = placed?.base.name === "VectorSelector" ? drawn(scraped(placed.at.times, this.source.interval), at) : at.times;
    return vector(
      vectors.map(({ labels, values }) => ({
        labels: nameless(labels),
        values: values.map((value, index) => (Number.isNaN(value) ? value : (times[index] ?? value))),
      })),
    );
  }
}

const RANGES = new Set(["MatrixSelector", "SubqueryExpr"]);
const OPERANDS =
  /^(?:AggregateExpr|BinaryExpr|FunctionCall|MatrixSelector|NumberDurationLiteral|OffsetExpr|ParenExpr|StringLiteral|SubqueryExpr|UnaryExpr|VectorSelector|StepInvariantExpr)$/;

/** The expression that a node is around. */
function operandOf(node: Node): Node {
  const found = children(node).find(({ name }) => OPERANDS.test(name));
  if (found === undefined) throw new Error("the expression is empty");
  return found;
}

/** What parentheses are around. */
const within = (node: Node): Node => (node.name === "ParenExpr" ? within(operandOf(node)) : node);

const AROUND = new Set(["OffsetExpr", "ParenExpr", "StepInvariantExpr"]);

/** What modifiers or parentheses are around. */
const baseOf = (node: Node): Node => (AROUND.has(node.name) ? baseOf(operandOf(node)) : node);

/** Further than its samples the store reads before a subquery (VictoriaMetrics, app/vmselect/promql/eval.go, evalRollupFuncWithSubquery). */
const SILENCE = 300;

/** What `start()` and `end()` are within a subquery. */
const aroundOf = ({ range }: Moments, window: number, spacing: number): Moments["range"] =>
  range && {
    start: spacing * Math.floor((range.start - window - spacing - SILENCE) / spacing),
    end: spacing * Math.ceil((range.end + spacing) / spacing),
  };

/** The value of a single moment stands at all that are asked for. */
const drawn = (values: Float64Array, { times }: Moments): Float64Array =>
  values.length === times.length ? values : filled(times.length, values[0] ?? Number.NaN);

const vector = (vectors: readonly Vector[]): Value => ({ kind: "vector", vectors });

const vectorsOf = (value: Value): readonly Vector[] =>
  value.kind === "vector" ? value.vectors : value.kind === "number" ? [{ labels: {}, values: value.values }] : [];

/** When the sample was taken that counts at a moment: a series that has none then has ended, as its scraper tells the store. */
const scraped = (times: Float64Array, interval: number): Float64Array => times.map((time) => interval * Math.floor(time / interval));

function numberIn(text: string): number {
  if (/inf/i.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const [, sign = "", digits = text] = /^([+-]?)(.*)$/.exec(text) ?? [];
  return Number(digits) * (sign === "-" ? -1 : 1);
}
