import { readFileSync } from "node:fs";
import { z } from "zod";
import { sortedKeys } from "../sorted-keys";
import type { Base, LayerSum } from "./assemble";
import { configOf, digestOf, platformOf, sizeOf } from "./base-schema";

/** What images.lock.json holds: what was read of registries, so that nothing has to be read again. */
export interface ImagesLock {
  /** What our images stand on. */
  readonly base?: Base;
  /** Digests of others' images, by the reference that is declared. */
  readonly images: Readonly<Record<string, string>>;
  /** Our images, by name. */
  readonly own: Readonly<Record<string, OwnLock>>;
}

export interface OwnLock {
  /** The tag, a hash over what the image is made from: of another one nothing here is true. */
  readonly inputs: string;
  readonly digest: string;
  readonly layer: LayerSum;
}

export const NO_LOCK: ImagesLock = { images: {}, own: {} };

/** A lock file that can't be used. */
export class LockError extends Error {
  constructor(
    readonly file: string,
    readonly mistakes: readonly { readonly path: string; readonly message: string }[],
  ) {
    super(mistakes.map(({ path, message }) => `${file}${path === "" ? "" : ` ${path}`}: ${message}`).join("\n"));
  }
}

const AGAIN = "write the file anew: npx belfry images lock";

/** What a field has to be. */
const being = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    `${input === undefined ? "is missing" : `${JSON.stringify(input)} is not ${what}`}; ${AGAIN}`,
});
const DIGEST = being("a digest (sha256: and 64 hexadecimal digits)");

const digest = digestOf(DIGEST);
const LIST = being("a list");
const TABLE = being("a table");

const size = sizeOf(being("a size in bytes"));
const text = z.string(being("text"));

const Layer = z.strictObject({ mediaType: text, digest, size });

const BaseSchema = z.strictObject({
  image: text,
  digest,
  isIndex: z.boolean(being("true or false")),
  platforms: z
    .array(z.strictObject({ platform: platformOf(text), layers: z.array(Layer, LIST), config: configOf(digest, text) }), LIST)
    .min(1, { error: `names no platform; ${AGAIN}` }),
});

const LockSchema = z.strictObject({
  base: BaseSchema.optional(),
  images: z.record(z.string(), digest, TABLE),
  own: z.record(z.string(), z.strictObject({ inputs: text, digest, layer: z.strictObject({ digest, size, diff_id: digest }) }), TABLE),
});

/**
 * The lock of a file; an empty one where there is no such file.
 * @throws LockError for one that can't be read or used
 */
export function readLock(file: string): ImagesLock {
  const found = textOf(file);
  return found === undefined ? NO_LOCK : parseLock(found, file);
}

export function parseLock(content: string, file: string): ImagesLock {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new LockError(file, [
      { path: "", message: `is no JSON: ${String(error instanceof Error ? error.message : error).replaceAll(/\s+/g, " ")}; ${AGAIN}` },
    ]);
  }
  const result = LockSchema.safeParse(value);
  if (result.success) return result.data;
  const mistakes = result.error.issues.map(({ path, message, code, ...issue }) => {
    const unknown =
      code === "unrecognized_keys" && "keys" in issue ? `holds unknown keys (${(issue.keys as string[]).join(", ")}); ${AGAIN}` : undefined;
    return { path: path.map(String).join("."), message: unknown ?? message };
  });
  throw new LockError(file, mistakes);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new LockError(file, [{ path: "", message: `can't be read (${code ?? String(error)}); name another one with --lock` }]);
  }
}

/** Sorted, so that a lock differs where an image does. */
export const lockText = (lock: ImagesLock): string => `${JSON.stringify(sortedKeys(lock), undefined, 2)}\n`;
