/**
 * Reading the Go templates of annotations, far enough to know which functions and variables they use;
 * what they read of the alert says template-reads.ts.
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

/** What the evaluator declares in front of every text, and so outside of the templates that the text defines. */
const VARIABLES = new Set("$value $labels $expr $for $alertID $groupID $activeAt $externalLabels $externalURL".split(" "));

/**
 * What is wrong with an annotation text, given the functions it may call; empty when all is well.
 * An unknown function reads as the evaluator says it: `function "default" not defined`.
 */
export function templateProblems(text: string, allowed: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  const declared = new Set<string>();
  /** The blocks that are open, innermost last. */
  const blocks: string[] = [];
  for (const action of actionsOf(text, (problem) => problems.push(problem))) {
    const isApart = blocks.some((block) => block === "define" || block === "block");
    problems.push(...structureProblems(action, blocks));
    const { tokens, bad } = tokensOf(action);
    for (const { variable, isDeclared } of tokens) if (variable && isDeclared) declared.add(variable);
    if (bad !== undefined) problems.push(`unexpected ${JSON.stringify(bad)} in {{${action}}}`);
    for (const { word } of tokens) {
      if (word !== undefined && !KEYWORDS.has(word) && !allowed.has(word)) problems.push(`function "${word}" not defined`);
    }
    for (const { variable } of tokens) {
      const isGiven = variable === "$" || (!isApart && VARIABLES.has(variable ?? ""));
      if (variable && !isGiven && !declared.has(variable)) problems.push(`undefined variable "${variable}"`);
    }
  }
  for (const block of blocks) problems.push(`{{${block}}} is never closed with {{end}}`);
  return [...new Set(problems)];
}

export const BLOCKS = ["if", "range", "with", "define", "block"];

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

/** The insides of `{{ }}`; quotes inside an action may hold `}}`. */
export function actionsOf(text: string, tell: (problem: string) => void = () => {}): string[] {
  const actions: string[] = [];
  let at = text.indexOf("{{");
  while (at >= 0) {
    const inside =
      /^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|(?!\}\})[\s\S])*/.exec(text.slice(at + 2))?.[0] ?? "";
    const end = at + 2 + inside.length;
    if (!text.startsWith("}}", end)) {
      tell(`the action that opens at offset ${at} is never closed with }}`);
      return actions;
    }
    actions.push(inside.replace(/^- /, " ").replace(/ -$/, " "));
    at = text.indexOf("{{", end + 2);
  }
  return actions;
}

export interface Token {
  readonly text: string;
  /** With its `$`; what it is set to stands behind. */
  readonly variable?: string;
  readonly isDeclared?: boolean;
  readonly isSet?: boolean;
  /** A keyword, or a function's name. */
  readonly word?: string;
}

const TOKEN =
  /\s+|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|(\$\w*)(?:\.\w+)*(\s*:?=(?!=))?|(?:\.\w+)+|\.|[-+]?\d[\w.]*|([A-Za-z_]\w*)(?:\.\w+)*|[|(),]/y;

/** An action's tokens, spaces and comments among them, up to what Go can't read. */
export function tokensOf(action: string): { readonly tokens: Token[]; readonly bad?: string } {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < action.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(action);
    if (!match) return { tokens, bad: action.slice(start, start + 10) };
    const [text, variable, assignment, word] = match;
    if (variable === undefined) tokens.push({ text, ...(word !== undefined && { word }) });
    else {
      // `range $i, $e := …` declares both; the name before the comma has no `:=` of its own.
      const declares = assignment?.trim() === ":=" || /^\s*,\s*\$\w+\s*:=/.test(action.slice(TOKEN.lastIndex));
      const isSet = assignment?.trim() === "=" || /^\s*,\s*\$\w+\s*=(?!=)/.test(action.slice(TOKEN.lastIndex));
      const path = text.slice(0, text.length - (assignment?.length ?? 0));
      tokens.push({ text: path, variable, isDeclared: declares, isSet });
    }
  }
  return { tokens };
}
