import { LOG_ALERTS } from "../../components/log-router/alerts/all";
import { rowsOf } from "./datafusion";
import { describeEngines } from "./engine";
import { askOf, casesOf, mutantsOf, type StoredCase, storedCases } from "./log-alert-proofs";

const NOW = Date.now();

describeEngines(["vrl", "datafusion-python"], "what the log store watches: raw records through the router, asked as the store asks", () => {
  const cases = LOG_ALERTS.flatMap(casesOf);
  let stored: readonly StoredCase[] = [];
  let rows: Awaited<ReturnType<typeof rowsOf>> = [];
  beforeAll(async () => {
    stored = await storedCases(cases, NOW);
    rows = await rowsOf(
      stored.map(({ table }) => table),
      stored.map(({ alert }, index) => askOf(alert, index, NOW)),
    );
  }, 300_000);

  test("a number or a question of one that is another fails its proof", async () => {
    const mutants = LOG_ALERTS.flatMap((alert) => mutantsOf(alert).map((mutant) => ({ ...mutant, of: alert })));
    const asks = mutants.flatMap(({ alert, of }) => cases.flatMap((one, index) => (one.alert === of ? [askOf(alert, index, NOW)] : [])));
    const tables = stored.map(({ table }) => table);
    const answers = await rowsOf(tables, asks);
    let place = 0;
    const survivors = mutants.flatMap(({ what, of }) => {
      const own = cases.filter(({ alert }) => alert === of);
      const judged = answers.slice(place, place + own.length);
      place += own.length;
      const isKilled = own.some(({ fires }, index) => fires !== (judged[index]?.length ?? 0) > 0);
      return isKilled ? [] : [`${of.name}: ${what}`];
    });
    expect(survivors).toEqual([]);
    console.log(`${LOG_ALERTS.length} alerts of the log store, ${cases.length} cases, ${mutants.length} mutants: each failed a proof`);
  }, 300_000);

  describe.each(LOG_ALERTS.map((alert) => ({ name: alert.name, alert })))("$name", ({ alert }) => {
    test.each(cases.flatMap((one, index) => (one.alert === alert ? [{ name: one.name, index, fires: one.fires }] : [])))(
      "$name",
      ({ index, fires }) => {
        const streams = new Set(stored[index]?.streams);
        // what comes to another stream is no near miss
        expect({ streams: [...streams], fires: (rows[index]?.length ?? 0) > 0 }).toEqual({
          streams: streams.size === 0 ? [] : [alert.stream],
          fires,
        });
      },
    );
  });
});
