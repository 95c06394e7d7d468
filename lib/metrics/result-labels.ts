/**
 * Which labels the result of an expression carries, inferred from the labels of the series that it reads (Prometheus,
 * promql/engine.go; VictoriaMetrics, app/vmselect/promql/binary_op.go and aggr.go: both do the same as far as labels go,
 * the name of a series apart).
 */
import { didYouMean } from "../site/did-you-mean";
import { missingGroups, replaced } from "./label-replace";
import {
  carries,
  difference,
  distinct,
  dropped,
  type KnownLabel,
  kept,
  type LabelSet,
  labelSet,
  NO_LABELS,
  withLabel,
  withOrWithout,
} from "./label-set";
import { allows, type LabelMatcher, type Selector, selectorOf, unquote } from "./promql";
import { children, type Node, syntaxTree } from "./promql-tree";
import { PASS_SAMPLES, SCALARS } from "./promql-types";

/** What is wrong with a label that an expression names. */
export interface LabelProblem {
  readonly label: string;
  readonly what: string;
  readonly fix: string;
}

export interface ResultLabels {
  /** Each sample of the result has one of these; nothing where the result is a number. */
  readonly sets: readonly LabelSet[] | undefined;
  readonly problems: readonly LabelProblem[];
}

/** The labels of the samples that a selector picks, its conditions on labels apart: one set for each kind. */
export type Lookup = (selector: Selector) => readonly LabelSet[];

/** Reads an expression that parses; of one that doesn't, nothing is known. */
export function resultLabels(source: string, lookup: Lookup): ResultLabels {
  const inference = new Inference(source, lookup);
  const sets = inference.of(syntaxTree(source));
  return { sets, problems: inference.problems };
}

/** A number, which has no labels to match. */
type Sets = readonly LabelSet[] | undefined;

const SET_OPERATORS = new Set(["And", "Or", "Unless"]);
const WRAPPERS = new Set(["PromQL", "ParenExpr", "OffsetExpr", "StepInvariantExpr", "UnaryExpr", "MatrixSelector", "SubqueryExpr"]);

class Inference {
  readonly problems: LabelProblem[] = [];

  constructor(
    private readonly source: string,
    private readonly lookup: Lookup,
  ) {}

  of(node: Node): Sets {
    if (WRAPPERS.has(node.name)) return this.#firstVector(node);
    switch (node.name) {
      case "VectorSelector":
        return this.#selector(node);
      case "AggregateExpr":
        return this.#aggregation(node);
      case "FunctionCall":
        return this.#call(node);
      case "BinaryExpr":
        return this.#binary(node);
      default:
        return undefined;
    }
  }

  /** The labels of the first operand that is no number. */
  #firstVector(node: Node | null): Sets {
    return children(node)
      .map((child) => this.of(child))
      .find((sets) => sets !== undefined);
  }

  #selector(node: Node): Sets {
    const selector = selectorOf(node, this.source);
    if (selector === undefined) return [];
    const sets = this.lookup(selector);
    const unknown = selector.matchers.filter(({ label }) => !sets.some((set) => carries(set, label)));
    if (sets.length > 0) for (const { label } of unknown) this.#unknown(label, nameOf(selector), sets);
    const picked = sets.flatMap((set) => constrained(set, selector.matchers) ?? []);
    if (sets.length > 0 && picked.length === 0 && unknown.length === 0) this.#nothing(node, selector.matchers, sets);
    return distinct(picked);
  }

  /** Conditions that no sample fulfils. A job that nobody scrapes is told by the check of jobs. */
  #nothing(node: Node, matchers: readonly LabelMatcher[], sets: readonly LabelSet[]): void {
    const picksNone = (some: readonly LabelMatcher[]) => sets.every((set) => constrained(set, some) === undefined);
    const matcher = matchers.find((_, index) => picksNone(matchers.slice(0, index + 1)));
    const isJobs = matcher?.label === "job" && (matcher.op === "=" || matcher.op === "=~") && picksNone([matcher]);
    if (matcher === undefined || isJobs) return;
    this.problems.push({
      label: matcher.label,
      what: `no sample is ever picked by ${this.#text(node)}: its conditions on the label "${matcher.label}" can't hold`,
      fix: "drop or correct the condition",
    });
  }

  #aggregation(node: Node): Sets {
    const operator = this.#text(node.getChild("AggregateOp"));
    const body = children(node.getChild("FunctionCallBody"));
    const sets = this.#firstVector(node.getChild("FunctionCallBody")) ?? [];
    const modifier = node.getChild("AggregateModifier");
    const labels = this.#labelsIn(modifier?.getChild("GroupingLabels"));
    const isWithout = modifier?.getChild("Without") !== null && modifier !== null;
    const what = `${operator} ${isWithout ? "without" : "by"}`;
    for (const label of labels) this.#mustCarry(label, sets, what);
    if (PASS_SAMPLES.has(operator)) return sets;
    const grouped = sets.map((set) => (isWithout ? dropped(set, labels) : this.#withMissed(kept(set, labels), labels, sets)));
    if (operator !== "count_values") return distinct(grouped);
    const [added = ""] = body.filter(({ name }) => name === "StringLiteral").map((literal) => unquote(this.#text(literal)));
    return distinct(grouped.map((set) => withLabel(set, added, { always: true })));
  }

  #call(node: Node): Sets {
    const name = this.#text(node.getChild("FunctionIdentifier"));
    const body = node.getChild("FunctionCallBody");
    const given = children(body);
    const sets = this.#firstVector(body);
    if (name === "absent" || name === "absent_over_time") return [this.#absent(given)];
    if (SCALARS.has(name)) return undefined;
    const texts = given.filter(({ name }) => name === "StringLiteral").map((literal) => unquote(this.#text(literal)));
    switch (name) {
      case "label_replace":
        return this.#labelReplace(sets ?? [], texts);
      case "label_join":
        return this.#labelJoin(sets ?? [], texts);
      case "histogram_quantile":
        this.#mustCarry("le", sets ?? [], "histogram_quantile over");
        return distinct((sets ?? []).map((set) => dropped(set, ["le"])));
      default:
        // `vector(1)`, `hour()`: made of no series
        return sets ?? [NO_LABELS];
    }
  }

  /** What is absent is named by the conditions that ask for one value. */
  #absent(given: readonly Node[]): LabelSet {
    const [asked] = given.map((node) => (node.name === "MatrixSelector" ? node.getChild("VectorSelector") : node));
    const selector = asked?.name === "VectorSelector" ? selectorOf(asked, this.source) : undefined;
    const matchers = selector?.matchers ?? [];
    const isOnly = (label: string) => matchers.filter((one) => one.label === label).length === 1;
    const equal = matchers.filter(({ op, value }) => op === "=" && value !== "");
    // asked twice, it is there in the store and not in Prometheus
    return labelSet(equal.map(({ label, value }) => [label, isOnly(label) ? { always: true, value } : { always: false }]));
  }

  #labelReplace(sets: readonly LabelSet[], [target = "", replacement = "", source = "", pattern = ""]: readonly string[]): Sets {
    if (source !== "") this.#mustCarry(source, sets, "label_replace from");
    for (const group of missingGroups(pattern, replacement)) {
      this.problems.push({
        label: target,
        what: `label_replace writes ${group}, and the pattern "${pattern}" has no such group: nothing is put there`,
        fix: "count the brackets of the pattern; text behind a group's number needs braces about the number",
      });
    }
    const isMissed = source !== "" && !sets.some((one) => carries(one, source));
    return distinct(
      sets.map((set) => withOrWithout(set, target, isMissed ? { always: false } : replaced(set, { target, replacement, source, pattern }))),
    );
  }

  #labelJoin(sets: readonly LabelSet[], [target = "", separator = "", ...sources]: readonly string[]): Sets {
    for (const source of sources) this.#mustCarry(source, sets, "label_join of");
    return distinct(
      sets.map((set) => {
        const always = sources.some((source) => set.labels.get(source)?.always) || (separator !== "" && sources.length > 1);
        return withLabel(set, target, { always });
      }),
    );
  }

  #binary(node: Node): Sets {
    const [leftNode, ...others] = children(node);
    const rightNode = others.at(-1);
    const left = leftNode && this.of(leftNode);
    const right = rightNode && this.of(rightNode);
    if (left === undefined) return right;
    if (right === undefined) return left;
    const operator = others[0];
    const sign = this.#text(operator);
    const clause = node.getChild("MatchingModifierClause");
    const grouping = clause?.getChildren("GroupingLabels") ?? [];
    const isOn = clause !== null && clause.getChild("On") !== null;
    const isIgnoring = clause !== null && clause.getChild("Ignoring") !== null;
    const labels = isOn || isIgnoring ? this.#labelsIn(grouping[0]) : [];
    const matched = (set: LabelSet) => (isOn ? kept(set, labels) : dropped(set, labels));
    const sides = [
      ["left", left],
      ["right", right],
    ] as const;
    for (const label of labels) {
      if (isIgnoring) this.#mustCarry(label, [...left, ...right], `"${sign}" ignoring`);
      else for (const [side, sets] of sides) this.#mustCarry(label, sets, `"${sign}" on`, ` on its ${side} side`);
    }
    if (operator?.name === "Or") return distinct([...left, ...right]);
    // a label that a side lacks was told above
    if (isIgnoring || labels.every((label) => sides.every(([, sets]) => sets.some((set) => carries(set, label))))) {
      this.#mustMeet(sign, left.map(matched), right.map(matched));
    }
    if (operator !== undefined && SET_OPERATORS.has(operator.name)) return left;

    const many = clause?.getChild("GroupLeft") ? left : clause?.getChild("GroupRight") ? right : undefined;
    if (many === undefined) return distinct(left.map(matched));
    const one = many === left ? right : left;
    const included = this.#labelsIn(grouping[isOn || isIgnoring ? 1 : 0]);
    for (const label of included) this.#mustCarry(label, one, `group_${many === left ? "left" : "right"}`);
    return distinct(
      many.flatMap((set) =>
        one.map((from) =>
          included.reduce((so, label) => {
            return withOrWithout(so, label, from.labels.get(label));
          }, set),
        ),
      ),
    );
  }

  /** Two sides whose samples can never have the same labels give nothing, for ever. */
  #mustMeet(sign: string, left: readonly LabelSet[], right: readonly LabelSet[]): void {
    let label: string | undefined;
    for (const a of left) {
      for (const b of right) {
        const apart = difference(a, b);
        if (apart === undefined) return;
        label ??= apart;
      }
    }
    if (label === undefined) return;
    this.problems.push({
      label,
      what: `the two sides of "${sign}" never match: they differ in the label "${label}"`,
      fix: "say with on (...) or ignoring (...) which labels are the same on both sides",
    });
  }

  #mustCarry(label: string, sets: readonly LabelSet[], what: string, where = ""): void {
    if (sets.length > 0 && !sets.some((set) => carries(set, label))) this.#unknown(label, `${what} (${label})`, sets, where);
  }

  /** A label that was missed once is not missed again by what reads it further out. */
  #withMissed(set: LabelSet, labels: readonly string[], sets: readonly LabelSet[]): LabelSet {
    const missed = labels.filter((label) => !sets.some((one) => carries(one, label)));
    return missed.reduce((so, label) => withLabel(so, label, { always: false }), set);
  }

  #unknown(label: string, of: string, sets: readonly LabelSet[], where = ""): void {
    this.problems.push(unknownLabel(label, of, sets, where));
  }

  #labelsIn(grouping: Node | null | undefined): string[] {
    return (grouping?.getChildren("LabelName") ?? []).map((name) => this.#text(name));
  }

  #text(node: Node | null | undefined): string {
    return node ? this.source.slice(node.from, node.to) : "";
  }
}

/** What a label that no sample carries is told as, with what there is. */
export function unknownLabel(label: string, of: string, sets: readonly LabelSet[], where = ""): LabelProblem {
  const known = [...new Set(sets.flatMap(({ labels }) => [...labels.keys()]))].sort();
  const near = didYouMean(label, known);
  return {
    label,
    what: `${of} asks for the label "${label}", which is not there${where}${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: known.length === 0 ? "nothing there carries a label" : `there are ${known.join(", ")}`,
  };
}

/** What is left of a set under conditions on its labels; nothing where a condition can't hold. */
function constrained(set: LabelSet, matchers: readonly LabelMatcher[]): LabelSet | undefined {
  // most of what many exporters give, such as `up`, is another job's
  if (matchers.some((matcher) => isRuledOut(set.labels.get(matcher.label), matcher))) return undefined;
  return matchers.reduce<LabelSet | undefined>((so, { label, op, value }) => {
    if (so === undefined) return undefined;
    const known = so.labels.get(label);
    const takesEmpty = allows({ op, value }, "");
    if (known === undefined)
      return so.isOpen && !takesEmpty ? withLabel(so, label, { always: true }) : so.isOpen || takesEmpty ? so : undefined;
    if (isRuledOut(known, { op, value })) return undefined;
    if (op === "=") {
      if (value === "") return known.always ? undefined : dropped(so, [label]);
      return known.always && known.value === value ? so : withLabel(so, label, { always: true, value });
    }
    return takesEmpty || known.always ? so : withLabel(so, label, { ...known, always: true });
  }, set);
}

/** Whether a label always has one value, which a condition does not allow. */
const isRuledOut = (known: KnownLabel | undefined, condition: Pick<LabelMatcher, "op" | "value">): boolean =>
  known?.value !== undefined && known.always && !allows(condition, known.value);

const nameOf = (selector: Selector): string => ("name" in selector ? selector.name : selector.namePattern);
