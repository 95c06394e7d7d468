/**
 * Reading the Go templates of annotations, far enough to know which functions and variables they use.
 * Source of the sets: the observability specification, part 7, and VictoriaMetrics
 * app/vmalert/templates/template.go.
 */

/** Go text/template's own functions. */
const BUILT_INS = "and call eq ge gt html index js le len lt ne not or print printf println slice urlquery".split(" ");

/** What our own rules may call besides the built-ins: the specification's set. */
export const OWN_FUNCTIONS: ReadonlySet<string> = new Set([
  ...BUILT_INS,
  ..."humanize humanizeDuration query reReplaceAll safeHtml title".split(" "),
]);

/** What the evaluator knows: imported upstream rules may use all of it. */
export const EVALUATOR_FUNCTIONS: ReadonlySet<string> = new Set([
  ...OWN_FUNCTIONS,
  ...(
    "args crlfEscape externalURL first formatTime htmlEscape humanize1024 humanizePercentage humanizeTimestamp jsonEscape " +
    "label match now parseDuration parseDurationTime pathEscape pathPrefix queryEscape quotesEscape sortByLabel stripDomain " +
    "stripPort strvalue toLower toTime toUpper value"
  ).split(" "),
]);

const KEYWORDS = new Set("if else end range with define template block break continue true false nil".split(" "));

const VARIABLES = new Set("value labels expr for alertID groupID activeAt externalLabels externalURL".split(" "));

/**
 * What is wrong with an annotation text, given the functions it may call; empty when all is well.
 * An unknown function reads as the evaluator says it: `function "default" not defined`.
 */
export function templateProblems(text: string, allowed: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const declared = new Set<string>();
  /** The blocks that are open, innermost last. */
  const blocks: string[] = [];
  for (const action of actionsOf(text, problems)) {
    problems.push(...structureProblems(action, blocks));
    const { functions, variables, declares, bad } = tokensOf(action);
    for (const name of declares) declared.add(name);
    if (bad !== undefined) problems.push(`unexpected ${JSON.stringify(bad)} in {{${action}}}`);
    for (const name of functions) if (!allowed.has(name)) problems.push(`function "${name}" not defined`);
    for (const name of variables) if (!VARIABLES.has(name) && !declared.has(name)) problems.push(`undefined variable "$${name}"`);
  }
  for (const block of blocks) problems.push(`{{${block}}} is never closed with {{end}}`);
  return [...new Set(problems)];
}

const BLOCKS = ["if", "range", "with", "define", "block"];

/** What the template's data holds at the top; inside `range`, `with` and `define` the dot is something else. */
const FIELDS = new Set("Value Labels Expr For AlertID GroupID ActiveAt ExternalLabels ExternalURL Type IsPartial Interval".split(" "));

/** Opens and closes blocks as the action says; Go refuses a template whose blocks don't match, or an action without a value. */
function structureProblems(action: string, blocks: string[]): string[] {
  const body = action.trim();
  if (/^\/\*[\s\S]*\*\/$/.test(body)) return [];
  const [, keyword = ""] = /^([a-z]+)\b/.exec(body) ?? [];
  const rest = body.slice(keyword.length).trim();
  if (keyword === "end") return rest !== "" || blocks.pop() === undefined ? [`unexpected {{${body}}}`] : [];
  if (keyword === "else") return blocks.length === 0 ? ["unexpected {{else}}"] : [];
  if (BLOCKS.includes(keyword)) blocks.push(keyword);
  if (body === "" || /(?:^|\|)\s*(?:\||$)/.test(withoutStrings(body)) || (BLOCKS.includes(keyword) && rest === "")) {
    return [`missing value in {{${action}}}`];
  }
  const isTop = blocks.every((block) => block === "if");
  const fields = isTop ? Array.from(withoutStrings(body).matchAll(/(?<![\w)$.\]])\.(\w+)/g), ([, field = ""]) => field) : [];
  return fields.filter((field) => !FIELDS.has(field)).map((field) => `the data has no field ".${field}"`);
}

function withoutStrings(action: string): string {
  return action.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'/g, "s");
}

/** A label that a text reads of its alert. */
export interface LabelRead {
  readonly label: string;
  /** Whether the text asks first whether it is there: `{{ if $labels.node }}`. */
  readonly isAsked: boolean;
}

/** The labels that a text without problems reads of its alert. */
export function labelsRead(text: string): LabelRead[] {
  const reads: LabelRead[] = [];
  const blocks: { readonly keyword: string; readonly asked: readonly string[] }[] = [];
  for (const action of actionsOf(text, [])) {
    const body = action.trim();
    const [, keyword = ""] = /^([a-z]+)\b/.exec(body) ?? [];
    if (keyword === "end") blocks.pop();
    // inside the others the dot is no alert
    const isTop = blocks.every((block) => block.keyword === "if");
    const labels = labelsNamed(body, isTop);
    const asks = keyword === "if" || keyword === "with" || /^else\s+(?:if|with)\b/.test(body);
    for (const label of labels) reads.push({ label, isAsked: asks || blocks.some(({ asked }) => asked.includes(label)) });
    if (BLOCKS.includes(keyword)) blocks.push({ keyword, asked: labels });
    else if (asks) blocks.push({ keyword: blocks.pop()?.keyword ?? "if", asked: labels });
  }
  return reads;
}

function labelsNamed(action: string, isTop: boolean): string[] {
  const dotted = isTop ? /(?:\$labels|(?<![\w)$.\]])\.Labels|\$\.Labels)\.(\w+)/g : /(?:\$labels|\$\.Labels)\.(\w+)/g;
  const indexed = /\bindex\s+(?:\$labels|\$?\.Labels)\s+"([^"\\]+)"/g;
  return [dotted, indexed].flatMap((form) => {
    const from = form === dotted ? withoutStrings(action) : action;
    return Array.from(from.matchAll(form), ([, label = ""]) => label);
  });
}

/** The expressions that a text asks the store itself, as far as they stand in it whole. */
export function queriesOf(text: string): string[] {
  return actionsOf(text, []).flatMap((action) =>
    Array.from(action.matchAll(/\bquery\s+("(?:[^"\\\n]|\\.)*"|`[^`]*`)/g), ([, literal = ""]) => unquoted(literal)),
  );
}

function unquoted(literal: string): string {
  const inside = literal.slice(1, -1);
  return literal.startsWith("`") ? inside : inside.replace(/\\(.)/g, "$1");
}

/** The insides of `{{ }}`; quotes inside an action may hold `}}`. */
function actionsOf(text: string, problems: string[]): string[] {
  const actions: string[] = [];
  let at = text.indexOf("{{");
  while (at >= 0) {
    const inside =
      /^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|(?!\}\})[\s\S])*/.exec(text.slice(at + 2))?.[0] ?? "";
    const end = at + 2 + inside.length;
    if (!text.startsWith("}}", end)) {
      problems.push(`the action that opens at offset ${at} is never closed with }}`);
      return actions;
    }
    actions.push(inside.replace(/^- /, " ").replace(/ -$/, " "));
    at = text.indexOf("{{", end + 2);
  }
  return actions;
}

interface Tokens {
  readonly functions: string[];
  readonly variables: string[];
  readonly declares: string[];
  readonly bad?: string;
}

const TOKEN =
  /\s+|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|(\$\w*)(?:\.\w+)*(\s*:?=(?!=))?|(?:\.\w+)+|\.|[-+]?\d[\w.]*|([A-Za-z_]\w*)(?:\.\w+)*|[|(),]/y;

function tokensOf(action: string): Tokens {
  const functions: string[] = [];
  const variables: string[] = [];
  const declares: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < action.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(action);
    if (!match) return { functions, variables, declares, bad: action.slice(start, start + 10) };
    const [, variable, assignment, word] = match;
    if (variable !== undefined && variable.length > 1) {
      // `range $i, $e := …` declares both; the name before the comma has no `:=` of its own.
      const isDeclared = assignment !== undefined || /^\s*,\s*\$\w+\s*:=/.test(action.slice(TOKEN.lastIndex));
      (isDeclared ? declares : variables).push(variable.slice(1));
    }
    if (word !== undefined && !KEYWORDS.has(word)) functions.push(word);
  }
  return { functions, variables, declares };
}
