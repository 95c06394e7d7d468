import { declared } from "../../main";
import { type DrillResult, drill, drillable, nearestNames } from "../local/drill/drill";
import { DrillImpossible } from "../local/drill/drilled";
import { StartFailed } from "../local/process";
import { ProgramMissing } from "../local/programs";
import { untilToldToEnd } from "../local/told-to-end";

export interface AskedDrill {
  readonly site: string;
  readonly json?: boolean;
}

/** 0 when every expected receiver has the alert and no other, else 1. */
export async function localDrill(name: string, { site, json = false }: AskedDrill): Promise<0 | 1> {
  const told = untilToldToEnd();
  try {
    const platform = declared(site);
    if ("refusal" in platform) return refused(platform.refusal.text);
    const names = drillable(platform);
    if (!names.includes(name)) {
      if (platform.dormantAlerts.includes(name))
        return refused(`alert "${name}" has nothing to look at at this site: dist/alerts.md says what for`);
      return refused(`there is no alert "${name}" at this site; the nearest are ${nearestNames(name, names).join(", ")}`);
    }
    const result = await drill(name, platform, (text) => console.error(text), told.signal);
    if (!json) tell(result);
    const { alert, expected, arrived, seconds } = result;
    if (json) console.log(JSON.stringify({ alert, expected, arrived, seconds }));
    return expected.length === arrived.length && expected.every((word) => arrived.includes(word)) ? 0 : 1;
  } catch (error) {
    if (told.signal.aborted) return 0;
    if (error instanceof DrillImpossible || error instanceof ProgramMissing || error instanceof StartFailed)
      return refused(`${name}: ${error.message}`);
    throw error;
  } finally {
    told.close();
  }
}

function refused(why: string): 1 {
  console.error(why);
  return 1;
}

function tell({ alert, expected, arrived, seconds, from, taken, events }: DrillResult): void {
  console.log(`${alert}, from`);
  for (const line of from) console.log(`  ${line}`);
  console.log("the alert manager has");
  for (const { labels, annotations } of taken) {
    console.log(
      `  ${Object.entries(labels)
        .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
        .join(" ")}`,
    );
    console.log(`    ${annotations.summary}\n    ${annotations.description}`);
  }
  console.log("what arrived");
  for (const { receiver, method, path, body } of events)
    console.log(`  ${receiver}: ${method} ${path} ${body === "" ? "" : JSON.stringify(body)}`);
  if (events.length === 0) console.log("  nothing");
  const listed = (words: readonly string[]) => (words.length === 0 ? "nobody" : words.join(" and "));
  console.log(`expected at ${listed(expected)}, arrived at ${listed(arrived)} after ${seconds.toFixed(1)} s`);
}
