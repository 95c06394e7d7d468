import { readFileSync } from "node:fs";

/**
 * A secret as it is now. One from a file is read at each use, so that a rotated one is taken without a
 * restart; while the file can't be read, or is empty in the middle of being written, the last one stands.
 */
export function currentSecret(value: string, file: string | undefined): () => string {
  let last = value;
  return () => {
    if (file === undefined) return last;
    try {
      last = readFileSync(file, "utf8").trim() || last;
    } catch {
      // The mount is being replaced; the next use reads it again.
    }
    return last;
  };
}
