import { remembered } from "../remembered";
import { didYouMean } from "./did-you-mean";
import type { Flaw } from "./field";

export function timeZoneFlaw(text: string): Flaw | undefined {
  if (isTimeZone(text)) return undefined;
  const meant = didYouMean(text, Intl.supportedValuesOf("timeZone"));
  return { wrong: "is not an IANA time zone", ...(meant !== undefined && { remedy: `did you mean ${meant}?` }) };
}

/** Once for a text: a format is dear to make. */
const isTimeZone = remembered((text): boolean => {
  // JavaScript also takes "europe/zurich" and "+01:00"; CronJobs and dashboards look for a file of exactly this name.
  if (!text.split("/").every((part) => /^[A-Z][A-Za-z0-9_+-]*$/.test(part))) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
});
