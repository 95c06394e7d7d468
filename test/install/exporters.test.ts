import { observedExporters } from "../../components/observed";
import { exportersPage } from "../../lib/install/exporters";
import type { Scrape } from "../../lib/metrics/scrape";
import { counter, declareSeries, gauge, seriesOf, unconfirmed } from "../../lib/series";
import { examplePlatform } from "../example";

const series = seriesOf(declareSeries({ fan_dust: unconfirmed(gauge("count", "Dust.")), fan_turns_total: counter("count", "Turns.") }));
const release = { program: "fan_exporter", release: "1.2.3" };

test("each exporter stands with what was seen, whether it is asked, and the names that were not seen", () => {
  const absent = { name: "fans", series, release, until: "summer" };
  const job = { name: "backup", series, until: "name a job" };
  const workload = { name: "own-fans", namespace: "fans", pods: {}, ports: {}, madeBy: { upstream: "a chart" } };
  const scrapes: Scrape[] = [{ name: "own-fans", series, from: { kind: "pushed", to: { workload, port: "http" } } }];
  expect(
    exportersPage({ scrapes, absentExporters: [absent, job] })
      .text.split("\n")
      .filter((line) => /^\| `/.test(line)),
  ).toEqual(["| `fans` | fan_exporter 1.2.3 | no | `fan_dust` |", "| `own-fans` | `fan_dust` |"]);
});

test("of the example every exporter that others run stands in it, with its release", () => {
  const { text } = exportersPage(examplePlatform());
  for (const { name, release } of observedExporters) expect(text).toContain(`| \`${name}\` | ${release.program} ${release.release} | `);
});
