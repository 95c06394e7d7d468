import { declared } from "../../main";
import { freePorts, PortTaken, portsFrom } from "../local/ports";
import { StartFailed } from "../local/process";
import { ProgramMissing } from "../local/programs";
import { untilToldToEnd } from "../local/told-to-end";
import { startTrial, type Trial } from "../local/trial";

export interface AskedTrial {
  readonly site: string;
  readonly speed?: number;
  readonly port: number;
  readonly json?: boolean;
}

const USUAL_SPEED = 10;

/** 0 when it was told to end, 1 where it can't begin or a program of it ends by itself. */
export async function local({ site, port, json = false, speed = json ? 1 : USUAL_SPEED }: AskedTrial): Promise<0 | 1> {
  const told = untilToldToEnd();
  try {
    const trial = await begun({ site, port, speed }, told.signal);
    try {
      if (json) tellPrograms(trial);
      await told.ended;
    } finally {
      await trial.stop();
    }
    return 0;
  } catch (error) {
    if (told.signal.aborted) return 0;
    if (!(error instanceof PortTaken || error instanceof ProgramMissing || error instanceof StartFailed || error instanceof SiteRefused))
      throw error;
    console.error(error.message);
    return 1;
  } finally {
    told.close();
  }
}

class SiteRefused extends Error {}

async function begun(
  { site, port, speed }: { readonly site: string; readonly port: number; readonly speed: number },
  signal: AbortSignal,
): Promise<Trial> {
  const ports = port === 0 ? await freePorts() : await portsFrom(port);
  const platform = declared(site);
  if ("refusal" in platform) throw new SiteRefused(platform.refusal.text);
  return startTrial({ platform, ports, speed, note: (text) => console.error(text) }, signal);
}

function tellPrograms({ urls, receivers }: Trial): void {
  console.log(JSON.stringify(urls));
  receivers.events.listen((event) => console.log(JSON.stringify(event)));
}
