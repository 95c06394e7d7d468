import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { didYouMean } from "./did-you-mean";
import { isGiven } from "./draft";
import { type Site, SiteSchema } from "./schema";
import { type Mistake, SiteError } from "./site-error";
import { readYaml, type YamlSource } from "./yaml-source";

/** A site file has a few KiB. Something a hundred times larger is another file. */
const LARGEST_BYTES = 1024 * 1024;

const START_OVER = "begin with a copy of the example site.yaml";

/** Reads and checks the site file. Throws one {@link SiteError} that lists every mistake. */
export function loadSite(path: string): Site {
  return parseSite(readText(path), path);
}

/** Checks the text of a site file; `file` is its name in messages. */
export function parseSite(text: string, file: string): Site {
  const nul = text.indexOf("\0");
  if (nul !== -1) throw new SiteError(file, [binaryAt(text, nul)]);
  const source = readYaml(text);
  if ("unreadable" in source) throw new SiteError(file, source.unreadable);
  if (source.value === null) {
    throw new SiteError(file, [{ position: { line: 1, column: 1 }, path: [], message: `the file is empty; ${START_OVER}` }]);
  }
  const result = SiteSchema.safeParse(source.value);
  if (result.success && source.mistakes.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw new SiteError(file, [...source.mistakes, ...mistakesOf(issues, source)]);
}

function readText(path: string): string {
  const bytes = readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes);
    throw new SiteError(path, [binaryAt(text, text.indexOf("\ufffd"))]);
  }
}

function readBytes(path: string): Buffer {
  const refuse = (message: string) => new SiteError(path, [{ path: [], message }]);
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw refuse("is a directory; name the site file inside it");
    if (!found.isFile()) throw refuse("is not a regular file; name a site file");
    if (found.size > LARGEST_BYTES) throw refuse(`is ${found.size} bytes long, more than ${LARGEST_BYTES}; ${START_OVER}`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof SiteError) throw error;
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown error";
    throw refuse(
      code === "ENOENT" ? `there is no such file; ${START_OVER}` : `the file cannot be read (${code}); check its path and permissions`,
    );
  }
}

function binaryAt(text: string, offset: number): Mistake {
  const before = text.slice(0, offset).split("\n");
  const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return { position, path: [], message: "the file is not UTF-8 text from here on; save it as UTF-8" };
}

function mistakesOf(issues: readonly z.core.$ZodIssue[], source: YamlSource): Mistake[] {
  const mistakes: Mistake[] = [];
  // A misspelt key is also a missing one: once is enough.
  const explained = new Set<string>();
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") continue;
    const allowed = keysAt(SiteSchema, issue.path);
    const free = allowed.filter((key) => !isGiven(source.value, [...issue.path, key]));
    for (const key of issue.keys) {
      const path = [...issue.path, key];
      const meant = didYouMean(key, free);
      if (meant !== undefined) explained.add(JSON.stringify([...issue.path, meant]));
      const others = allowed.length === 0 ? "there are none here" : `allowed are: ${allowed.join(", ")}`;
      const remedy = meant === undefined ? others : `did you mean ${meant}?`;
      mistakes.push({ position: source.positionOfKey(path), path, message: `is not a known key; ${remedy}` });
    }
  }
  for (const { code, path, message } of issues) {
    const isExplained = explained.has(JSON.stringify(path)) && !isGiven(source.value, path);
    if (code !== "unrecognized_keys" && !isExplained) mistakes.push({ position: source.positionOf(path), path, message });
  }
  return mistakes;
}

/** The keys that the schema allows at a path. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodOptional) return keysAt(schema.unwrap(), path);
  const [step, ...rest] = path;
  if (schema instanceof z.ZodArray) return keysAt(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return step === undefined ? Object.keys(schema.shape) : keysAt(schema.shape[String(step)], rest);
}
