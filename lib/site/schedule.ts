import { isEverDue, parseSchedule } from "../cron/expression";
import { messageOf } from "../message-of";
import type { Flaw } from "./field";

/**
 * What keeps a text from being a schedule of ours: what the API server would refuse, and the CD tool with it the whole bundle; and what it takes
 * and never runs.
 */
export function scheduleFlaw(text: string): Flaw | undefined {
  if (/^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(text)) return undefined;
  // the API server takes it, and the eight minutes between two jobs of ours can't be seen: it counts from when the CronJob was made or changed
  if (/^@every\b/.test(text))
    return { wrong: "begins anew with each change of its CronJob; belfry wants five fields here, or a word such as @hourly" };
  const wrong = (why: string): Flaw => ({ wrong: `is not a schedule as Kubernetes reads it: ${why}` });
  const parts = text.split(" ");
  if (parts.length !== 5 || parts.includes("")) return wrong("it has not five fields with a blank between them");
  try {
    return isEverDue(parseSchedule(text)) ? undefined : { wrong: "is never due: no date fits it, as none fits 31 February" };
  } catch (error) {
    return wrong(messageOf(error));
  }
}
