import { type FSWatcher, readdirSync, realpathSync, statSync, watch } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: number;
}

/**
 * Files, and folders with all below them, watched by their paths: a checkout of another branch takes a folder away and makes it again,
 * and a watcher stays with the one that is gone. Of a link what it leads to is watched as well: an edit of that tells nothing where the link lies.
 */
export class Watching {
  readonly #named: readonly string[];
  readonly #changed: () => void;
  /** Those named, and where they lead now. */
  #paths: readonly string[] = [];
  /** Of the two folders above each path, what leads there: other things may lie in them, the output perhaps. */
  readonly #above = new Map<string, Set<string>>();
  readonly #folders = new Map<string, Watched>();

  /** @param paths absolute ones, whether they are there or not */
  constructor(paths: readonly string[], changed: () => void) {
    this.#named = paths;
    this.#changed = changed;
  }

  /** To be called after every change, for folders may have come and gone with it. */
  look(): void {
    this.#paths = [...new Set(this.#named.flatMap((path) => [path, ifThere(() => realpathSync(path)) ?? path]))];
    this.#above.clear();
    for (const path of this.#paths.flatMap((path) => [path, dirname(path)]))
      this.#above.set(dirname(path), (this.#above.get(dirname(path)) ?? new Set()).add(basename(path)));
    const there = new Set([...this.#above.keys()].filter((folder) => this.#watch(folder)));
    const waiting = [...this.#paths];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      // watched before it is read: of what comes between the two, one tells
      if (!this.#watch(folder)) continue;
      there.add(folder);
      waiting.push(...foldersIn(folder));
    }
    for (const folder of this.#folders.keys()) if (!there.has(folder)) this.#drop(folder);
  }

  close(): void {
    for (const folder of this.#folders.keys()) this.#drop(folder);
  }

  /** Whether it is a folder. */
  #watch(folder: string): boolean {
    const found = ifThere(() => statSync(folder));
    if (!found?.isDirectory()) return false;
    if (this.#folders.get(folder)?.inode === found.ino) return true;
    this.#drop(folder);
    const watcher = ifThere(() => watch(folder));
    if (watcher === undefined) return false;
    this.#folders.set(folder, { watcher, inode: found.ino });
    watcher.on("error", () => this.#drop(folder));
    watcher.on("change", (event, name) => {
      // it is deleted or moved itself; another one with its inode would not be told from it
      const isItself = event === "rename" && name === basename(folder);
      if (isItself) this.#drop(folder);
      if (isItself || this.#isBelow(folder) || this.#above.get(folder)?.has(String(name))) this.#changed();
    });
    return true;
  }

  #drop(folder: string): void {
    this.#folders.get(folder)?.watcher.close();
    this.#folders.delete(folder);
  }

  #isBelow(folder: string): boolean {
    return this.#paths.some((path) => folder === path || folder.startsWith(path + sep));
  }
}

function foldersIn(folder: string): string[] {
  const inside = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return inside.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** Undefined where the file or the folder is gone, is a link to itself, or is not for us to look at, as one above the site may be. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}
