/** `reset-statistics`: drops what the recorder keeps of the energy and cost sensors. Their states stay; the Energy panel starts again at the next hourly compile. */
import * as z from "zod/mini";
import { STATISTICS } from "../../entities";
import { openSocket } from "./socket";

/** Home Assistant itself gives up waiting for the recorder after ten seconds. */
const ANSWER_LIMIT_MS = 30_000;
const MESSAGE_ID = 1;

const answer = z.object({
  id: z.literal(MESSAGE_ID),
  type: z.literal("result"),
  success: z.boolean(),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
});
type Answer = z.infer<typeof answer>;

export async function resetStatistics({ url, token }: { url: string; token: string }): Promise<{ ok: boolean; text: string }> {
  try {
    const { success, error } = await ask(url, token);
    const ids = STATISTICS.join(", ");
    if (success) return { ok: true, text: `statistics cleared: ${ids}` };
    // The recorder has the job and works on it when it gets there.
    if (error?.code === "timeout")
      return { ok: true, text: `timeout: the recorder has not finished within Home Assistant's limit; it is going to clear ${ids}` };
    const hint = error?.code === "unauthorized" ? "; the token must be an administrator's" : "";
    return { ok: false, text: `Home Assistant refuses: ${error?.message ?? "no reason given"} (${error?.code ?? "no code"})${hint}` };
  } catch (error) {
    return { ok: false, text: `${url}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function ask(url: string, token: string): Promise<Answer> {
  const { socket } = await openSocket(url, token);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`no answer within ${ANSWER_LIMIT_MS / 1000} s`)), ANSWER_LIMIT_MS);
      const settle = (end: () => void) => {
        clearTimeout(limit);
        end();
      };
      socket.on("close", () => settle(() => reject(new Error("the connection broke before the answer came"))));
      socket.on("message", (text) => {
        const message = readAnswer(String(text));
        if (message) settle(() => resolve(message));
      });
      socket.send(JSON.stringify({ id: MESSAGE_ID, type: "recorder/clear_statistics", statistic_ids: STATISTICS }));
    });
  } finally {
    socket.terminate();
  }
}

function readAnswer(text: string): Answer | undefined {
  try {
    return z.safeParse(answer, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
