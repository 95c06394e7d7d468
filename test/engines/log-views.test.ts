import { STREAMS } from "../../components/log-router/streams/all";
import { logViews } from "../../components/log-router/views";
import { viewSql } from "../../lib/log-store/log-view";
import { rowsOf, tableOf } from "./datafusion";
import { describeEngines } from "./engine";
import { asStored, type LogRecord } from "./vrl";

const VIEWS = logViews("notes.example.org");
const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER };

describeEngines(["vrl", "datafusion-python"], "what people ask again and again, of the streams' own samples", () => {
  const answers = new Map<string, readonly LogRecord[]>();
  beforeAll(async () => {
    const streams = STREAMS.filter(({ name }) => VIEWS.some(({ stream }) => stream === name));
    const stored = new Map<string, LogRecord[]>();
    for (const { name, source, samples } of streams) {
      const records = await asStored(
        source,
        samples.map(({ record }) => record),
      );
      stored.set(
        name,
        records.map(({ record }) => record),
      );
    }
    const tables = VIEWS.map(({ stream, columns }) => tableOf(columns, stored.get(stream) ?? []));
    const rows = await rowsOf(
      tables,
      VIEWS.map((view, table) => ({ table, name: view.stream, sql: viewSql(view), ...ALWAYS })),
    );
    for (const [index, { name }] of VIEWS.entries()) answers.set(name, rows[index] ?? []);
  });

  test.each(VIEWS)("$name shows what it says", ({ name, shows, counted }) => {
    const rows = answers.get(name) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {})).toEqual(counted === undefined ? ["_timestamp", ...shows] : [...shows, counted]);
    const order = rows.map((row) => Number(row[counted ?? "_timestamp"]));
    expect(order).toEqual([...order].sort((a, b) => b - a));
  });

  test("blocks of a host are those of that host, with the rules as the store keeps them", () => {
    expect(answers.get("Blocks of a host")).toEqual([
      expect.objectContaining({
        hostname: "notes.example.org",
        http_code: 403,
        matched_rules: '["930100","949110"]',
        client_ip: "203.0.113.50",
      }),
    ]);
    expect(answers.get("Blocks by client")).toEqual([{ client_ip: "203.0.113.50", blocks: 1 }]);
  });
});
