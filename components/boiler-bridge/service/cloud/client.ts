/** The boiler cloud over HTTP: one call at a time, one session, every failure named. */
import { type Clock, systemClock } from "../../../../lib/service/clock";
import type { Logger } from "../../../../lib/service/log";
import type { BoilerLogin } from "../../../../lib/site/boiler-login";
import { dataPointsBody, getDataBody, holidayBody, setDataWire, setTemperatureBody, setTimeProgBody } from "./bodies";
import { type Cloud, CloudError, type Priority } from "./cloud";
import { type Call, Exchange } from "./exchange";
import { parseHolidaySlots } from "./holiday-slots";
import { parseReading } from "./parse-reading";
import { Session } from "./session";
import { Traffic } from "./traffic";
import type { Verdict } from "./verdict";

export interface CloudOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly gateway: string;
  readonly zone: number;
  readonly username: () => string;
  readonly password: () => string;
  readonly login: BoilerLogin;
  /** Should stay the same: the cloud blocks unusual ones sooner. */
  readonly userAgent: string;
  /** The site's, by its IANA name. */
  readonly timeZone: string;
  /** @default - the system's */
  readonly clock?: Clock;
  readonly log: Logger;
  /** Told of every call and login: its name, and `ok` or the failure. */
  readonly onCall?: (call: string, outcome: string) => void;
  /** @default 70 s for GetData, which goes through to the boiler's bus, and 30 s for everything else */
  readonly deadlinesMs?: { readonly read: number; readonly other: number };
}

export function createCloud(options: CloudOptions): Cloud {
  const { url, zone, username, password, userAgent, log, clock = systemClock, onCall } = options;
  const { deadlinesMs = { read: 70_000, other: 30_000 } } = options;
  const gateway = encodeURIComponent(options.gateway.toUpperCase());
  const abort = new AbortController();
  const exchange = new Exchange({ url, userAgent, clock, signal: abort.signal, secrets: () => [password(), username()] });
  const session = new Session(exchange, { ...options, clock, deadlineMs: deadlinesMs.other });
  const traffic = new Traffic();
  const reported = new Set<string>();

  const counted = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      onCall?.(name, "ok");
      return result;
    } catch (error) {
      onCall?.(name, error instanceof CloudError ? error.failure : "error");
      throw error;
    }
  };

  const logIn = () => counted("Login", () => session.open());

  const resolve = (call: Call, verdict: Verdict): unknown => {
    if (verdict.kind === "good") {
      session.served();
      exchange.backoff.served();
      return verdict.value;
    }
    if (verdict.kind === "failed") throw exchange.failure(verdict.failure, call.name, verdict.detail, verdict.notBefore);
    // Single resources are forbidden to sessions that are good for all others: on the modern surface, and to accounts that may only read.
    const isForbidden = call.kind === "write" ? session.isServing : verdict.status === 403 && call.path.startsWith("/api/v2/");
    const reason = `turned away after a good login (HTTP ${verdict.status}); check the account's rights`;
    throw isForbidden ? exchange.failure("rejected", call.name, reason) : session.refused(call.name, reason);
  };

  const perform = async (call: Call): Promise<unknown> => {
    exchange.check(call.name);
    const wasOpen = session.isOpen;
    if (!wasOpen) await logIn();
    const verdict = await exchange.judge(call);
    // A session of this moment has not expired: another login would bring the same.
    if (verdict.kind !== "expired" || !wasOpen) return resolve(call, verdict);
    log.info({ call: call.name, status: verdict.status }, "the session is over; logging in again");
    session.end();
    await logIn();
    // A write too: what was turned away at authentication was never accepted.
    return resolve(call, await exchange.judge(call));
  };

  const reportOdd = (call: string) => (field: string) => {
    if (reported.has(`${call} ${field}`)) return;
    reported.add(`${call} ${field}`);
    log.warn({ call, field }, "a field of the boiler cloud's answer can't be understood and counts as absent");
  };

  const ask = <T>(priority: Priority, call: Call, parse: (answer: unknown, onOdd: (field: string) => void) => T): Promise<T> =>
    traffic.run(priority, () => counted(call.name, async () => parse(await perform(call), reportOdd(call.name))));

  const write = (name: string, path: string, json: unknown, acceptance?: Call["acceptance"]): Promise<void> =>
    ask("command", { name, method: "POST", path, json, kind: "write", acceptance, deadlineMs: deadlinesMs.other }, () => {});

  const holidaysPath = `/api/v2/remote/bsbHolidays/${gateway}/${zone}`;
  const legacy = (controller: string, action: string) => `/R2/${controller}/${action}/${gateway}`;

  return {
    read: (priority) => {
      const path = legacy("PlantHomeBsb", "GetData");
      const call: Call = { name: "GetData", method: "POST", path, json: getDataBody(zone), kind: "read", deadlineMs: deadlinesMs.read };
      return ask(priority, call, (answer, onOdd) => parseReading(answer, clock.now(), onOdd));
    },
    setData: (body) => write("SetData", legacy("PlantHomeBsb", "SetData"), setDataWire(zone, body)),
    setTemperature: (temperatures, rawZone) =>
      write("SetTemperature", legacy("PlantTimeProgBsb", "SetTemperature"), setTemperatureBody(zone, temperatures, rawZone)),
    setTimeProg: (plans, previous) =>
      write("SetTimeProg", legacy("PlantTimeProgBsb", "SetTimeProg"), setTimeProgBody(zone, plans, previous)),
    readHolidaySlots: () =>
      ask(
        "command",
        { name: "GetHolidays", method: "GET", path: holidaysPath, kind: "read", deadlineMs: deadlinesMs.other },
        parseHolidaySlots,
      ),
    writeHolidaySlot: (slot, old, currentZoneMode) => write("SetHoliday", holidaysPath, holidayBody(slot, old, currentZoneMode), "success"),
    writeDataPoints: (points) => write("WriteDataPoints", legacy("PlantMenuBsb", "WriteDataPoints"), dataPointsBody(points)),
    blockedUntil: () => {
      const pause = exchange.backoff.at(clock.now());
      return pause?.because === "rate_limited" ? pause.until : undefined;
    },
    clockSet: (byMs) => {
      exchange.backoff.clockSet(byMs);
      session.clockSet(byMs);
    },
    close: () => abort.abort(),
  };
}
