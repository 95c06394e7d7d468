import { declared } from "../../main";
import { freePorts, PortTaken, portsFrom } from "../local/ports";
import { StartFailed } from "../local/process";
import { ProgramMissing } from "../local/programs";
import { eventLine, tellStory } from "../local/story";
import { untilToldToEnd } from "../local/told-to-end";
import { startTrial, type Trial } from "../local/trial";

export interface AskedTrial {
  readonly site: string;
  readonly speed?: number;
  readonly port: number;
  readonly json?: boolean;
}

/** Who looks on has little time; who asks for JSON gets what is deployed. */
const USUAL_SPEED = 10;

/** 0 when it was told to end, 1 where it can't begin. */
export async function local({ site, port, json = false, speed = json ? 1 : USUAL_SPEED }: AskedTrial): Promise<0 | 1> {
  const told = untilToldToEnd();
  const begun = Date.now();
  const say = (text: string) => console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${text}`);
  const note = (text: string) => (json ? console.error(text) : say(text));
  try {
    const ports = port === 0 ? await freePorts() : await portsFrom(port);
    const platform = declared(site);
    if ("refusal" in platform) throw new SiteRefused(platform.refusal.text);
    if (!json) say("everything starts on this machine alone");
    const trial = await startTrial({ platform, ports, speed, note }, told.signal);
    try {
      if (json) tellPrograms(trial);
      else await tellPeople(trial, say, told.signal);
      await told.ended;
    } finally {
      await trial.stop();
    }
    if (!json) say("everything has ended");
    return 0;
  } catch (error) {
    if (told.signal.aborted) return 0;
    if (!KNOWN.some((known) => error instanceof known)) throw error;
    console.error((error as Error).message);
    return 1;
  } finally {
    told.close();
  }
}

class SiteRefused extends Error {}

const KNOWN = [PortTaken, ProgramMissing, StartFailed, SiteRefused];

function tellPrograms({ urls, receivers }: Trial): void {
  console.log(JSON.stringify(urls));
  receivers.events.listen((event) => console.log(JSON.stringify(event)));
}

async function tellPeople(trial: Trial, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  const { urls, speed, receivers, targets } = trial;
  say(`all runs; waits are ${speed === 1 ? "as deployed" : `${speed} times shorter than deployed`}, ${targets.length} targets are asked`);
  const looks: Readonly<Record<string, string>> = {
    "what arrived": `${urls.receivers}/events`,
    "alert manager": urls.alertmanager,
    evaluator: urls.evaluator,
    store: urls.store,
    agent: `${urls.agent}/targets`,
    Pushgateway: urls.pushgateway,
    relay: `${urls.relay}/metrics`,
  };
  for (const [what, url] of Object.entries(looks)) console.log(`          ${what.padEnd(14)} ${url}`);
  let hasBeaten = false;
  receivers.events.listen((event) => {
    // it comes again and again
    if (event.receiver !== "dead-man" || !hasBeaten) say(`  -> ${eventLine(event, receivers.page.components)}`);
    hasBeaten ||= event.receiver === "dead-man";
  });
  await tellStory(trial, say, signal);
  say("that is all that is sent; Ctrl-C ends it");
}
