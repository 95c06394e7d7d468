// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are compared, which hold such texts
import { typedExpression, typedNames } from "../../../bin/import-rules/typed-selectors";
import { storedNames } from "../../../lib/series";
import { fullPlatform, ROOT } from "../../example";

const { scrapes } = fullPlatform();
const names = typedNames(ROOT, scrapes);
const code = (expr: string) => typedExpression(expr, names).code;

test("nearly every series of the example's scrapes has a typed name; one that two catalogues declare has none", () => {
  const all = new Set(scrapes.flatMap(({ series }) => series.flatMap(storedNames)));
  expect(names.size / all.size).toBeGreaterThan(0.8);
  expect(names.get("node_cpu_seconds_total")).toBeUndefined();
});

test.each([
  ["node_disk_io_time_seconds_total", "`${node_disk_io_time_seconds_total()}`"],
  ["sum(node_disk_io_time_seconds_total offset 5m) by (job) > 1", "`sum(${node_disk_io_time_seconds_total()} offset 5m) by (job) > 1`"],
  [
    "node_filesystem_avail_bytes{fstype='ext4', device!=\"a\"}[5m]",
    '`${node_filesystem_avail_bytes({ fstype: "ext4", device: not("a") })}[5m]`',
  ],
  ['apiserver_request_sli_duration_seconds_bucket{le="1"}', '`${apiserver_request_sli_duration_seconds.bucket({ le: "1" })}`'],
  [
    "node_disk_io_time_seconds_total{job=~`a.b`} # `c` ${d}",
    '`${node_disk_io_time_seconds_total({ job: matches("a.b") })} # \\`c\\` \\${d}`',
  ],
])("%s is %s", (expr, typed) => {
  expect(code(expr)).toBe(typed);
});

test.each([
  ["a series that nobody has", "nobody_has_this > 0"],
  ["a label that the series lacks", 'node_disk_io_time_seconds_total{cluster="a"}'],
  ["a label with two conditions", 'node_disk_io_time_seconds_total{job!="a",job!="b"}'],
  ["an escape that is not ours", 'node_disk_io_time_seconds_total{job="\\x41"}'],
  ["a name that is a condition", '{__name__="node_disk_io_time_seconds_total"}'],
])("%s stays a text", (_, expr) => {
  expect(code(expr)).toBe(JSON.stringify(expr));
});
