/**
 * The last numbers that Home Assistant knows of a sensor. A state that is a number is the newest there is. One that is none (`unavailable`
 * after an orderly stop), or is forgotten (posted states do not survive a restart of Home Assistant), leaves what the recorder kept: the
 * history, exact and purged after some days, and the statistics, kept for ever and up to five minutes behind.
 */
import * as z from "zod/mini";
import { httpCall } from "../../../../lib/service/http-call";
import type { SeenNumber } from "../../model/energy";
import { HomeAssistantError, type Link } from "./link";

const CALL_LIMIT_MS = 10_000;
const RECORDER_LIMIT_MS = 30_000;
const MAX_STATE_BYTES = 65_536;
const DAY_MS = 86_400_000;
/**
 * How far back the history is searched, in days: a day has a row for each poll, and a search that goes on has met none but
 * `unavailable` until then. The last is beyond what most recorders keep (ten days unless told otherwise).
 */
const HISTORY_DAYS = [1, 4, 16, 64];
/** The recorder writes every five seconds unless told otherwise. A state that it has not after this long it does not record. */
const RECORDED_WITHIN_MS = 60_000;

const stateAnswer = z.object({
  state: z.string(),
  last_updated: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
});
/** `s` is the state, null where the entity was removed, `lu` when it came, in seconds (core: recorder/models/state.py, row_to_compressed_state). */
const history = z.record(z.string(), z.array(z.object({ s: z.nullable(z.string()), lu: z.number() })));
/** `start` in milliseconds. */
const statistics = z.record(z.string(), z.array(z.object({ start: z.number(), state: z.optional(z.nullable(z.number())) })));
const configuration = z.object({ state: z.string() });

export interface Asking {
  readonly url: string;
  readonly token: () => string;
  readonly now: () => number;
  readonly call: Link["call"];
}

/** One for each source that has one; none when the sensor never had a number. Rejects when Home Assistant can't tell, or can't tell yet. */
export async function lastNumbers(entityId: string, asking: Asking): Promise<readonly SeenNumber[]> {
  const current = await currentState(entityId, asking);
  const value = current && numberIn(current.state);
  if (current && value !== undefined) return [{ value, at: current.at }];
  const [recorded, compiled] = await Promise.all([
    lastRecorded(entityId, current, asking),
    // The five-minute rows of the last day hold the newest value; older ones are in the monthly rows, of all years.
    lastStatistic(entityId, "5minute", asking.now() - DAY_MS, asking).then((found) => found ?? lastStatistic(entityId, "month", 0, asking)),
  ]);
  return [recorded, compiled].filter((found) => found !== undefined);
}

interface CurrentState {
  readonly state: string;
  /** Since when. Milliseconds since the epoch, by Home Assistant's clock as the next one. */
  readonly at: number;
  readonly ageMs: number;
}

async function currentState(entityId: string, { url, token }: Asking): Promise<CurrentState | undefined> {
  const { status, headers, text } = await httpCall({
    method: "GET",
    url: new URL(`${url}/api/states/${entityId}`),
    headers: { authorization: `Bearer ${token()}` },
    timeoutMs: CALL_LIMIT_MS,
    maxBytes: MAX_STATE_BYTES,
  });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`${entityId}: Home Assistant answers ${status} to its state`);
  const { state, last_updated } = z.parse(stateAnswer, JSON.parse(text));
  const at = Date.parse(last_updated);
  return { state, at, ageMs: Date.parse(headers.date ?? "") - at };
}

async function lastRecorded(entityId: string, current: CurrentState | undefined, asking: Asking): Promise<SeenNumber | undefined> {
  for (const days of HISTORY_DAYS) {
    const states = await recordedStates(entityId, days, asking);
    if (states === undefined) return undefined;
    // The number before it may not be written either.
    if (current && current.ageMs < RECORDED_WITHIN_MS && states.at(-1)?.s !== current.state)
      throw new Error(`${entityId}: the recorder has not written its state yet`);
    for (const { s, lu } of states.toReversed()) {
      const value = numberIn(s);
      if (value !== undefined) return { value, at: lu * 1000 };
    }
  }
  return undefined;
}

/** In their order; undefined without the history integration. */
async function recordedStates(entityId: string, days: number, { call, now }: Asking): Promise<z.infer<typeof history>[string] | undefined> {
  const answer = await ifKnown(call, {
    type: "history/history_during_period",
    start_time: new Date(now() - days * DAY_MS).toISOString(),
    entity_ids: [entityId],
    minimal_response: true,
    no_attributes: true,
  });
  return answer === undefined ? undefined : (z.parse(history, answer)[entityId] ?? []);
}

async function lastStatistic(
  entityId: string,
  period: "5minute" | "month",
  since: number,
  { call }: Asking,
): Promise<SeenNumber | undefined> {
  const answer = await ifKnown(call, {
    type: "recorder/statistics_during_period",
    start_time: new Date(since).toISOString(),
    statistic_ids: [entityId],
    period,
    types: ["state", "sum"],
  });
  const rows = answer === undefined ? [] : (z.parse(statistics, answer)[entityId] ?? []);
  for (const { start, state } of rows.toReversed()) if (typeof state === "number") return { value: state, at: start };
  return undefined;
}

/** The answer; undefined where Home Assistant runs without the integration that has the command: it knows no more than its states then. */
async function ifKnown(call: Asking["call"], command: Parameters<Asking["call"]>[0]): Promise<unknown> {
  try {
    return await call(command, RECORDER_LIMIT_MS);
  } catch (error) {
    if (!(error instanceof HomeAssistantError && error.code === "unknown_command")) throw error;
    const { state } = z.parse(configuration, await call({ type: "get_config" }, CALL_LIMIT_MS));
    // Integrations come one after the other.
    if (state !== "RUNNING") throw new Error(`Home Assistant is still starting and does not know ${command.type} yet`);
    return undefined;
  }
}

function numberIn(state: string | null): number | undefined {
  // Number("") would be 0.
  const number = state === null || state.trim() === "" ? Number.NaN : Number(state);
  return Number.isFinite(number) ? number : undefined;
}
