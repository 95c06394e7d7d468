import { STREAMS } from "../../components/log-router/streams/all";
import { logViews } from "../../components/log-router/views";
import { columnsOfView, viewSql } from "../../lib/log-store/log-view";
import { examplePlatform, exampleSite } from "../example";

const VIEWS = logViews("www.example.org");
const sqlOf = (name: string) => VIEWS.filter((view) => view.name === name).map((view) => viewSql(view));

test("blocks of a host, as the specification asks for them", () => {
  expect(sqlOf("Blocks of a host")).toEqual([
    `SELECT "_timestamp", "hostname", "uri", "method", "http_code", "matched_rules", "matched_messages", "client_ip" FROM "modsec" WHERE ("hostname" = 'www.example.org' AND "modsec_kind" = 'audit') ORDER BY "_timestamp" DESC`,
  ]);
});

test("and blocks by client", () => {
  expect(sqlOf("Blocks by client")).toEqual([
    `SELECT "client_ip", count(*) AS "blocks" FROM "modsec" WHERE ("modsec_kind" = 'audit' AND "http_code" = 403) GROUP BY "client_ip" ORDER BY "blocks" DESC`,
  ]);
});

test.each(VIEWS)("$name asks a declared stream for declared columns, by a name that the store's page takes", (view) => {
  const stream = STREAMS.find(({ name }) => name === view.stream);
  expect(stream).toBeDefined();
  for (const column of columnsOfView(view)) expect(Object.keys(view.columns)).toContain(column);
  for (const column of Object.keys(stream?.columns ?? {})) expect(view.columns[column]).toEqual(stream?.columns[column]);
  expect(view.name).toMatch(/^[A-Za-z0-9 _-]+$/);
  expect(viewSql(view)).not.toMatch(/select +\*/i);
});

test("the output has those of the streams that the site stores", () => {
  const text = (logs: object) => examplePlatform({ logs }).files.find(({ file }) => file === "queries.sql")?.text ?? "";
  const { syslog, ...rest } = exampleSite().logs ?? {};
  expect(text({ ...rest, syslog })).toContain("organisation home_logs");
  expect(text({ ...rest, syslog })).toContain("-- Sessions by client: ");
  expect(text(rest)).toContain("-- Blocks by client: ");
  expect(text(rest)).not.toContain("nat64");
});
