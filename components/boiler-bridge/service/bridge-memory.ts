import type { BridgeState } from "./bridge-state";
import type { StateFile } from "./state-file";

/** What the bridge remembers over a restart. A change holds at once; on the disk it is when `save` settles, or later when the disk was full. */
export class BridgeMemory {
  #state: BridgeState = {};
  #writing: Promise<void> = Promise.resolve();
  /** The write that has not begun yet: it takes every change until then with it. */
  #next: Promise<void> | undefined;
  #isSaved = true;
  #isClosed = false;

  constructor(
    private readonly file: Pick<StateFile<BridgeState>, "read" | "write">,
    private readonly log: { readonly error: (about: object, line: string) => void; readonly info: (line: string) => void },
  ) {}

  /** Whether the disk has every change whose write was tried. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  get state(): BridgeState {
    return this.#state;
  }

  async load(): Promise<BridgeState> {
    this.#state = (await this.file.read()) ?? {};
    return this.#state;
  }

  /** Settles also when it could not be written. */
  save(change: BridgeState): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#state = { ...this.#state, ...change };
    this.#next ??= this.#writing.then(() => this.#write());
    this.#writing = this.#next;
    return this.#next;
  }

  async #write(): Promise<void> {
    this.#next = undefined;
    try {
      await this.file.write(this.#state);
      if (!this.#isSaved) this.log.info("the bridge's state is saved again");
      this.#isSaved = true;
    } catch (error) {
      if (this.#isSaved) this.log.error({ err: error }, "the bridge's state can't be saved; a restart would lose what was counted since");
      this.#isSaved = false;
    }
  }

  /** Tries again what could not be written. */
  async saveAgain(): Promise<void> {
    if (!this.#isSaved) await this.save({});
  }

  /** Settles when the last change is written, or could not be. Later ones are dropped: the file may be another bridge's by then. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
  }
}
