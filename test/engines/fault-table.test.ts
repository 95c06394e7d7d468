import { minutes } from "../../lib/duration";
import { sampleAlert, sampleRecord } from "../alerts/sample-rules";
import { faultTable, type PlayedFault } from "./fault-table";
import { type Fault, platform } from "./faults/fault";

const bundle = (area: string, ...rules: (ReturnType<typeof sampleAlert> | ReturnType<typeof sampleRecord>)[]) => ({
  area,
  groups: [{ name: area, rules }],
});
const bundles = [
  bundle("nodes", sampleAlert({}, "NodeGone"), sampleAlert({}, "NodeHot"), sampleRecord("node:heat:max", "max(up)")),
  bundle("fans", sampleAlert({}, "FanStill")),
];
const played = (messages: number, isNoticed: boolean, ...alerts: string[]): PlayedFault => {
  const [first, ...more] = alerts.map((alert) => platform(alert, "warning", 5));
  const expect: Fault["expect"] = first === undefined ? { nothingFor: minutes(5) } : [first, ...more];
  return { fault: { title: "made up", change: (world) => world, expect }, messages, isNoticed };
};

test("a fault stands in each area that it is told by, and once in the sum", () => {
  const faults = [played(1, true, "NodeGone"), played(3, true, "NodeHot", "FanStill"), played(0, false, "FanStill"), played(0, true)];
  expect(faultTable(bundles, faults).split("\n")).toEqual([
    "| area | alerts | recordings | faults noticed | most messages |",
    "| --- | --- | --- | --- | --- |",
    "| fans | 1 | 0 | 1/2 | 3 |",
    "| nodes | 2 | 1 | 2/2 | 3 |",
    "| (harmless) | 0 | 0 | 1/1 | 0 |",
    "| all | 3 | 1 | 3/4 | 3 |",
    "",
  ]);
});
