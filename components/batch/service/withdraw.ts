/** Takes away what was pushed before under names of which a run found nothing. */
import { errorCode } from "../../../lib/service/environment";
import { httpCall } from "../../../lib/service/http-call";
import type { Group } from "./push";

const ANSWER_MS = 10_000;
/** What a gateway holds of a hundred thousand jobs. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** A text leaves a family without samples out, and the gateway what it had of it; only this form can name one. */
const PROTOBUF = "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";

/**
 * Of these families the gateway shall hold no sample in the group; whatever else is in it stays, as a PUT would not let it. It is asked first,
 * because mostly it has none. That this fails is no failure of the push: the run has been told.
 */
export async function withdraw({ gateway, job, log, signal }: Group, families: readonly string[]): Promise<void> {
  const call = { timeoutMs: ANSWER_MS, maxBytes: MAX_HELD_BYTES, signal };
  try {
    const { text } = await httpCall({ ...call, method: "GET", url: new URL(`${gateway}/metrics`) });
    const lines = text.split("\n").filter((line) => line.includes(`job="${job}"`));
    const held = families.filter((name) => lines.some((line) => line.startsWith(`${name}{`)));
    if (held.length === 0) return;
    const url = new URL(`${gateway}/metrics/job/${job}`);
    const answer = await httpCall({ ...call, method: "POST", url, text: { type: PROTOBUF, content: held.map(emptyFamily).join("") } });
    if (answer.status >= 300) throw Object.assign(new Error("refused"), { code: answer.status });
    log.info({ families: held }, "what was pushed of these before is taken away: nothing of them was found");
  } catch (error) {
    log.warn(
      { families, reason: errorCode(error) },
      "what was pushed of these before may still be in the group, and nothing of them was found",
    );
  }
}

/** A MetricFamily of a name and a type, and its length before it (prometheus/client_model, metrics.proto). A name has less than 120 letters. */
function emptyFamily(name: string): string {
  const [NAME, TYPE, GAUGE] = [0x0a, 0x18, 1];
  const message = String.fromCharCode(NAME, name.length) + name + String.fromCharCode(TYPE, GAUGE);
  return String.fromCharCode(message.length) + message;
}
