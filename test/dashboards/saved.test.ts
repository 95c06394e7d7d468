import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSaved, savedDashboards } from "../../lib/dashboards/saved";

const MODEL = { uid: "mine", title: "Mine", schemaVersion: 41, panels: [] };
const read = (json: unknown) => readSaved("Nodes", JSON.stringify(json));

test("one that was saved is taken as it is, without the numbers of its database", () => {
  expect(read({ ...MODEL, id: 17, version: 3, iteration: 1, graphTooltip: 1 })).toEqual({
    folder: "Nodes",
    model: { ...MODEL, graphTooltip: 1 },
  });
});

test("a data source that was left open for others is the metrics store", () => {
  const { model } = read({
    ...MODEL,
    __inputs: [{ name: "DS_PROMETHEUS", type: "datasource", pluginId: "prometheus" }],
    __requires: [],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the application writes it
    panels: [{ type: "stat", datasource: { type: "prometheus", uid: "${DS_PROMETHEUS}" } }],
  }) as { model: { panels: unknown[] } };
  expect(model.panels).toEqual([{ type: "stat", datasource: { type: "prometheus", uid: "metrics" } }]);
  expect(Object.keys(model)).not.toContain("__inputs");
});

test.each<[string, unknown, RegExp]>([
  ["one of the newer model", { apiVersion: "dashboard.grafana.app/v2", kind: "Dashboard", spec: {} }, /newer model/],
  ["its spec alone", { title: "Mine", elements: {}, layout: {} }, /newer model/],
  ["an open source of another kind", { ...MODEL, __inputs: [{ name: "DS_L", type: "datasource", pluginId: "loki" }] }, /DS_L.*loki/],
  ["no object", [], /it: /],
])("%s is refused", (_, json, what) => {
  expect(read(json)).toMatchObject({ what: expect.stringMatching(what), fix: expect.stringMatching(/export/) });
});

test("a constant that was left open has its value, quotes and all", () => {
  const open = { name: "VAR_LIMIT", type: "constant", value: 'a"b$&' };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the application writes it
  const list = [{ name: "limit", type: "constant", query: "${VAR_LIMIT}" }];
  expect(read({ ...MODEL, __inputs: [open], templating: { list } })).toMatchObject({
    model: { templating: { list: [{ name: "limit", type: "constant", query: 'a"b$&' }] } },
  });
});

test("what the application's API answers holds one, and a mark of the encoding is none of it", () => {
  const answer = { dashboard: { ...MODEL, id: 17 }, meta: { slug: "mine" } };
  expect(readSaved("Nodes", `\uFEFF${JSON.stringify(answer)}`)).toEqual({ folder: "Nodes", model: MODEL });
});

test.each([undefined, null, 7])("without a uid (%s) it is told to have one", (uid) => {
  expect(read({ ...MODEL, uid })).toEqual({ what: expect.stringMatching(/^it has no uid/), fix: expect.stringMatching(/^give it one/) });
});

test("a panel of the library is told to be unlinked, inside of a closed row too", () => {
  const panel = { id: 1, title: "Load", libraryPanel: { uid: "abc", name: "Load of nodes" } };
  for (const panels of [[panel], [{ id: 2, type: "row", panels: [panel] }]])
    expect(read({ ...MODEL, panels })).toEqual({
      what: 'panel "Load of nodes" stands in the application\'s library, and the file holds its name alone',
      fix: expect.stringMatching(/^unlink it/),
    });
});

test("no JSON is refused", () => {
  expect(readSaved("Nodes", "{")).toMatchObject({ what: expect.stringMatching(/no JSON/) });
});

describe("a folder of them", () => {
  let root: string;
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "belfry-saved-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test("is read by name, and what is no JSON file is somebody else's", () => {
    put("Nodes/b.json", JSON.stringify({ ...MODEL, uid: "b" }));
    put("Nodes/a.json", JSON.stringify({ ...MODEL, uid: "a" }));
    put("Nodes/node-detail.ts", "export {};");
    const { dashboards, problems } = savedDashboards(root);
    expect(dashboards.map(({ model, file }) => [file, model.uid])).toEqual([
      ["a.json", "a"],
      ["b.json", "b"],
    ]);
    expect(problems).toEqual([]);
  });

  test("of another name than a folder's would be lost, and is refused with every other mistake", () => {
    put("Node/a.json", JSON.stringify(MODEL));
    put("Nodes/b.json", "{");
    expect(savedDashboards(root).problems.map(({ where, what }) => `${where}: ${what}`)).toEqual([
      'dashboards/Node/a.json: there is no folder "Node"; did you mean "Nodes"?',
      expect.stringMatching(/^dashboards\/Nodes\/b.json: it is no JSON/),
    ]);
  });

  test("that is not there holds none", () => {
    expect(savedDashboards(join(root, "none"))).toEqual({ dashboards: [], problems: [] });
  });
});
