import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Browser } from "../../bin/preview/browser";
import { type Picture, type Pictures, pictures } from "../../bin/preview/pictures";
import type { Shows } from "../../bin/preview/server";
import type { DashboardModel } from "../../lib/dashboards/model";
import { panelsOf } from "../../lib/dashboards/model";
import { placedDashboards } from "../../lib/dashboards/placed";
import { belfry } from "../bin/run";
import { fullPlatform, fullSite } from "../example";
import { describeEngines, enginePath, temporaryFolder } from "./engine";

const report = z.object({
  dashboards: z.array(
    z.object({
      uid: z.string(),
      file: z.string(),
      milliseconds: z.number(),
      busyMilliseconds: z.number(),
      defects: z.array(z.object({ panel: z.string(), what: z.string() })),
    }),
  ),
});

/** Of each folder the dashboard that has most to draw. */
function largestOfEachFolder(): string[] {
  const largest = new Map<string, DashboardModel>();
  for (const { folder, model } of placedDashboards(fullPlatform())) {
    const known = largest.get(folder);
    if (known === undefined || panelsOf(model).length > panelsOf(known).length) largest.set(folder, model);
  }
  return [...largest.values()].map(({ uid }) => uid);
}

const PNG = Buffer.from("\x89PNG", "latin1");

describeEngines(["chromium"], "pictures of dashboards", () => {
  test("one of each folder: no error, nothing empty, nothing over another, no text that is cut", async () => {
    const out = temporaryFolder();
    const site = join(out, "site.yaml");
    writeFileSync(site, JSON.stringify(fullSite()));
    const uids = largestOfEachFolder();
    const asked = ["dashboards", "sheet", site, "--out", out, "--only", uids.join(","), "--json"];
    const { stdout, stderr } = await belfry(asked, { variables: { CHROMIUM: enginePath("chromium") } });
    expect(stderr).toBe("");
    const { dashboards } = report.parse(JSON.parse(stdout));
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual([...uids].sort());
    expect(dashboards.flatMap(({ uid, defects }) => defects.map(({ panel, what }) => `${uid} "${panel}" ${what}`))).toEqual([]);
    for (const file of [...dashboards.map(({ file }) => file), join(out, "sheet.png")]) {
      expect(readFileSync(file).subarray(0, 4)).toEqual(PNG);
    }
    // told and not judged: a machine that is busy takes longer
    const most = (of: (one: (typeof dashboards)[number]) => number) => Math.max(...dashboards.map(of));
    const busy = most(({ busyMilliseconds }) => busyMilliseconds);
    process.stdout.write(
      `dashboards drawn: ${dashboards.length}, the slowest in ${most(({ milliseconds }) => milliseconds)} ms, at most ${busy} ms of a processor\n`,
    );
  });

  describe("what can't be read is found", () => {
    let browser: Browser;
    let taken: Pictures;
    const models = new Map<string, DashboardModel>();
    beforeAll(async () => {
      browser = new Browser(enginePath("chromium"));
      const shows: Shows = {
        dashboards: () => [...models.values()].map((model) => ({ folder: "Nodes", model })),
        problem: () => undefined,
        faults: () => [],
        now: () => 1_000_000,
        of: "a test",
        ask: async (path, { query = "" }) => answerOf(path, query),
      };
      taken = await pictures(shows, browser, { theme: "dark", width: 1000 });
    });
    afterAll(async () => {
      taken.close();
      await browser.close();
    });

    const drawn = async (...panels: DashboardModel["panels"]): Promise<Picture> => {
      models.set("test", { uid: "test", title: "Test", schemaVersion: 42, panels });
      return taken.of("test");
    };
    const panel = (title: string, expr: string, { x = 0, w = 12 } = {}, type = "stat") => ({
      type,
      title,
      gridPos: { x, y: 0, w, h: 6 },
      targets: [{ refId: "A", expr, instant: type !== "timeseries", legendFormat: "{{name}}" }],
      options: { textMode: "value_and_name", legend: { showLegend: true, displayMode: "list", calcs: [] } },
    });

    test("not on one that is right", async () => {
      expect((await drawn(panel("Left", "one"), panel("Right", "one", { x: 12 }, "timeseries"))).defects).toEqual([]);
    });
    test("an error", async () => {
      expect((await drawn(panel("Wrong", "refused"))).defects).toEqual([{ panel: "Wrong", what: "shows an error: no such thing" }]);
    });
    test("a kind that is not drawn", async () => {
      const [defect] = (await drawn(panel("Strange", "one", {}, "nodeGraph"))).defects;
      expect(defect).toEqual({ panel: "Strange", what: 'shows an error: a panel of the kind "nodeGraph" is not drawn here' });
    });
    test("a panel without data", async () => {
      expect((await drawn(panel("Bare", "none"))).defects).toEqual([{ panel: "Bare", what: "is empty" }]);
    });
    test("a panel over another", async () => {
      const { defects } = await drawn(panel("First", "one"), panel("Second", "one", { x: 6 }));
      expect(defects).toEqual([{ panel: "First", what: 'lies over "Second"' }]);
    });
    test("a title that is cut", async () => {
      const title = "A title that is much too long for the two columns that it has";
      expect((await drawn(panel(title, "one", { w: 2 }))).defects).toContainEqual({
        panel: title,
        what: `cuts the text "${title.slice(0, 60)}"`,
      });
    });
    test("a title that lacks less than a pixel", async () => {
      const title = "Least room before it shuts down";
      await drawn(panel(title, "one"));
      const cutBy = (pixels: number) =>
        taken.page.evaluate(`(() => {
          const title = document.querySelector("h3 button");
          title.style.width = "max-content";
          const { width } = title.getBoundingClientRect();
          title.style.width = (width - ${pixels}) + "px";
          return window.defects();
        })()`);
      expect(await cutBy(0)).toEqual([]);
      expect(await cutBy(0.4)).toEqual([{ panel: title, what: `cuts the text "${title}"` }]);
    });
    test("a chart that nothing can be told from", async () => {
      const tiny = { ...panel("Tiny", "one", {}, "timeseries"), gridPos: { x: 0, y: 0, w: 12, h: 2 } };
      expect((await drawn(tiny)).defects).toContainEqual({
        panel: "Tiny",
        what: expect.stringMatching(/^draws a chart of \d+ by \d+ pixels$/),
      });
    });
    test("names over each other on a chart, and one that is cut", async () => {
      const crowd = { ...panel("Crowd", "crowd", {}, "state-timeline"), gridPos: { x: 0, y: 0, w: 12, h: 4 } };
      expect((await drawn(crowd)).defects).toContainEqual({ panel: "Crowd", what: 'writes "name-0" over "name-1"' });
      const long = panel("Long", "long", { w: 6 }, "state-timeline");
      expect((await drawn(long)).defects).toContainEqual({
        panel: "Long",
        what: expect.stringMatching(/^cuts the text "a name that.*\.\.\."$/),
      });
    });
    test("a line of a legend without a name", async () => {
      const nameless = { ...panel("Nameless", "one", {}, "timeseries"), targets: [{ refId: "A", expr: "one", legendFormat: "{{other}}" }] };
      expect((await drawn(nameless)).defects).toEqual([{ panel: "Nameless", what: "has 1 lines without a name in its legend" }]);
    });
    test.each([4, 5, 6, 7, 8, 9, 10])("not half a line of a legend, on a panel of %d rows", async (h) => {
      const table = { showLegend: true, displayMode: "table", calcs: ["max"] };
      const long = { ...panel("Many", "crowd", {}, "timeseries"), gridPos: { x: 0, y: 0, w: 12, h }, options: { legend: table } };
      expect((await drawn(long)).defects.map(({ what }) => what)).not.toContain("shows half a line of its legend");
    });
    test("half a line of a legend", async () => {
      const table = { showLegend: true, displayMode: "table", calcs: ["max"] };
      await drawn({ ...panel("Many", "crowd", {}, "timeseries"), options: { legend: table } });
      expect(await taken.page.evaluate('document.querySelector(".legend").style.maxHeight = "50px", window.defects()')).toContainEqual({
        panel: "Many",
        what: "shows half a line of its legend",
      });
    });
  });
});

/** What each query's series are called. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  none: [],
  crowd: Array.from({ length: 30 }, (_, index) => `name-${index}`),
  long: ["a name that is so long that nobody would put it on a panel of that width, or anywhere else"],
};

function answerOf(path: string, query: string) {
  if (query === "refused") return { status: 422, body: JSON.stringify({ status: "error", error: "no such thing" }) };
  const sample = path === "query" ? { value: [1_000_000, "5"] } : { values: [999_990, 999_960].map((time) => [time, "5"]) };
  const result = (NAMES[query] ?? ["one"]).map((name) => ({ metric: { name }, ...sample }));
  return { status: 200, body: JSON.stringify({ status: "success", data: { resultType: path === "query" ? "vector" : "matrix", result } }) };
}
