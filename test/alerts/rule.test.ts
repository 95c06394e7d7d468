import { alert, area } from "../../lib/alerts/rule";
import { seconds } from "../../lib/duration";
import { sampleRecord } from "./sample-rules";

const TEXTS = { expr: "up == 0", summary: "s", description: "d", fires: { up: "0x10" }, silent: { up: "1x10" } };

test("an area says once what holds for its alerts, and an alert may say otherwise", () => {
  const { groups } = area("storage", { component: "Backups", severity: "warning" }, [
    alert("DiskFull", TEXTS),
    alert("DiskGone", { ...TEXTS, severity: "critical" }),
    alert("TapeGone", { ...TEXTS, component: "Mail" }),
  ]);
  expect(groups.flatMap(({ rules }) => rules)).toMatchObject([
    { name: "DiskFull", severity: "warning", component: "Backups" },
    { name: "DiskGone", severity: "critical", component: "Backups" },
    { name: "TapeGone", severity: "warning", component: "Mail" },
  ]);
});

test("an area is one group of its name, its rules in order, with an interval where it says one", () => {
  const first = sampleRecord("a:b", "up");
  const rules = [first, alert("DiskFull", { ...TEXTS, severity: "info", component: "Mail" })];
  expect(area("storage", {}, rules)).toEqual({ area: "storage", groups: [{ name: "storage", rules }] });
  expect(area("storage", { interval: seconds(30) }, [first]).groups).toEqual([{ name: "storage", interval: seconds(30), rules: [first] }]);
});

test("what neither says is refused by the compiler", () => {
  // @ts-expect-error the component is nowhere
  area("storage", { severity: "warning" }, [alert("DiskFull", TEXTS)]);
  // @ts-expect-error the severity is nowhere
  area("storage", {}, [alert("DiskFull", { ...TEXTS, component: "Mail" })]);
});
