/** The last number that Home Assistant knows of a sensor: its state, or after a restart, which forgets posted states, what the recorder kept. */
import * as z from "zod/mini";
import { httpCall } from "../../../../lib/service/http-call";
import { HomeAssistantError, type Link } from "./link";

const CALL_LIMIT_MS = 10_000;
const STATISTICS_LIMIT_MS = 30_000;
const MAX_STATE_BYTES = 65_536;
const DAY_MS = 86_400_000;

const stateAnswer = z.object({ state: z.string() });
const statistics = z.record(z.string(), z.array(z.object({ state: z.optional(z.nullable(z.number())) })));

export interface Asking {
  readonly url: string;
  readonly token: () => string;
  readonly now: () => number;
  readonly call: Link["call"];
}

/** undefined when it never had one. Rejects when Home Assistant can't be asked. */
export async function lastNumber(entityId: string, asking: Asking): Promise<number | undefined> {
  const state = await currentNumber(entityId, asking);
  if (state !== undefined) return state;
  // The five-minute rows of the last day hold the newest value; older ones are in the monthly rows, of all years.
  return (
    (await lastStatistic(entityId, "5minute", new Date(asking.now() - DAY_MS), asking)) ??
    (await lastStatistic(entityId, "month", new Date(0), asking))
  );
}

async function currentNumber(entityId: string, { url, token }: Asking): Promise<number | undefined> {
  const { status, text } = await httpCall({
    method: "GET",
    url: new URL(`${url}/api/states/${entityId}`),
    headers: { authorization: `Bearer ${token()}` },
    timeoutMs: CALL_LIMIT_MS,
    maxBytes: MAX_STATE_BYTES,
  });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`${entityId}: Home Assistant answers ${status} to its state`);
  const { state } = z.parse(stateAnswer, JSON.parse(text));
  // Number("") would be 0.
  const number = state.trim() === "" ? Number.NaN : Number(state);
  return Number.isFinite(number) ? number : undefined;
}

async function lastStatistic(entityId: string, period: "5minute" | "month", start: Date, { call }: Asking): Promise<number | undefined> {
  try {
    const answer = await call(
      {
        type: "recorder/statistics_during_period",
        start_time: start.toISOString(),
        statistic_ids: [entityId],
        period,
        types: ["state", "sum"],
      },
      STATISTICS_LIMIT_MS,
    );
    const rows = z.parse(statistics, answer)[entityId] ?? [];
    return rows.findLast(({ state }) => typeof state === "number")?.state ?? undefined;
  } catch (error) {
    // Home Assistant without the recorder knows no more than its states.
    if (error instanceof HomeAssistantError && error.code === "unknown_command") return undefined;
    throw error;
  }
}
