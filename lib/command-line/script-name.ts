import { type Runner, runnerOf } from "./runners";
import { readShellText } from "./shell-text";

export interface Container {
  readonly command?: readonly string[] | null;
  readonly args?: readonly string[] | null;
}

/**
 * The file name of what a pod runs: of the first path in commands and arguments that is no interpreter. What is run comes before what is only
 * named: `. /etc/profile; /opt/run.sh` runs run.sh. Undefined where no path is known.
 */
export function scriptOf(containers: readonly Container[]): string | undefined {
  const found = containers.map(ofContainer);
  return first(found, "run") ?? first(found, "named") ?? first(found, "aside");
}

/** File names: of the script that is run, of a path that stands where no script is, and of one that is only prepared or tidied. */
interface Found {
  readonly run?: string | undefined;
  readonly named?: string | undefined;
  readonly aside?: string | undefined;
}

const first = (found: readonly Found[], which: keyof Found): string | undefined => found.find((one) => one[which] !== undefined)?.[which];

function ofContainer({ command, args }: Container): Found {
  const words = [...(command ?? []), ...(args ?? [])];
  // options for the image's own program, which is a shell where there is a text for one
  const isText = /^-[a-z]*c$/.test(words[0] ?? "");
  return ofCommand(isText ? ["sh", ...words] : words, 0);
}

/** Texts within texts within texts: nobody writes so many. */
const DEEPEST = 6;

/** What a command runs. A runner that is a script itself, as an image's entrypoint is, is what runs where no script is behind it. */
function ofCommand(words: readonly string[], depth: number): Found {
  const runners: string[] = [];
  const found = behindRunners(words, depth, runners);
  const script = found.run === undefined ? runners.find((word) => SCRIPT.test(baseName(word))) : undefined;
  return script === undefined ? found : { run: fileName(script) };
}

/** What a command runs through all that only runs it, which is added to `runners`. */
function behindRunners(words: readonly string[], depth: number, runners: string[]): Found {
  let at = 0;
  for (;;) {
    while (/^\w+\+?=/.test(words[at] ?? "")) at++;
    const word = words[at];
    if (word === undefined) return {};
    const runner = runnerOf(baseName(word));
    if (runner === undefined) return ofProgram(words, at, depth);
    const { next, file, text, isCode } = afterOptions(words, at + 1, runner);
    if (isCode) return { named: firstPath(words, next) };
    if (file !== undefined) return { run: fileName(file) };
    if (text !== undefined) return ofText(text, words.slice(next), depth);
    if (runner.runs === "file" || (runner.runs === "shell" && next < words.length)) {
      const run = fileName(words[next] ?? "");
      // a class or an alias is no path
      return run === undefined ? { named: firstPath(words, at + 1) } : { run };
    }
    if (runner.runs === "option") return { named: firstPath(words, next) };
    runners.push(word);
    at = next;
  }
}

/** Of a shell: they run no file, and what stands behind them is compared, set or written. */
const BUILTINS = new Set(
  "[ [[ : alias break cd continue declare echo exit export false getopts hash let local mapfile popd printf pushd read readonly return set shift shopt test trap true type typeset ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** Programs that stand before and after what a text is for. */
const UTILITIES = new Set(
  ". source sleep find mkdir rmdir rm cp mv ln ls cat tee touch chmod chown stat date grep sed cut sort uniq wc tr head tail mktemp dirname basename readlink realpath which id hostname".split(
    " ",
  ),
);
/** Where a system has them. A script elsewhere may have such a name. */
const OF_SYSTEM = /^(?:(?:\/usr(?:\/local)?)?\/s?bin\/)?[^/]+$/;

/** `at` is a program that runs nothing else as far as anybody knows. */
function ofProgram(words: readonly string[], at: number, depth: number): Found {
  const word = words[at] ?? "";
  if (isInShell(depth) && BUILTINS.has(word)) return {};
  if (isInShell(depth) && OF_SYSTEM.test(word) && (UTILITIES.has(baseName(word)) || BUILTINS.has(baseName(word))))
    return { aside: firstPath(words, at) };
  if (word === "eval") return ofText(words.slice(at + 1).join(" "), [], depth);
  if (word.includes("/") || SCRIPT.test(word)) return { run: fileName(word) };
  return { named: firstPath(words, at + 1) };
}

const isInShell = (depth: number): boolean => depth > 0;

/** What a text for a shell runs; `args` are what it is given. */
function ofText(text: string, args: readonly string[], depth: number): Found {
  if (depth >= DEEPEST) return {};
  const { commands, substitutions } = readShellText(text);
  const found = commands.map((words) => ofCommand(words, depth + 1));
  const run = first(found, "run");
  if (run !== undefined) return { run };
  const values = substitutions.map((one) => ofText(one, [], depth + 1));
  return { run: first(values, "run"), named: first(found, "named") ?? firstPath(args, 0), aside: first(found, "aside") };
}

interface After {
  /** Where what it runs begins. */
  readonly next: number;
  readonly file?: string | undefined;
  readonly text?: string | undefined;
  readonly isCode?: boolean;
}

/** Over the options of a runner, and the words of its own. */
function afterOptions(words: readonly string[], from: number, runner: Runner): After {
  let [operands, isText, hasVerb, isOver] = [runner.operands, false, false, false];
  let at = from;
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--" && !isOver) isOver = true;
    else if (!isOver && (word.startsWith("-") || (runner.runs === "shell" && word.startsWith("+")))) {
      // a shell's text follows all of its options
      if (runner.runs === "shell" && /^-[^-]*c/.test(word)) isText = true;
      const { option, hasValue } = readOption(word, runner);
      if (runner.code.has(option)) return { next: at + (hasValue ? 2 : 1), isCode: true };
      if (runner.file.has(option))
        return hasValue ? { next: at + 2, file: words[at + 1] } : { next: at + 1, file: attachedTo(word, option) };
      if (runner.text.has(option))
        return hasValue ? { next: at + 2, text: words[at + 1] } : { next: at + 1, text: attachedTo(word, option) };
      if (runner.instead.has(option)) operands = 0;
      if (hasValue) at++;
    } else if (!hasVerb && runner.verbs.has(word)) hasVerb = true;
    else if (operands > 0) operands--;
    else break;
  }
  return isText ? { next: at + 1, text: words[at] ?? "" } : { next: at };
}

/** The option that takes a value, and whether that is the next word. */
function readOption(word: string, { valued, file, text, code, isLong }: Runner): { readonly option: string; readonly hasValue: boolean } {
  const takes = (option: string) => valued.has(option) || file.has(option) || text.has(option) || code.has(option);
  if (takes(word)) return { option: word, hasValue: true };
  const [name = ""] = word.split("=", 1);
  if (isLong || word.startsWith("--")) return { option: name, hasValue: false };
  // letters in one word: the first that takes a value takes the rest of the word, or the next one
  const [sign = "", ...letters] = word;
  const index = letters.findIndex((letter) => takes(sign + letter));
  return { option: index < 0 ? word : sign + letters[index], hasValue: index >= 0 && index === letters.length - 1 };
}

/** Of an option that has its value in its own word. */
const attachedTo = (word: string, option: string): string => word.slice(word.indexOf(word.startsWith("--") ? "=" : option.slice(1)) + 1);

/** A script by its name alone, without a folder. */
const SCRIPT = /^[\w.-]{1,200}\.(?:sh|bash|zsh|ksh|fish|py|rb|pl|php|js|mjs|cjs|ts|mts|lua|ps1|jar|awk|tcl|jl|exs|R)$/;
/** A path, where any word may stand: `24/7`, `application/json` and URLs are none. */
const PATH = /^(?:\/|\.\.?\/|~\/|\$[^/]*\/)/;

/** The first path among words that may be anything. */
function firstPath(words: readonly string[], from: number): string | undefined {
  for (const word of words.slice(from)) {
    if (word.startsWith("/dev/") || !(PATH.test(word) || SCRIPT.test(word))) continue;
    const name = fileName(word);
    if (name !== undefined && !isInterpreter(name)) return name;
  }
  return undefined;
}

/** The name of a file that is told by its path; undefined where the path does not tell it. */
function fileName(word: string): string | undefined {
  const name = baseName(word);
  const isFile = word.includes("/") ? !word.includes("://") && (PATH.test(word) || /[A-Za-z]/.test(name)) : SCRIPT.test(word);
  // `$` is a value that only the shell, or the kubelet, knows
  return isFile && name !== "" && name !== "." && name !== ".." && !/[$*?\p{Cc}]/u.test(name) ? name : undefined;
}

/** What only runs another: it is no script's name. An image's entrypoint may be one. */
export const isInterpreter = (name: string): boolean => runnerOf(name) !== undefined && !SCRIPT.test(name);

/** A folder may end with slashes. */
function baseName(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(path.lastIndexOf("/", end - 1) + 1, end);
}
