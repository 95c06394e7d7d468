/** What a line that waits costs besides its text: a reader that stands still for long must not cost more memory than this allows. */
const LINE_BYTES = 100;

export interface WindowLimits {
  /** How long an event is of interest. */
  readonly seconds: number;
  /** Of lines that wait, in UTF-16 code units with what each costs besides. */
  readonly maxWaiting: number;
}

/** Events of the last seconds, or since the start. */
export interface Counts {
  readonly seen: number;
  readonly matched: number;
}

interface Second extends Counts {
  readonly second: number;
}

/**
 * The sliding window over live events: how many came, and those lines that nobody has taken yet. A line that waits for longer than the
 * window is dropped, and so are the oldest when too many wait: the reader gets what is new.
 */
export class TapWindow {
  #seconds: Second[] = [];
  #total: Counts = { seen: 0, matched: 0 };
  #lines: { readonly at: number; readonly line: string }[] = [];
  /** Before it all are taken or dropped. */
  #first = 0;
  #waiting = 0;
  #dropped = 0;
  #isOver = false;

  /** @param now milliseconds, never going back */
  constructor(
    private readonly limits: WindowLimits,
    private readonly now: () => number,
  ) {}

  /** An event came; its line if it matched. */
  add(line?: string): void {
    const one = { seen: 1, matched: line === undefined ? 0 : 1 };
    const second = Math.floor(this.now() / 1000);
    const last = this.#seconds.at(-1);
    if (last?.second === second) this.#seconds.splice(-1, 1, { second, ...sum(last, one) });
    else this.#seconds = [...this.#recent(), { second, ...one }];
    this.#total = sum(this.#total, one);
    if (line === undefined) return;
    this.#lines.push({ at: this.now(), line });
    this.#waiting += costOf(line);
    this.#dropOld();
    while (this.#waiting > this.limits.maxWaiting) this.#dropFirst();
  }

  /** Nothing more will come: what still waits is not dropped, for however long its reader takes. */
  end(): void {
    this.#isOver = true;
  }

  get isEmpty(): boolean {
    return this.#first === this.#lines.length;
  }

  /** The lines that wait, the oldest first, until they are so long together. */
  take(longest: number): string[] {
    this.#dropOld();
    const taken: string[] = [];
    for (let length = 0; length < longest && !this.isEmpty; ) {
      const line = this.#shift();
      length += line.length;
      taken.push(line);
    }
    return taken;
  }

  /** How many lines were dropped since it was asked last. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  get total(): Counts {
    return this.#total;
  }

  get recent(): Counts {
    return this.#recent().reduce(sum, { seen: 0, matched: 0 });
  }

  /** By whole seconds: to remember when each event came would cost as much as the events. */
  #recent(): Second[] {
    const first = Math.floor(this.now() / 1000) - this.limits.seconds;
    return this.#seconds.filter(({ second }) => second > first);
  }

  #dropOld(): void {
    if (this.#isOver) return;
    const oldest = this.now() - this.limits.seconds * 1000;
    while ((this.#lines[this.#first]?.at ?? oldest) < oldest) this.#dropFirst();
  }

  #dropFirst(): void {
    this.#shift();
    this.#dropped++;
  }

  #shift(): string {
    const { line = "" } = this.#lines[this.#first++] ?? {};
    this.#waiting -= costOf(line);
    // in one go, when half of the list is of no use: to take from its front moves all the others
    if (this.#first * 2 > this.#lines.length) {
      this.#lines = this.#lines.slice(this.#first);
      this.#first = 0;
    }
    return line;
  }
}

export const counted = (events: number): string => `${events} ${events === 1 ? "event" : "events"}`;

const costOf = (line: string): number => line.length + LINE_BYTES;

const sum = (a: Counts, b: Counts): Counts => ({ seen: a.seen + b.seen, matched: a.matched + b.matched });
