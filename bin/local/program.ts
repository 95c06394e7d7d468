import { type Launch, launched, type Running } from "./process";
import { startedWithout } from "./refused-keys";

/** A program of the trial, which may be stopped and started again. */
export class Program {
  #running: Running | undefined;

  /**
   * @param launch makes its launch anew, given what it was found not to know
   * @param leftOut told of that
   */
  constructor(
    readonly name: string,
    private readonly launch: (refused: ReadonlySet<string>) => Launch,
    private readonly leftOut: (keys: readonly string[]) => void = () => {},
  ) {}

  get isRunning(): boolean {
    return this.#running?.hasEnded() === false;
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#running?.pid : undefined;
  }

  /** What it said since it was started last. */
  get output(): string {
    return this.#running?.output() ?? "";
  }

  /** Settles when it ends, by itself too. */
  get ended(): Promise<void> {
    return this.#running?.ended ?? Promise.resolve();
  }

  /** @throws where it does not come up */
  async start(): Promise<void> {
    if (this.isRunning) return;
    this.#running = await startedWithout((refused) => launched(this.launch(refused)), this.leftOut);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}
