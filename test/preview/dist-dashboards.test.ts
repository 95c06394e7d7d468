import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dashboardsOf } from "../../bin/preview/dist-dashboards";
import { dashboardFiles, GRAFANA_BUNDLE } from "../../lib/dashboards/files";
import { FOLDERS } from "../../lib/dashboards/folder";
import { placedDashboards } from "../../lib/dashboards/placed";
import { writeManifests } from "../../lib/gitops/write";
import { examplePlatform } from "../example";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "belfry-outputs-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, text: string): string {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const saved = (uid: string): string => JSON.stringify({ uid, title: uid, schemaVersion: 42, panels: [] });
const byUid = (one: { readonly model: { readonly uid: string } }, other: { readonly model: { readonly uid: string } }) =>
  one.model.uid < other.model.uid ? -1 : 1;

test("an output holds every dashboard of its site, those that the sidecar is given among them", () => {
  const platform = examplePlatform();
  const placed = placedDashboards(platform);
  const own = platform.manifests.filter(({ bundle }) => bundle === GRAFANA_BUNDLE);
  const output = join(root, "dist");
  writeManifests(output, own, dashboardFiles(placed));
  const found = dashboardsOf(output);
  expect(placed.some(({ folder }) => FOLDERS[folder] === "sidecar")).toBe(true);
  expect(found.length).toBe(placed.length);
  expect([...found].sort(byUid)).toEqual(placed.map(({ folder, model }) => ({ folder, model })).sort(byUid));
});

test("an output without dashboards has none", () => {
  put("INSTALL.md", "# Install it\n");
  expect(dashboardsOf(root)).toEqual([]);
});

describe("is refused", () => {
  test("a folder that is no output and holds none", () => {
    expect(() => dashboardsOf(root)).toThrow(`${root} holds no dashboards; name an output such as dist, or a folder with JSON files`);
  });
  test("one uid in two files", () => {
    const [one, other] = [put("Nodes/one.json", saved("same")), put("Probes/other.json", saved("same"))];
    expect(() => dashboardsOf(root)).toThrow(`${one} and ${other} have the same uid "same"; give one of them another`);
  });
  test("a dashboard of a ConfigMap that can't be read, by its place", () => {
    const map = (json: string) => ({
      metadata: { labels: { grafana_dashboard: "1" }, annotations: { grafana_folder: "Cluster" } },
      data: { "one.json": json },
    });
    const path = put("monitoring-grafana/configmap-dashboards-cluster.yml", JSON.stringify(map("{")));
    expect(() => dashboardsOf(root)).toThrow(`${path} "one.json" is no JSON`);
    put("monitoring-grafana/configmap-dashboards-cluster.yml", JSON.stringify(map("{}")));
    expect(() => dashboardsOf(root)).toThrow(`${path} "one.json" is no dashboard: uid`);
    put("monitoring-grafana/configmap-dashboards-cluster.yml", "a: [");
    expect(() => dashboardsOf(root)).toThrow(`${path} is no YAML`);
  });
});
