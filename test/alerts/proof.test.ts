import { ALWAYS_FIRES, after, proof } from "../../lib/alerts/proof";
import { alert } from "../../lib/alerts/rule";
import { hours, minutes, seconds } from "../../lib/duration";

const FIRES = { up: "0x10" };
const SILENT = { up: "1x10" };

test.each([
  ["without `for`, five minutes in", undefined, 300],
  ["with `for`, five minutes after it has passed", minutes(5), 600],
  ["with a `for` in seconds", seconds(90), 390],
])("series alone are looked at %s", (_, holdsFor, at) => {
  expect(proof(FIRES, SILENT, holdsFor)).toEqual({
    fires: [{ after: { seconds: at }, series: FIRES }],
    silent: [
      { after: { seconds: at }, series: SILENT },
      ...(holdsFor ? [{ after: { seconds: holdsFor.seconds - 60 }, series: FIRES }] : []),
    ],
  });
});

test("what fires is silent a minute before `for` has passed, without being said", () => {
  const { silent } = proof([after(minutes(20), FIRES), { up: "0x20" }], SILENT, minutes(5));
  expect(silent.slice(1)).toEqual([
    { after: { seconds: 240 }, series: FIRES },
    { after: { seconds: 240 }, series: { up: "0x20" } },
  ]);
});

test("`after` names the moment, whatever `for` says", () => {
  expect(proof(after(minutes(4), FIRES), after(hours(2), SILENT), minutes(5))).toEqual({
    fires: [{ after: { seconds: 240 }, series: FIRES }],
    silent: [
      { after: { seconds: 7200 }, series: SILENT },
      { after: { seconds: 240 }, series: FIRES },
    ],
  });
});

test("one and several may be mixed, in order", () => {
  const { fires, silent } = proof([FIRES, after(minutes(1), FIRES)], SILENT, undefined);
  expect(fires.map((moment) => moment.after.seconds)).toEqual([300, 60]);
  expect(silent).toHaveLength(1);
});

test("a series that is called `after` is a series", () => {
  expect(proof({ after: "0x10" }, SILENT, undefined).fires).toEqual([{ after: { seconds: 300 }, series: { after: "0x10" } }]);
});

test("an alert that always fires has nothing to be silent on", () => {
  expect(proof(FIRES, ALWAYS_FIRES, undefined).silent).toEqual([]);
});

test("an alert carries its proof and keeps the evidence out of its fields", () => {
  const props = { expr: "up == 0", for: minutes(5), severity: "warning", component: "DNS", summary: "s", description: "d" } as const;
  expect(alert("SampleDown", { ...props, fires: FIRES, silent: SILENT })).toEqual({
    kind: "alert",
    name: "SampleDown",
    ...props,
    reads: [],
    proof: proof(FIRES, SILENT, minutes(5)),
  });
});
