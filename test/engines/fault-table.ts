import type { RuleBundle } from "../../lib/alerts/rule";
import { expectedOf } from "./faults/fault";
import type { Verdict } from "./judged-faults";

/** A fault that was played. */
export interface PlayedFault extends Pick<Verdict, "fault" | "isNoticed"> {
  /** How many push messages its first hour made. */
  readonly messages: number;
}

const HEAD = ["area", "alerts", "recordings", "faults noticed", "most messages"];
/** Faults of which nothing may be told, and which are no area's. */
const HARMLESS = "(harmless)";

/** What the faults came to in each area, as a table for people. A fault counts in every area whose alerts it expects, and once in the sum. */
export function faultTable(bundles: readonly RuleBundle[], played: readonly PlayedFault[]): string {
  const areas = bundles.map(({ area, groups }) => {
    const rules = groups.flatMap((group) => group.rules);
    const count = (wanted: string) => rules.filter(({ kind }) => kind === wanted).length;
    const names = new Set(rules.flatMap((rule) => (rule.kind === "alert" ? [rule.name] : [])));
    const faults = played.filter(({ fault }) => expectedOf(fault).some(({ alert }) => names.has(alert)));
    return { area, alerts: count("alert"), recordings: count("record"), faults };
  });
  const sum = (of: "alerts" | "recordings") => areas.reduce((all, one) => all + one[of], 0);
  const harmless = played.filter(({ fault }) => expectedOf(fault).length === 0);
  const rows = [
    ...areas.sort((one, other) => (one.area < other.area ? -1 : 1)),
    { area: HARMLESS, alerts: 0, recordings: 0, faults: harmless },
    { area: "all", alerts: sum("alerts"), recordings: sum("recordings"), faults: played },
  ].map(({ area, alerts, recordings, faults }) => [
    area,
    String(alerts),
    String(recordings),
    `${faults.filter(({ isNoticed }) => isNoticed).length}/${faults.length}`,
    String(Math.max(0, ...faults.map(({ messages }) => messages))),
  ]);
  return table([HEAD, HEAD.map(() => "---"), ...rows]);
}

const table = (rows: readonly (readonly string[])[]): string => rows.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
