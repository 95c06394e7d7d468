import { ALWAYS_FIRES, after, isTooEarly, proof, type SeriesSet, stillAfter } from "../../lib/alerts/proof";
import { alert } from "../../lib/alerts/rule";
import { type Duration, hours, minutes, seconds } from "../../lib/duration";

const FIRES = { up: "0x10" };
const SILENT = { up: "1x10" };

const at = (time: Duration, series: SeriesSet) => ({ after: time, series });

test.each([
  ["at its first sample, without `for`", undefined, 0],
  ["when `for` has passed", minutes(5), 300],
  ["at the first evaluation after a `for` in seconds", seconds(90), 120],
])("series alone fire %s", (_, holdsFor, first) => {
  expect(proof(FIRES, SILENT, holdsFor).fires).toEqual([at(seconds(first), FIRES)]);
});

test("series alone that stay silent are looked at when the last of the others fires", () => {
  const { silent } = proof([after(minutes(20), FIRES), FIRES], [SILENT, after(hours(2), SILENT)], minutes(5));
  expect(silent.slice(0, 2)).toEqual([at(minutes(20), SILENT), at(hours(2), SILENT)]);
});

test("what fires is silent a minute earlier, without being said", () => {
  const { silent } = proof([after(minutes(20), FIRES), { up: "0x20" }], SILENT, minutes(5));
  expect(silent.slice(1)).toEqual([at(minutes(19), FIRES), at(minutes(4), { up: "0x20" })]);
});

test("what fires at its first sample has no earlier minute", () => {
  expect(proof(FIRES, SILENT, undefined).silent).toEqual([at(minutes(0), SILENT)]);
});

test("`after` names the moment, whatever `for` says", () => {
  expect(proof(after(minutes(9), FIRES), after(hours(2), SILENT), minutes(5))).toEqual({
    fires: [at(minutes(9), FIRES)],
    silent: [at(hours(2), SILENT), at(minutes(8), FIRES)],
  });
});

test("what still fires was firing a minute earlier", () => {
  const { fires, silent } = proof(stillAfter(minutes(9), FIRES), SILENT, minutes(5));
  expect(fires).toMatchObject([at(minutes(9), FIRES)]);
  expect(silent).toEqual([at(minutes(9), SILENT)]);
});

test("the silent moment that is derived can be told from one that is written", () => {
  const whole = proof(after(minutes(9), FIRES), [after(minutes(8), { ...FIRES }), after(minutes(7), FIRES)], undefined);
  expect(whole.silent.map((moment) => isTooEarly(moment, whole))).toEqual([false, false, true]);
});

test("one and several may be mixed, in order", () => {
  const { fires } = proof([FIRES, after(minutes(1), FIRES)], SILENT, undefined);
  expect(fires.map((moment) => moment.after.seconds)).toEqual([0, 60]);
});

test("a series that is called `after` is a series", () => {
  expect(proof({ after: "0x10" }, SILENT, undefined).fires).toEqual([at(minutes(0), { after: "0x10" })]);
});

test("an alert that always fires has nothing to be silent on", () => {
  expect(proof(FIRES, ALWAYS_FIRES).silent).toEqual([]);
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
