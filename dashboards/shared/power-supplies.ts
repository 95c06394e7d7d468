import { upsSeries } from "../../components/ups/series";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, timeline } from "../../lib/dashboards/panel";
import { select } from "../../lib/series";

const { network_ups_tools_battery_charge: charge, network_ups_tools_ups_load: load, network_ups_tools_ups_status: status } = upsSeries;

/** Recorded beside the alerts on it (rules/ups.ts). */
const runtime = select("ups:battery_runtime_seconds:above_low");

const says = (flag: string): string => `max by (ups) (${status({ flag })})`;
const legend = "{{ups}}";

/** What carries the machines when the mains are gone. */
export const powerSupplies: Row = {
  title: "UPSes",
  panels: [
    timeline({
      title: "Do they run on mains or on battery?",
      description: "On battery: look at the fuse first, then at the time left, and end what must not be cut off.",
      unit: "flag",
      width: 8,
      queries: [{ expr: says("OB"), legend }],
      means: { 0: { text: "mains", color: "green" }, 1: { text: "battery", color: "red" } },
    }),
    graph({
      title: "How long would they last?",
      description: "Until the battery is low and the machines shut down, at the present load. It sinks over years: batteries age.",
      unit: "seconds",
      min: 0,
      width: 8,
      queries: [{ expr: `min by (ups) (${runtime()})`, legend }],
      asks: ["UpsRuntimeShort"],
    }),
    graph({
      title: "How full are their batteries?",
      description: "One that does not come back within hours of a power cut has a charger or a battery that is at its end.",
      unit: "percent",
      min: 0,
      max: 100,
      width: 8,
      queries: [{ expr: `min by (ups) (${charge()})`, legend }],
    }),
    graph({
      title: "How much of what they can do they carry?",
      description: "Too much is not felt while there are mains: without them everything behind it goes off at once.",
      unit: "percent",
      min: 0,
      width: 12,
      queries: [{ expr: `max by (ups) (${load()})`, legend }],
      asks: ["UpsOverloaded"],
    }),
    timeline({
      title: "Do they ask for a new battery?",
      description: "It failed the UPS's own test. At the next power cut it may carry its load for seconds.",
      unit: "flag",
      width: 12,
      queries: [{ expr: says("RB"), legend }],
      means: { 0: { text: "no", color: "green" }, 1: { text: "new battery", color: "orange" } },
    }),
  ],
};
