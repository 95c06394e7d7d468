/** A JSON file that survives a kill at any moment: it is replaced whole, or not at all. */
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type * as z from "zod/mini";
import { errorCode } from "../../../lib/service/environment";
import type { Logger } from "../../../lib/service/log";
import { Semaphore } from "../../../lib/service/semaphore";

export class StateFile<T> {
  /** Two writes would share the temporary file. */
  readonly #semaphore = new Semaphore(1);

  constructor(
    private readonly path: string,
    private readonly schema: z.ZodMiniType<T>,
    private readonly log: Pick<Logger, "error">,
    private readonly now: () => number = Date.now,
  ) {}

  /** What was written last; undefined when there is nothing, or nothing usable: such a file is moved aside. */
  async read(): Promise<T | undefined> {
    let reason: string;
    try {
      const read = this.schema.safeParse(JSON.parse(await readFile(this.path, "utf8")));
      if (read.success) return read.data;
      reason = `its field ${JSON.stringify(read.error.issues[0]?.path.join(".") ?? "")} is not as it must be`;
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      reason = error instanceof SyntaxError ? "it is not JSON" : `it can't be read (${errorCode(error)})`;
    }
    await this.#moveAside(reason);
    return undefined;
  }

  /** @throws when it can't be saved; the old content stays then */
  async write(value: T): Promise<void> {
    const done = await this.#semaphore.acquire();
    const temporary = `${this.path}.tmp`;
    try {
      await mkdir(dirname(this.path), { recursive: true });
      await writeThrough(temporary, `${JSON.stringify(value)}\n`);
      await rename(temporary, this.path);
      await syncFolder(dirname(this.path));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw new Error(
        `state file ${JSON.stringify(this.path)} can't be saved (${errorCode(error)}); free space on its volume or make it writable`,
        { cause: error },
      );
    } finally {
      done();
    }
  }

  async #moveAside(reason: string): Promise<void> {
    const aside = `${this.path}.corrupt-${new Date(this.now()).toISOString().replaceAll(":", "-")}`;
    const moved = await rename(this.path, aside).then(
      () => `moved to ${JSON.stringify(aside)}`,
      (error: unknown) => `could not be moved aside (${errorCode(error)})`,
    );
    this.log.error({ file: this.path }, `state file is unusable: ${reason}; ${moved}, starting without it`);
  }
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
