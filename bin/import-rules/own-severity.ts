import { SEVERITIES, type Severity } from "../../lib/alerts/labels";

const WORDS: Readonly<Record<Severity, readonly string[]>> = {
  critical: "page error crit fatal emergency alert disaster high urgent p0 p1 sev1 sev0".split(" "),
  warning: "warn medium average major minor ticket p2 sev2".split(" "),
  info: "none notice low informational information debug ok p3 p4 p5 sev3".split(" "),
};

/** The nearest of our severities, and whether it is another word. */
export function ownSeverity(given: string | undefined): { readonly severity: Severity; readonly isOther: boolean } {
  const word = given?.toLowerCase().trim() ?? "";
  const severity = SEVERITIES.find((one) => one === word || WORDS[one].includes(word)) ?? "warning";
  return { severity, isOther: severity !== given };
}
