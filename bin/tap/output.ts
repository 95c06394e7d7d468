import { write } from "node:fs";
import { fitted } from "../../lib/logs/tap/visible";
import { counted, type TapWindow } from "../../lib/logs/tap/window";

/** Of one write: what a slow reader has taken of it can't be dropped any more. */
const CHUNK = 65_536;
const STATUS_MS = 500;
/** A reader that stays behind is told of it no more often. */
const TOLD_MS = 5_000;
/** A descriptor that somebody made non-blocking is full for now. */
const FULL_MS = 20;

const ERASE_LINE = "\r\x1b[K";

export interface OutputOptions {
  /** Of standard output. */
  readonly fd: number;
  /** The width of the terminal that standard output is. @default - it is none: there is no status line, and notices go to standard error */
  readonly columns?: () => number;
  readonly status: () => string;
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Why nothing can be written any more. */
  readonly failed: (error: NodeJS.ErrnoException) => void;
}

/**
 * Standard output, one write after the other and none waited for: `process.stdout` would stop the whole process while a terminal stands
 * still, and the router keeps for each client what it does not read, without a bound.
 */
export class Output {
  #isBusy = false;
  #isOver = false;
  #hasFailed = false;
  #notices: string[] = [];
  #status = "";
  #toldAt = Number.NEGATIVE_INFINITY;
  readonly #timer: NodeJS.Timeout | undefined;
  #drained: (() => void) | undefined;

  constructor(
    private readonly window: TapWindow,
    private readonly options: OutputOptions,
  ) {
    // the numbers of the status grow old by themselves
    if (options.columns) this.#timer = setInterval(() => this.pump(), STATUS_MS);
  }

  /** A word of ours between the events. */
  notice(text: string): void {
    this.#say(text);
    this.pump();
  }

  /** Writes what waits, unless it is writing. */
  pump(): void {
    if (this.#isBusy) return;
    const lines = this.window.take(CHUNK).map((line) => `${line}\n`);
    this.#tellDropped();
    this.#write([...this.#notices.splice(0), ...lines].join(""));
  }

  #tellDropped(): void {
    if (!this.#isOver && this.options.now() - this.#toldAt < TOLD_MS) return;
    const dropped = this.window.takeDropped();
    if (dropped === 0) return;
    this.#toldAt = this.options.now();
    this.#say(`${counted(dropped)} dropped: the reader is slower than they come`);
  }

  #say(text: string): void {
    if (this.options.columns === undefined) console.error(text);
    else this.#notices.push(`${text}\n`);
  }

  /** Ends when all that waits is written, without a status. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#hasFailed) return;
    this.#isOver = true;
    this.window.end();
    const drained = new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    this.pump();
    await drained;
  }

  #write(text: string): void {
    const before = this.#status;
    this.#status = this.#isOver ? "" : this.#newStatus();
    const isSame = text === "" && this.#status === before;
    if (!isSame) {
      this.#isBusy = true;
      this.#writeRest(Buffer.from(`${before === "" ? "" : ERASE_LINE}${text}${this.#status}`));
    } else if (this.#isOver) this.#drained?.();
  }

  #newStatus(): string {
    const { columns, status } = this.options;
    // the last cell of a line may begin another
    return columns === undefined ? "" : fitted(status(), columns() - 1);
  }

  #writeRest(rest: Buffer): void {
    write(this.options.fd, rest, (error, written) => {
      if (error?.code === "EAGAIN") {
        setTimeout(() => this.#writeRest(rest), FULL_MS);
        return;
      }
      // still busy: nothing is written after a failure
      if (error) return this.#failed(error);
      if (written < rest.length) return this.#writeRest(rest.subarray(written));
      this.#isBusy = false;
      // what came meanwhile, and without a terminal only that
      if (!this.window.isEmpty || this.#notices.length > 0 || this.#isOver) this.pump();
    });
  }

  #failed(error: NodeJS.ErrnoException): void {
    this.#hasFailed = true;
    this.options.failed(error);
    this.#drained?.();
  }
}
