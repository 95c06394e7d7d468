import { SCRIPT_FOLDER } from "../names";

export interface Container {
  readonly command?: readonly string[] | null;
  readonly args?: readonly string[] | null;
}

/** What runs scripts, or runs what runs them. A release may stand behind it: `python3.11`. */
const INTERPRETERS = new Set(
  [
    "ash bash busybox dash ksh sh zsh fish pwsh powershell",
    "node nodejs npm npx tsx ts-node deno bun python pypy perl ruby php lua java tclsh Rscript",
    "env exec time timeout nice ionice nohup stdbuf chroot setpriv gosu su-exec sudo tini dumb-init catatonit docker-entrypoint.sh entrypoint.sh",
  ]
    .join(" ")
    .split(" "),
);
const RELEASE = /[\d.]+$/;
const SCRIPT = /^[\w.-]+\.(?:sh|bash|zsh|py|rb|pl|php|js|mjs|cjs|ts|lua|ps1)$/;

/**
 * The name by which a CronJob's pushes are known: for one of ours the job's, which is its script's; else the file name of the first path in
 * command and arguments that is no interpreter; else the CronJob's own.
 */
export function scriptName(cronJob: string, containers: readonly Container[]): string {
  const words = containers.flatMap(({ command, args }) => [...(command ?? []), ...(args ?? [])].flatMap(wordsOf));
  const own = words.find((word) => word.startsWith(`${SCRIPT_FOLDER}/`));
  const path = own ?? words.find(isScript);
  return path === undefined ? cronJob : baseName(path);
}

/** The words of an argument, which may be a whole text for a shell; not where output goes, and not where it changes to. */
function wordsOf(argument: string): string[] {
  const words = argument
    .replace(/\d*[<>]+&?\s*\S+/g, " ")
    .replace(/\bcd\s+\S+/g, " ")
    .split(/[\s;&|()"'`]+/);
  return words.filter((word) => word !== "");
}

function isScript(word: string): boolean {
  if (word.startsWith("-") || word.startsWith("/dev/") || /^[a-z][a-z0-9+.-]*:\/\//i.test(word) || /^\w+=/.test(word)) return false;
  const name = baseName(word);
  if (name === "" || name === "." || name === ".." || isInterpreter(name)) return false;
  return word.includes("/") || SCRIPT.test(word);
}

function isInterpreter(name: string): boolean {
  return INTERPRETERS.has(name) || INTERPRETERS.has(name.replace(RELEASE, ""));
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
