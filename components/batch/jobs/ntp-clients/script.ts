import { readFile } from "node:fs/promises";
import { errorCode } from "../../../../lib/service/environment";
import { httpCall } from "../../../../lib/service/http-call";
import { get } from "../../service/get";
import { excerpt, Refusal } from "../../service/refusal";
import { runScript } from "../../service/run";
import type { Found, Run, Script } from "../../service/script";
import { aggregate } from "./aggregates";
import { readClients } from "./clients";
import { ntpClientsSeries } from "./series";
import { ntpClientsSettings } from "./settings";

type NtpRun = Run<typeof ntpClientsSettings>;

/** A hundred thousand clients, more than chrony remembers unless it is told to. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_ANSWER_BYTES = 64 * 1024;
const ROUTER_MS = 30_000;

/** Sends what the time server's clients do together to the log router. Nothing of it goes to the Pushgateway. */
export async function sendClients(run: NtpRun): Promise<Found> {
  const { configuration, log, now, signal } = run;
  const leaveOut = (line: string) => log.warn({ line: excerpt(line) }, "a line that begins with no address is left out");
  const records = aggregate(readClients(await listOf(run), leaveOut), configuration.NTP_SERVER, now());
  const url = new URL(configuration.ROUTER_URL);
  const answer = await httpCall({ method: "POST", url, json: records, timeoutMs: ROUTER_MS, maxBytes: MAX_ANSWER_BYTES, signal }).catch(
    (error) => {
      throw new Refusal(`the log router at ${url.host} did not answer: ${errorCode(error)}; look at whether it runs and can be reached`);
    },
  );
  if (answer.status < 200 || answer.status >= 300) {
    throw new Refusal(
      `the log router at ${url.host} answered ${answer.status}: ${excerpt(answer.text)}; look at ROUTER_URL and at its log`,
    );
  }
  log.info({ records: records.length }, "the records were taken");
  return { gauges: [] };
}

/** The text that chronyc printed. */
async function listOf({ configuration, signal }: NtpRun): Promise<string> {
  const { CLIENTS: from, HTTP_USER: user, HTTP_PASSWORD: password } = configuration;
  if (!/^https?:\/\//.test(from)) {
    return readFile(from, { encoding: "utf8", signal }).catch((error) => {
      throw new Refusal(`CLIENTS: can't read "${from}" (${errorCode(error)}); use a readable file, or a URL`);
    });
  }
  if (!URL.canParse(from)) throw new Refusal("CLIENTS is no URL that can be read; correct it");
  const url = new URL(from);
  const headers = { ...(user !== "" && { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }) };
  const { status, text } = await get({ url, headers: () => headers, what: "the list of clients", maxBytes: MAX_LIST_BYTES, signal });
  if (status !== 200) throw new Refusal(`the list of clients was answered with ${status}: ${excerpt(text)}; look at CLIENTS`);
  return text;
}

export const ntpClients: Script<typeof ntpClientsSettings> = {
  name: "ntp-clients",
  purpose: "sends what the clients of the time server do, by family and by network, to the log router.",
  protocol: "a web server or a file for what `chronyc -n -c clients` printed, and posts a JSON array to the log router (HTTP).",
  settings: ntpClientsSettings,
  series: ntpClientsSeries,
  run: sendClients,
};

if (require.main === module) void runScript(ntpClients);
