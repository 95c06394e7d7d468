/**
 * What an annotation text reads: labels of its alert, labels of the samples that it looks up, and the expressions that it
 * asks the store. The text is followed as Go text/template runs it, every branch of it.
 */
import { remembered } from "../remembered";
import { actionsOf, BLOCKS, type Token, tokensOf } from "./template";
import { type Command, type Operand, type Pipe, takePipe, variablesSet } from "./template-parse";
import { formatted, isWhole, judgeable } from "./template-query";
import { compared, DATA, type Fact, firstOf, isSame, OTHER, plain, type Source, type Term, type Value } from "./template-values";

/** A label that a text reads. */
export interface LabelRead {
  /** More than one where the text takes the first that is there: `{{ or $labels.pod $labels.instance }}`. */
  readonly labels: readonly string[];
  /** The expression whose samples are read; those of the alert where there is none. */
  readonly query?: string;
  /** Whether the text asks first whether it is there: `{{ if $labels.node }}`. */
  readonly isAsked: boolean;
}

export interface Reads {
  readonly labels: readonly LabelRead[];
  /** What the text asks the store, as far as that can be told; a stand-in is in place of what the alert brings. */
  readonly queries: readonly string[];
  /** Where labels, or what holds them, go a way that is not followed: `{{ len $labels }}`. */
  readonly lost: readonly string[];
}

/** What a text without problems reads. */
export const readsOf = remembered((text): Reads => {
  const reader = new Reader(text);
  reader.run();
  return reader;
});

/** An argument, to be read where what came before it is known. */
type Argument = (facts: readonly Fact[]) => Term;

interface Scope {
  readonly dot: Value;
  /** `$`: what the template was given. */
  readonly root: Value;
  readonly variables: Map<string, Value>;
  readonly facts: readonly Fact[];
}

const within = (scope: Scope, changes: Partial<Scope> = {}): Scope => ({ ...scope, variables: new Map(scope.variables), ...changes });

/** Functions that give nothing, or false, for an empty text. */
const KEEP_EMPTY = new Set("gt len match print safeHtml title toLower toUpper".split(" "));

class Reader implements Reads {
  readonly labels: LabelRead[] = [];
  readonly queries: string[] = [];
  readonly lost: string[] = [];
  readonly #actions: Token[][];
  /** Variables that are set anew somewhere: what they hold is not followed. */
  readonly #changing: ReadonlySet<string>;

  constructor(text: string) {
    this.#actions = actionsOf(text).map((action) => tokensOf(action).tokens.filter(({ text }) => !text.startsWith("/*")));
    this.#changing = new Set(this.#actions.flatMap(variablesSet));
  }

  run(): void {
    const variables = new Map<string, Value>([["$labels", { kind: "labels", source: "alert" }]]);
    this.#block({ dot: DATA, root: DATA, variables, facts: [] });
  }

  /** Reads up to the `end` or `else` of the block, and gives what stands behind the `else`. */
  #block(scope: Scope): Token[] | undefined {
    for (let action = this.#actions.shift(); action !== undefined; action = this.#actions.shift()) {
      const [keyword, rest] = keywordOf(action);
      if (keyword === "end") return undefined;
      if (keyword === "else") return rest;
      if (keyword === "define" || keyword === "block") this.#template(keyword, rest, scope);
      else if (keyword === "template") this.#handedOver(rest, scope);
      else if (BLOCKS.includes(keyword)) this.#branches(keyword, rest, within(scope));
      else this.#use(takePipe(action), scope);
    }
    return undefined;
  }

  /** What a template is given can't be told. */
  #template(keyword: string, rest: Token[], scope: Scope): void {
    if (keyword === "block") this.#handedOver(rest, scope);
    this.#block({ dot: OTHER, root: OTHER, variables: new Map(), facts: [] });
  }

  #handedOver(tokens: Token[], scope: Scope): void {
    const [, ...given] = tokens.filter(({ text }) => text.trim() !== "");
    if (given.length > 0) this.#use(takePipe(given), scope);
  }

  #branches(keyword: string, condition: Token[], scope: Scope): void {
    const pipe = takePipe(condition);
    const term = this.#value(pipe, scope, keyword !== "range");
    const element = keyword === "range" ? this.#element(term.value, pipe) : term.value;
    this.#assign(pipe, element, scope);
    if (keyword === "if" && term.value.kind !== "samples") this.#keep(term.value, pipe);
    const known = (facts: readonly Fact[]) => within(scope, { facts: [...scope.facts, ...facts] });
    const behind = this.#block({ ...known(term.ifTrue), dot: keyword === "if" ? scope.dot : element });
    if (behind === undefined) return;
    const [again, rest] = keywordOf(behind);
    if (again === "") this.#block(known(term.ifFalse));
    else this.#branches(again, rest, known(term.ifFalse));
  }

  #element(value: Value, pipe: Pipe): Value {
    if (value.kind === "samples") return { kind: "sample", source: value.source };
    this.#keep(value, pipe);
    return OTHER;
  }

  /** An action that prints, or hands on, what it names. */
  #use(pipe: Pipe, scope: Scope): void {
    const { value } = this.#value(pipe, scope, false);
    if (pipe.declares.length + pipe.sets.length > 0) this.#assign(pipe, value, scope);
    else this.#keep(value, pipe);
  }

  #assign({ declares, sets }: Pipe, value: Value, scope: Scope): void {
    for (const name of sets) this.#lose(value, name);
    for (const [index, name] of declares.entries()) {
      // of two that `range` declares the first is the place in the list
      const given = index === declares.length - 1 ? value : OTHER;
      if (this.#changing.has(name)) this.#lose(given, name);
      scope.variables.set(name, this.#changing.has(name) ? OTHER : given);
    }
  }

  #keep(value: Value, pipe: Pipe): void {
    this.#lose(value, written(pipe.commands));
  }

  #lose({ kind }: Value, source: string): void {
    if (["data", "labels", "samples", "sample"].includes(kind)) this.lost.push(source);
  }

  #value({ commands }: Pipe, scope: Scope, asks: boolean): Term {
    return (
      commands.reduce<Term | undefined>((piped, command, index) => {
        return this.#command(command, piped, scope, asks, written(commands.slice(0, index + 1)));
      }, undefined) ?? plain()
    );
  }

  #command(command: Command, piped: Term | undefined, scope: Scope, asks: boolean, source: string): Term {
    const [first, ...operands] = command;
    if (first === undefined) return plain();
    if (first.kind !== "function") return this.#operand(first, scope, asks);
    const given = operands.map(
      (operand): Argument =>
        (facts) =>
          this.#operand(operand, { ...scope, facts: [...scope.facts, ...facts] }, asks),
    );
    return this.#call(first.name, piped === undefined ? given : [...given, () => piped], scope, asks, source);
  }

  #operand(operand: Operand, scope: Scope, asks: boolean): Term {
    const start = this.#start(operand, scope, asks);
    return operand.fields.reduce((term, field) => this.#field(term.value, field, scope, asks), start);
  }

  #start(operand: Operand, scope: Scope, asks: boolean): Term {
    switch (operand.kind) {
      case "text":
        return plain({ kind: "text", text: operand.text });
      case "dot":
        return plain(scope.dot);
      case "variable":
        return plain(operand.name === "$" ? scope.root : (scope.variables.get(operand.name) ?? OTHER));
      case "group":
        return this.#value(operand.pipe, scope, asks);
      default:
        return plain();
    }
  }

  #field(value: Value, field: string, { facts }: Scope, asks: boolean): Term {
    if ((value.kind === "data" || value.kind === "sample") && field === "Labels") return plain({ kind: "labels", source: value.source });
    return value.kind === "labels" ? this.#label(value.source, field, facts, asks) : plain();
  }

  #label(source: Source, label: string, facts: readonly Fact[], asks: boolean): Term {
    const isKnown = facts.some((fact) => fact.source === source && fact.label === label);
    this.#read(source, [label], asks || isKnown);
    return { value: { kind: "label", source, labels: [label] }, ifTrue: [{ source, label }], ifFalse: [] };
  }

  #read(source: Source, labels: readonly string[], isAsked: boolean): void {
    if (source === "alert") this.labels.push({ labels, isAsked });
    else if (source.query !== undefined) this.labels.push({ labels, query: source.query, isAsked });
  }

  #call(name: string, given: readonly Argument[], scope: Scope, asks: boolean, source: string): Term {
    if (name === "and" || name === "or") return this.#either(name, given, asks, source);
    const terms = given.map((argument) => argument([]));
    const values = terms.map(({ value }) => value);
    const followed = this.#followed(name, values, scope, asks);
    if (followed !== undefined) return followed;
    this.#loseAll(values, source);
    const [first = plain()] = terms;
    if (name === "not") return { value: OTHER, ifTrue: first.ifFalse, ifFalse: first.ifTrue };
    if (name === "eq" || name === "ne") return compared(name, values);
    const [format, ...texts] = values.map((value) => (value.kind === "text" ? value.text : undefined));
    if (name === "printf" && format !== undefined) return plain({ kind: "text", text: formatted(format, texts) });
    return { ...plain(), ifTrue: KEEP_EMPTY.has(name) ? terms.flatMap(({ ifTrue }) => ifTrue) : [] };
  }

  /** What the functions give that are on the way to a label. */
  #followed(name: string, values: readonly Value[], { facts }: Scope, asks: boolean): Term | undefined {
    const [first = OTHER] = values;
    const last = values.at(-1) ?? OTHER;
    const [text] = values.flatMap((value) => (value.kind === "text" ? [value.text] : []));
    const isNamed = text !== undefined && isWhole(text);
    switch (`${name} ${name === "index" ? first.kind : last.kind}`) {
      case "len samples":
      case "not samples":
      case "value sample":
      case "strvalue sample":
        return plain();
      case "first samples":
      case "index samples":
        return "source" in first ? plain({ kind: "sample", source: first.source }) : undefined;
      case "sortByLabel samples":
        return plain(last);
      case "index labels":
        return isNamed && "source" in first ? this.#label(first.source, text, facts, asks) : undefined;
      case "label sample":
        return isNamed && "source" in last ? this.#label(last.source, text, facts, asks) : undefined;
      default:
        return name === "query" ? plain({ kind: "samples", source: this.#query(text) }) : undefined;
    }
  }

  #loseAll(values: readonly Value[], source: string): void {
    for (const value of values) this.#lose(value, source);
  }

  #query(text: string | undefined): Source {
    const query = text === undefined ? undefined : judgeable(text);
    if (query !== undefined) this.queries.push(query);
    return { query };
  }

  /** `and` and `or` read an argument only where those before it did not decide. */
  #either(name: "and" | "or", given: readonly Argument[], asks: boolean, source: string): Term {
    const terms: Term[] = [];
    for (const [index, argument] of given.entries()) {
      const before = this.labels.length;
      const term = argument(terms.flatMap(({ ifTrue, ifFalse }) => (name === "and" ? ifTrue : ifFalse)));
      // a label that is empty is passed over by `or`, and ends `and` with nothing
      const isAsked = term.value.kind === "label" && (name === "or" || index < given.length - 1);
      if (isAsked) this.labels.push(...this.labels.splice(before).map((read) => ({ ...read, isAsked })));
      terms.push(term);
    }
    this.#loseAll(
      terms.map(({ value }) => value),
      source,
    );
    const all = (side: "ifTrue" | "ifFalse") => terms.flatMap((term) => term[side]);
    const shared = (side: "ifTrue" | "ifFalse") => all(side).filter((fact) => terms.every((term) => term[side].some(isSame(fact))));
    if (name === "and") return { value: OTHER, ifTrue: all("ifTrue"), ifFalse: shared("ifFalse") };
    const value = firstOf(terms.map((term) => term.value));
    if (value.kind === "label") this.#read(value.source, value.labels, asks);
    return { value, ifTrue: shared("ifTrue"), ifFalse: all("ifFalse") };
  }
}

const written = (commands: readonly Command[]): string =>
  commands.map((command) => command.map(({ source }) => source).join(" ")).join(" | ");

/** The word that an action begins with, and what stands behind it. */
function keywordOf(action: readonly Token[]): [string, Token[]] {
  const start = action.findIndex(({ text }) => text.trim() !== "");
  return [action[start]?.word ?? "", action.slice(start + 1)];
}
