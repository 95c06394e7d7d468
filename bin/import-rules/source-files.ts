import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { messageOf } from "../../lib/message-of";

/** A file that was asked for: its text, or why there is none. */
export type SourceFile = { readonly file: string } & ({ readonly text: string } | { readonly problem: string; readonly fix: string });

export interface SourceFiles {
  readonly files: Iterable<SourceFile>;
  readonly count: number;
  /** Sources of rules that somebody else renders: jsonnet. */
  readonly passedOver: readonly string[];
}

export const STDIN = "-";
const RULES = /\.(?:ya?ml|json)$/i;
const JSONNET = /\.(?:jsonnet|libsonnet)$/i;
/** A tenth of it takes seconds to parse. */
const LARGEST_BYTES = 64 * 2 ** 20;

/** The files below what was named, in the order of their names; read one by one, as they are asked for. */
export function sourceFiles(asked: string): SourceFiles {
  const names = asked === STDIN || !statSync(asked).isDirectory() ? [asked] : below(asked);
  const files = names.filter((name) => names.length === 1 || RULES.test(name));
  return { files: lazily(files), count: files.length, passedOver: names.filter((name) => JSONNET.test(name) && !files.includes(name)) };
}

function* lazily(names: readonly string[]): Generator<SourceFile> {
  for (const file of names) yield readSource(file);
}

function readSource(file: string): SourceFile {
  try {
    if (file !== STDIN && statSync(file).size > LARGEST_BYTES)
      return { file, problem: `it is larger than ${LARGEST_BYTES / 2 ** 20} MiB`, fix: "split it" };
    const text = decoded(readFileSync(file === STDIN ? 0 : file));
    if (text === undefined) return { file, problem: "it is not UTF-8", fix: "save it as UTF-8" };
    return { file: file === STDIN ? "stdin" : file, text };
  } catch (error) {
    return {
      file,
      problem: `it can't be read: ${messageOf(error)}`,
      fix: "let the user who calls belfry read it",
    };
  }
}

/** Without its byte order mark; undefined for what is no text. */
function decoded(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Hidden folders are copies: git's own, and those that a mounted ConfigMap's links lead to. */
function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      // a link to a folder may lead back to where it is
      if (entry.isDirectory()) return below(path);
      return RULES.test(basename(path)) || JSONNET.test(path) ? [path] : [];
    });
}
