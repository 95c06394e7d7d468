/**
 * What is asked of the log store (OpenObserve 0.93, src/api/management/src/request/ and models/): each answer is what its interface promises,
 * or a refusal. None is ever taken for an empty list: what is there would be made a second time.
 */
import * as z from "zod/mini";
import type { HttpAnswer } from "../../../../lib/service/http-call";
import { parsed } from "../../service/parsed";
import { Refusal } from "../../service/refusal";
import type { Asker, Question } from "./asker";
import { AlreadyThere } from "./bring-about";

export type Store = Pick<Asker, "ask" | "quote">;

/** An object as the store has it: what we don't know of it stays. */
export type Stored = Readonly<Record<string, unknown>>;

const named = z.looseObject({ name: z.string() });

/** What an answer has to be, and how long it may be. */
interface Promised<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly maxBytes: number;
  /** As of a {@link Question}. */
  readonly isOpen?: boolean;
}

const upTo = <T>(mebibytes: number, schema: z.ZodMiniType<T>): Promised<T> => ({ schema, maxBytes: mebibytes * 1024 * 1024 });

export const answers = {
  config: { ...upTo(1, z.object({ data_retention_days: z.int() })), isOpen: true },
  // some ten thousand columns
  schema: upTo(4, z.object({ settings: z.object({ data_retention: z.int() }) })),
  // a value without its beginning, or with dots and asterisks, is one that was masked
  tokens: upTo(
    1,
    z.object({ data: z.array(z.object({ name: z.string(), token: z.string().check(z.regex(/^o2oi_[\w+/=-]+$/)), enabled: z.boolean() })) }),
  ),
  folders: upTo(1, z.object({ list: z.array(z.object({ folderId: z.string().check(z.minLength(1)), name: z.string() })) })),
  templates: upTo(4, z.array(named)),
  destinations: upTo(4, z.array(named)),
  // a thousand and more
  alerts: upTo(
    4,
    z.object({ list: z.array(z.object({ alert_id: z.string().check(z.minLength(1)), folder_id: z.string(), name: z.string() })) }),
  ),
  alert: upTo(1, named),
};

/** What the answer says. Of one that may hold tokens nothing is quoted. */
export async function readAs<T>(store: Store, path: string, what: string, promised: Promised<T>): Promise<T> {
  const read = await readIfThere(store, path, what, promised);
  if (read === undefined) throw new Refusal(`${what}: the log store answered 404; look at STORE_URL and STORE_ORGANISATION`);
  return read;
}

/** As {@link readAs}; undefined where the store says that there is none (404). */
export async function readIfThere<T>(
  store: Store,
  path: string,
  what: string,
  { schema, maxBytes, isOpen }: Promised<T>,
): Promise<T | undefined> {
  const answer = await store.ask({ method: "GET", path, what, maxBytes, isOpen });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw refused(store, what, answer);
  const read = z.safeParse(schema, parsed(answer.text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join(".");
  throw new Refusal(
    `${what}: the log store's answer is not what its interface promises (${where ? `${where}: ` : ""}${issue?.message}); is that the log store, and is the user an administrator?`,
  );
}

/**
 * Changes something.
 * @throws AlreadyThere where the store says that it is, as it does with 400 and a text
 */
export async function write(store: Store, question: Question): Promise<void> {
  const answer = await store.ask(question);
  if (answer.status >= 200 && answer.status < 300) return;
  const refusal = refused(store, question.what, answer);
  const isThere = answer.status === 409 || (answer.status === 400 && /\bexists\b/i.test(answer.text));
  throw isThere ? new AlreadyThere(refusal.message) : refusal;
}

const MENDS: Readonly<Record<number, string>> = {
  // where the user is asked for, the asker has told
  401: "it asks nobody who he is there: is STORE_URL the log store, and does no proxy stand before it?",
  403: "let the user change it (an administrator may)",
};

function refused(store: Store, what: string, answer: HttpAnswer): Refusal {
  const why = z.safeParse(z.object({ message: z.string() }), parsed(answer.text)).data?.message;
  const mend = MENDS[answer.status] ?? "look at the log of the log store";
  return new Refusal(`${what}: the log store answered ${answer.status}${why === undefined ? "" : `: ${store.quote(why)}`}; ${mend}`);
}

/** A name as a part of a path. */
export const part = (name: string): string => encodeURIComponent(name);
