import { ALWAYS_FIRES, after } from "../../lib/alerts/proof";
import type { AlertProps } from "../../lib/alerts/rule";
import { silentCases } from "../../lib/checks/silent-cases";
import { minutes } from "../../lib/duration";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

const found = (props: Partial<AlertProps>) => whats(silentCases, addRules(sampleAlert(props)));
const isTwin = "silent case 1 is firing case 1 in all that the expression reads";
const isVacuous = "no silent case holds a series that the expression reads: any expression is silent on them";

test("the example installation passes", () => {
  expect(silentCases.run(SMALL)).toEqual([]);
});

test("a silent case that differs in what the expression does not read says so, and what it reads", () => {
  const platform = addRules(
    sampleAlert({
      expr: 'up{job="relay"} == 0',
      fires: { 'up{job="relay",instance="a"}': "0x10" },
      silent: [{ 'up{job="relay",instance="a"}': "1x10" }, { 'up{job="relay",instance="b"}': "0x10", scrape_duration_seconds: "9x10" }],
    }),
  );
  expect(silentCases.run(platform)).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: "silent case 2 is firing case 1 in all that the expression reads",
      fix: "let it differ in a series, a label that the expression asks, a value or the moment; it reads up",
    },
  ]);
});

test.each<[string, Partial<AlertProps>, string[]]>([
  ["the very same series", { fires: { up: "0x10" }, silent: { up: "0x10" } }, [isTwin]],
  ["a value that comes after the moment", { fires: { up: "0x10" }, silent: { up: "0 1x5" } }, [isTwin]],
  ["a value at the moment", { for: minutes(5), fires: { up: "0x10" }, silent: { up: "0x4 1x5" } }, []],
  [
    "a label that the expression asks",
    { expr: 'up{job="a"} == 0', fires: { 'up{job="a"}': "0x10" }, silent: { 'up{job="b"}': "0x10" } },
    [],
  ],
  ["a label that it does not", { fires: { 'up{job="a"}': "0x10" }, silent: { 'up{job="b"}': "0x10" } }, [isTwin]],
  ["a label of whole sets", { expr: "up == up", fires: { 'up{job="a"}': "0x10" }, silent: { 'up{job="b"}': "0x10" } }, []],
  ["another moment", { fires: { up: "0x10" }, silent: after(minutes(1), { up: "0x10" }) }, []],
  ["the moment before `for` alone, which is derived", { for: minutes(5), fires: { up: "0x20" }, silent: ALWAYS_FIRES }, []],
])("a silent case that differs in %s", (_, props, whatsFound) => {
  expect(found(props)).toEqual(whatsFound);
});

test("it is compared with every firing case", () => {
  expect(found({ fires: [{ up: "2x10" }, { up: "0x10" }], silent: { up: "0x10" } })).toEqual([
    "silent case 1 is firing case 2 in all that the expression reads",
  ]);
});

describe("silent cases with nothing in them", () => {
  test.each<[string, Partial<AlertProps>, string[]]>([
    ["are refused", { silent: [{ scrape_duration_seconds: "1x10" }, {}] }, [isVacuous]],
    ["are refused beside what `for` derives", { for: minutes(5), fires: { up: "0x20" }, silent: {} }, [isVacuous]],
    ["stand beside a near miss", { silent: [{ up: "1x10" }, {}] }, []],
    ["are right beside a firing case that holds as little", { fires: after(minutes(9), {}), silent: after(minutes(1), {}) }, []],
    ["prove an alert on absence, which fires on nothing", { expr: "absent(up)", fires: {}, silent: { up: "1x10" } }, []],
    ["are not looked for where nothing silences the alert", { expr: "vector(1)", fires: {}, silent: ALWAYS_FIRES }, []],
  ])("%s", (_, props, whatsFound) => {
    expect(found(props)).toEqual(whatsFound);
  });

  test("stand beside what fires at another moment, as long as that is not derived", () => {
    const series = { up: "0x90" };
    expect(found({ for: minutes(5), fires: after(minutes(9), series), silent: [after(minutes(60), series), {}] })).toEqual([]);
  });

  test("say which series belong there", () => {
    expect(silentCases.run(addRules(sampleAlert({ silent: {} }))).map(({ fix }) => fix)).toEqual(["add the nearest miss, with up"]);
  });
});

test("what a recording is made from is read too", () => {
  const reads = [sampleRecord("job:up:sum", "sum by (job) (up)")];
  const expr = "job:up:sum < 1";
  expect(found({ expr, reads, fires: { 'up{job="a"}': "0x10" }, silent: { 'up{job="b"}': "0x10" } })).toEqual([]);
  expect(found({ expr, reads, fires: { 'up{instance="a"}': "0x10" }, silent: { 'up{instance="b"}': "0x10" } })).toEqual([isTwin]);
});
