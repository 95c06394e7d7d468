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

/** What was to be made is there already: what was read before was older than that. */
export class AlreadyThere extends Refusal {}

/** Each begins with a look at what is there: nothing is made that somebody else made meanwhile, or that was made before its answer was lost. */
const ROUNDS = 3;

/**
 * Brings about what is declared, and reads back that it is so.
 * @returns what it had lacked; undefined when nothing was to be done
 * @throws Refusal where it could not be brought about
 */
export async function bringAbout<State>(asker: Asker, aim: Aim<State>): Promise<string | undefined> {
  const { what, read, lacks, write } = aim;
  let mended: string | undefined;
  let state = await read();
  for (let round = 1; ; round++) {
    const lack = lacks(state);
    if (lack === undefined) return mended;
    if (round > ROUNDS) throw notSo(what, lack);
    const failure = await write(state).then(
      () => undefined,
      (error: unknown) => error,
    );
    // without an answer it may have been done all the same
    if (failure === undefined || failure instanceof NoAnswer) mended ??= lack;
    state = await readBack(asker, aim, lack, failure);
    if (lacks(state) !== lack) continue;
    // what is refused once is refused again, and what was taken once may be there twice
    if (!(failure instanceof NoAnswer) || round === ROUNDS) throw failure ?? notSo(what, lack);
  }
}

/** What is there once it lacks something else than before, or at last: a store that answers from a copy shows late what was written. */
async function readBack<State>(asker: Asker, { read, lacks }: Aim<State>, lack: string, failure: unknown): Promise<State> {
  let state = await read();
  for (const ms of pausesAfter(asker, failure)) {
    if (lacks(state) !== lack) break;
    await asker.pause(ms);
    state = await read();
  }
  return state;
}

function pausesAfter({ patience }: Asker, failure: unknown): readonly number[] {
  if (failure === undefined || failure instanceof AlreadyThere) return patience.readBackMs;
  return failure instanceof NoAnswer ? patience.lostMs : [];
}

const notSo = (what: string, lack: string) =>
  new Refusal(`${what}: ${lack}, also after it was set; look at the log of who keeps it, and at who else changes it`);
