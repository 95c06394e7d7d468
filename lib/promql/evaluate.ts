/**
 * An expression over series that are computed when they are asked for, as the metrics store would answer it: for the preview, which has no store.
 * What each function does at the ends of a range, and that NaN is no value, is VictoriaMetrics' (app/vmselect/promql).
 */

import type { Selector } from "../metrics/promql";
import type { Node } from "../metrics/promql-tree";
import { aggregated, type GroupLabels, isAggregation } from "./aggregations";
import { requireForm } from "./call-form";
import { called, isFunction } from "./functions";
import { numberIn, textIn, timeIn } from "./literals";
import type { Moments } from "./moments";
import { baseOf, isRange, operandOf, partsOf, treeOf, within } from "./nodes";
import { isComparison, isSet, type Matching, operated } from "./operators";
import { placedAt } from "./placed";
import { ROLLUPS } from "./rollups";
import { oldest, rolled, sampleTimes, spacingOf } from "./samples";
import { selectorIn } from "./selectors";
import {
  filled,
  isEmpty,
  type Labels,
  NAME,
  nameless,
  numbersOf,
  only,
  Refused,
  type Value,
  type Vector,
  vectorsOf,
  without,
} from "./vector";

/** Where series come from. */
export interface Source {
  /** Seconds between two samples, which are taken at its multiples. */
  readonly interval: number;
  /** The series that a selector picks, with their values at these moments. */
  readonly select: (selector: Selector, times: Float64Array) => readonly Vector[];
  /** Asked again and again while an expression is evaluated. @throws where that takes too long @default - it takes as long as it takes */
  readonly goOn?: () => void;
}

/** @throws Refused where an expression asks for what is not evaluated here, and an error where it is wrong */
export function evaluate(expr: string, at: Moments, source: Source): readonly Vector[] {
  const value = new Evaluation(expr, source).of(treeOf(expr), at);
  if (value.kind === "text") throw new Error(`${expr} is a text`);
  return value.kind === "number" ? [{ labels: {}, values: value.values }] : value.vectors.filter((vector) => !isEmpty(vector));
}

class Evaluation {
  constructor(
    readonly expr: string,
    readonly source: Source,
  ) {}

  of(node: Node, at: Moments): Value {
    this.source.goOn?.();
    switch (node.name) {
      case "PromQL":
      case "ParenExpr":
        return this.of(operandOf(node), at);
      case "NumberDurationLiteral":
        return { kind: "number", values: filled(at.times.length, numberIn(this.#text(node))) };
      case "StringLiteral":
        return { kind: "text", text: textIn(this.#text(node)) };
      case "VectorSelector":
        return vector(this.source.select(selectorIn(node, this.expr), scraped(at.times, this.source.interval)));
      case "OffsetExpr":
      case "StepInvariantExpr": {
        const { base, at: placed } = placedAt(node, at, this.expr);
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
      case "MatrixSelector":
      case "SubqueryExpr":
        throw new Error(`${this.#text(node)} is a range: write a function around it, such as max_over_time(...)`);
      default:
        throw new Refused(`${this.#text(node)} is not evaluated here`);
    }
  }

  #text = ({ from, to }: Node): string => this.expr.slice(from, to);

  #unary(node: Node, at: Moments): Value {
    const value = this.of(operandOf(node), at);
    if (this.#text(node.getChild("UnaryOp") ?? node) !== "-") return value;
    return operated({ symbol: "*", isBool: false }, { kind: "number", values: filled(at.times.length, -1) }, value);
  }

  #operation(node: Node, at: Moments): Value {
    const [left, operator, ...others] = partsOf(node);
    const right = others.at(-1);
    if (left === undefined || operator === undefined || right === undefined) throw new Error(`${this.#text(node)} lacks a side`);
    const matching = node.getChild("MatchingModifierClause");
    if (node.getChild("FillModifier") !== null) throw new Refused(`${this.#text(node)} fills, which is not evaluated here`);
    const form = {
      symbol: this.#text(operator).toLowerCase(),
      isBool: node.getChild("BoolModifier") !== null,
      matching: matching === null ? undefined : this.#matching(matching),
    };
    if (form.isBool && !isComparison(form.symbol)) throw new Error(`${this.#text(node)}: bool stands behind a comparison alone`);
    if (form.matching?.many !== undefined && isSet(form.symbol))
      throw new Error(`${this.#text(node)}: ${form.symbol} takes no group_left or group_right`);
    return operated(form, this.of(left, at), this.of(right, at));
  }

  #matching(clause: Node): Matching {
    const [labels = [], include = []] = clause.getChildren("GroupingLabels").map((list) => this.#labels(list));
    const side = clause.getChild("GroupLeft") !== null ? "left" : clause.getChild("GroupRight") !== null ? "right" : undefined;
    return { isOn: clause.getChild("On") !== null, labels, many: side && { side, include } };
  }

  #labels = (list: Node): string[] =>
    partsOf(list).map((one) => (one.name === "QuotedLabelName" ? textIn(this.#text(one)) : this.#text(one)));

  #aggregation(node: Node, at: Moments): Value {
    const name = this.#text(node.getChild("AggregateOp") ?? node).toLowerCase();
    if (!isAggregation(name)) throw new Refused(`the aggregation ${name}() is not evaluated here`);
    const given = partsOf(node.getChild("FunctionCallBody"));
    requireForm(name, given);
    const args = given.map((one) => this.of(one, at));
    const [parameter] = TAKES_PARAMETER.has(name) ? args.splice(0, 1) : [];
    const set = parameter?.kind === "text" && name === "count_values" ? parameter.text : numbersOf(parameter, name);
    return vector(aggregated(name, args.flatMap(vectorsOf), this.#groups(node.getChild("AggregateModifier")), set));
  }

  #groups(modifier: Node | null): GroupLabels {
    if (modifier === null) return () => ({});
    const list = modifier.getChild("GroupingLabels");
    const labels = list === null ? [] : this.#labels(list);
    return modifier.getChild("By") !== null ? (own) => only(own, labels) : (own) => without(nameless(own), labels);
  }

  #call(node: Node, at: Moments): Value {
    const name = this.#text(node.getChild("FunctionIdentifier") ?? node).toLowerCase();
    const args = partsOf(node.getChild("FunctionCallBody"));
    const rollup = ROLLUPS.get(name);
    if (rollup === undefined && !isFunction(name) && !OF_SELECTOR.has(name))
      throw new Refused(`the function ${name}() is not evaluated here`);
    requireForm(name, args);
    if (name === "absent" || name === "absent_over_time") return this.#absent(name, args[0], at);
    if (name === "timestamp") return this.#timestamp(args[0], at);
    if (rollup === undefined) return called({ name, args: args.map((one) => this.of(one, at)), times: at.times });
    const [parameter] = args.filter((one) => !isRange(one)).map((one) => numbersOf(this.of(one, at), name));
    return vector(
      args.filter(isRange).flatMap((range) =>
        this.#range(range, at).map(({ labels, values }) => {
          this.source.goOn?.();
          return { labels: rollup.keepsName ? labels : nameless(labels), values: values(rollup, parameter) };
        }),
      ),
    );
  }

  /** The series of a range, each with how a function goes over it. */
  #range(node: Node, at: Moments) {
    const { base, at: placed } = placedAt(node, at, this.expr);
    const { times } = placed;
    const [range, every] = base.getChildren("DurationExpr").map((one) => timeIn(this.#text(one)));
    const window = range ?? 0;
    if (!(window > 0) || (every ?? 0) < 0) throw new Error(`${this.#text(base)}: a range and its step are longer than nothing`);
    const isSubquery = base.name === "SubqueryExpr";
    const selector = base.getChild("VectorSelector");
    if (!isSubquery && selector === null) throw new Error(`${this.#text(base)}: behind what is calculated write a step too, as in [5m:1m]`);
    const spacing = isSubquery ? every || at.step : spacingOf(window, this.source.interval);
    const lookBack = times.length > 1 ? oldest(spacing) : at.step;
    const samples = sampleTimes(times, window, spacing);
    const goOn = () => this.source.goOn?.();
    const vectors = isSubquery
      ? vectorsOf(this.of(operandOf(base), { times: samples, step: spacing, range: aroundOf(placed, window, spacing) }))
      : this.source.select(selectorIn(selector ?? base, this.expr), samples);
    return vectors.map(({ labels, values }) => ({
      labels,
      values: (...[rollup, parameter]: [Parameters<typeof rolled>[0], Float64Array?]) =>
        drawn(rolled(rollup, { times, window, lookBack, goOn }, samples, values, parameter), at),
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
    const matchers = selector?.name === "VectorSelector" ? selectorIn(selector, this.expr).matchers : [];
    const labels: Labels = Object.fromEntries(
      matchers.filter(({ op, label }) => op === "=" && label !== NAME).map(({ label, value }) => [label, value]),
    );
    return vector([{ labels, values }]);
  }

  #timestamp(of: Node | undefined, at: Moments): Value {
    const vectors = of === undefined ? [] : vectorsOf(this.of(of, at));
    const placed = of && placedAt(of, at, this.expr);
    const times = placed?.base.name === "VectorSelector" ? drawn(scraped(placed.at.times, this.source.interval), at) : at.times;
    return vector(
      vectors.map(({ labels, values }) => ({
        labels: nameless(labels),
        values: values.map((value, index) => (Number.isNaN(value) ? value : (times[index] ?? value))),
      })),
    );
  }
}

/** What stands before the vector. */
const TAKES_PARAMETER = new Set(["topk", "bottomk", "quantile", "count_values"]);
/** What they give depends on how what they are given is written. */
const OF_SELECTOR = new Set(["absent", "absent_over_time", "timestamp"]);

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

/** When the sample was taken that counts at a moment: a series that has none then has ended, as its scraper tells the store. */
const scraped = (times: Float64Array, interval: number): Float64Array => times.map((time) => interval * Math.floor(time / interval));
