import { Refusal } from "../../service/refusal";
import { type Asker, NoAnswer } from "./asker";

export interface Aim<State> {
  /** In messages. */
  readonly what: string;
  read(): Promise<State>;
  /** What it lacks of what is declared; undefined when it is so. */
  lacks(state: State): string | undefined;
  /** Changes what is there towards what is declared. */
  write(state: State): Promise<void>;
}

/** Each begins with a look at what is there: nothing is made that somebody else made meanwhile, or that was made before its answer was lost. */
const ROUNDS = 3;

/**
 * Brings about what is declared, and reads back that it is so.
 * @returns what it had lacked; undefined when nothing was to be done
 * @throws Refusal where it could not be brought about
 */
export async function bringAbout<State>(asker: Asker, { what, read, lacks, write }: Aim<State>): Promise<string | undefined> {
  let mended: string | undefined;
  let failure: unknown;
  for (let round = 1; ; round++) {
    const state = await read();
    const lack = lacks(state);
    if (lack === undefined) return mended;
    // what is refused once is refused again
    if (failure !== undefined && (round > ROUNDS || !(failure instanceof NoAnswer))) throw failure;
    if (round > ROUNDS)
      throw new Refusal(`${what}: ${lack}, also after it was set; look at the log of who keeps it, and at who else changes it`);
    try {
      failure = undefined;
      await write(state);
      mended ??= lack;
    } catch (error) {
      failure = error;
      // it may have been done all the same
      if (error instanceof NoAnswer) {
        mended ??= lack;
        await asker.pause(round);
      }
    }
  }
}
