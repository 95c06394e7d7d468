import { routersOf } from "../../lib/checks/router-spec";
import { LAG_METRIC, lagTransforms } from "../../lib/logs/record-lag";
import { examplePlatform } from "../example";
import { describeEngines } from "./engine";
import { afterProgram, holds } from "./vrl";

describeEngines(["vrl"], "the log router's configuration, as it is rendered", () => {
  const [router] = routersOf(examplePlatform());
  const transforms = Object.entries(router?.files[0]?.transforms ?? {});
  const programs = transforms.flatMap(([name, { type, source }]) => (type === "remap" ? [[name, String(source)] as const] : []));
  const conditions = transforms.flatMap(([name, { routes }]) =>
    ((routes ?? []) as { name: string; condition: { source: string } }[]).map(
      (one) => [`${name}.${one.name}`, one.condition.source] as const,
    ),
  );
  const RECORDS = [{}, { log: "x", message: 1 }, { kubernetes: "none", log: null, _timestamp: "late" }];

  test("has programs and conditions", () => {
    expect([programs.length, conditions.length]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(programs.length, conditions.length)).toBeGreaterThan(5);
  });

  test.each(programs)("%s compiles, and takes whatever comes", async (_, source) => {
    expect(await afterProgram(source, RECORDS)).toHaveLength(RECORDS.length);
  });

  test.each(conditions)("the condition %s compiles", async (_, source) => {
    expect(await holds(source, RECORDS)).toHaveLength(RECORDS.length);
  });

  test("tells how old a record is, by its own time; one without a time, or from tomorrow, is not old", async () => {
    const { aggregator_lag: lag } = lagTransforms();
    const now = Date.now() * 1000;
    const records = [{ _timestamp: now - 90e6, log: "x" }, {}, { _timestamp: "x" }, { _timestamp: now + 9e9 }];
    const [late, ...others] = await afterProgram(lag?.type === "remap" ? lag.source : "", records);
    expect(Object.keys(late ?? {})).toEqual(["lag_seconds"]);
    expect(Math.abs(Number(late?.lag_seconds) - 90)).toBeLessThan(60);
    expect(others).toEqual([{ lag_seconds: 0 }, { lag_seconds: 0 }, { lag_seconds: 0 }]);
    expect(LAG_METRIC.name).toBe("record_lag_seconds");
  });
});
