import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Browser, type Page } from "../../bin/preview/browser";
import { type Preview, previewServer, type Shows } from "../../bin/preview/server";
import type { DashboardModel, PanelModel } from "../../lib/dashboards/model";
import { describeEngines, enginePath } from "./engine";

const stat = (id: number, title: string, more: Partial<PanelModel> = {}): PanelModel => ({
  id,
  type: "stat",
  title,
  gridPos: { x: 0, y: 6 * id, w: 12, h: 6 },
  targets: [{ refId: "A", expr: "one", instant: true, legendFormat: "{{name}}" }],
  ...more,
});
const model = (
  uid: string,
  title: string,
  description: string,
  panels: PanelModel[],
  more: Partial<DashboardModel> = {},
): DashboardModel => ({
  uid,
  title,
  description,
  schemaVersion: 42,
  panels,
  ...more,
});
const PODS = { type: "custom", name: "pod", label: "Pod", query: "web-1,web-2", current: { value: "web-2" } };

describeEngines(["chromium"], "the preview's page", () => {
  let browser: Browser;
  let preview: Preview;
  let page: Page;
  let base: string;
  let now: number;
  let wan: DashboardModel;

  beforeAll(async () => {
    browser = new Browser(enginePath("chromium"));
    const shows: Shows = {
      dashboards: () => [
        { folder: "Nodes", model: model("node-detail", "One node", "What a wanted wan of processes takes", [stat(1, "Load")]) },
        { folder: "Network", model: wan },
      ],
      problem: () => undefined,
      faults: () => ["it burns"],
      now: () => now,
      of: "a test",
      ask: async (path, { query = "" }) => ({ status: 200, body: JSON.stringify({ status: "success", data: answerTo(path, query) }) }),
    };
    preview = await previewServer(shows);
    preview.server.listen(0, "127.0.0.1");
    await once(preview.server, "listening");
    base = `http://127.0.0.1:${(preview.server.address() as AddressInfo).port}`;
    page = await browser.page({ width: 1200, height: 900 });
  });
  afterAll(async () => {
    preview.server.closeAllConnections();
    preview.server.close();
    await browser.close();
  });
  beforeEach(() => {
    now = 1_000_000;
    wan = model("wan", "Uplink", "Is it up?", [stat(1, "Sent"), stat(2, "Received"), stat(3, "Lost")], { templating: { list: [PODS] } });
  });

  const DRAWN = "document.documentElement.dataset.drawn";
  const open = (address: string) => page.open(`${base}${address}`, `location.href === ${JSON.stringify(base + address)} && ${DRAWN}`);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.press(key);
  };
  const shown = (what: string) => page.until(`(${what}) && ${DRAWN}`, what);
  const text = (selector: string) => page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
  /** Its sources were saved, and it has drawn what came of it. */
  const saved = async () => {
    now += 1;
    preview.changed();
    await shown(`document.querySelector("footer").textContent.includes("1970-01-12 13:46:${String(now - 1_000_000 + 40)}")`);
  };
  const FOCUSED = "document.activeElement.closest('.panel')?.dataset.panel";

  test("is used by its keys: a search by name, panels one after the other, one alone, and back to its place", async () => {
    await open("/d/node-detail");
    await press("/", ..."wan", "Enter");
    await shown('location.pathname === "/d/wan" && document.querySelector("h1").textContent.includes("Uplink")');
    await press("j", "j");
    expect(await page.evaluate(FOCUSED)).toBe("2");
    await press("v");
    await shown('location.search.includes("viewPanel=2") && document.querySelectorAll(".panel").length === 1');
    await press("Escape");
    await shown('document.querySelectorAll(".panel").length === 3');
    expect(await page.evaluate(FOCUSED)).toBe("2");
    await press("k");
    expect(await page.evaluate(FOCUSED)).toBe("1");
  });

  test("a panel's title is a button", async () => {
    await open("/d/wan");
    await page.evaluate('document.querySelector("[data-panel=\\"3\\"] h3 button").focus()');
    await press("Enter");
    await shown('location.search.includes("viewPanel=3") && document.querySelectorAll(".panel").length === 1');
  });

  test("what is typed and the focus stay when something is saved", async () => {
    await open("/d/wan");
    await press("/", ..."up");
    await saved();
    expect(await page.evaluate("[document.activeElement.className, document.activeElement.value]")).toEqual(["search", "up"]);
    await press("Escape", "j", "j");
    await page.evaluate("window.before = document.activeElement");
    await saved();
    expect(await page.evaluate("[window.before === document.activeElement, window.before.textContent]")).toEqual([true, "Received5"]);
    wan = { ...wan, panels: [stat(1, "Sent"), stat(2, "Come in"), stat(3, "Lost")] };
    await saved();
    expect(await page.evaluate("[window.before.isConnected, document.activeElement.textContent]")).toEqual([false, "Come in5"]);
  });

  test("a refresh leaves a choice that is open, and what has the focus", async () => {
    wan = { ...wan, templating: { list: [{ ...PODS, multi: true }] } };
    await open("/d/wan");
    await page.evaluate('document.querySelector("details.several").open = true; document.querySelector("input[value=web-1]").click()');
    await shown('location.search.includes("var-pod=web-1")');
    expect(await page.evaluate('document.querySelector("details.several").open')).toBe(true);
    await page.evaluate('document.querySelector("[data-control=theme]").focus()');
    wan = { ...wan, title: "Uplinks" };
    await saved();
    expect(await page.evaluate("document.activeElement.dataset.control")).toBe("theme");
  });

  test.each([
    ["a panel that is not there", "viewPanel=9999", "This dashboard has no panel 9999. Escape shows all that it has."],
    ["a time that is none", "from=zz", '"zz" is no moment; write now, now-6h'],
    ["a time that ends before it begins", "from=now-1h&to=now-2h", 'the time from "now-1h" to "now-2h" ends before it begins'],
  ])("says what is wrong with its address, and stays of use: %s", async (_, search, message) => {
    await open(`/d/wan?${search}`);
    expect(await text("main .problem")).toContain(message);
    expect(
      await page.evaluate('document.querySelectorAll("main .panel").length + "" + document.querySelectorAll(".toolbar select").length'),
    ).toBe("02");
  });

  test("a picture says what is chosen", async () => {
    await open("/d/wan?kiosk=1");
    expect(await page.evaluate('document.querySelector(".chosen").innerText')).toBe("Pod: web-2");
    await open("/d/wan");
    expect(await page.evaluate('document.querySelector(".chosen").offsetParent')).toBeNull();
  });

  test("a fault is found by what is typed of it, and one that is none is told", async () => {
    await open("/d/wan");
    const type = (title: string) =>
      page.evaluate(`(() => {
        const field = document.querySelector("[data-control=fault]");
        field.value = ${JSON.stringify(title)};
        field.dispatchEvent(new Event("change"));
        return field.validationMessage;
      })()`);
    expect(await type("it rains")).toBe('there is no fault "it rains" at this site; pick one of the list');
    expect(await type("it burns")).toBe("");
    await shown('location.search.includes("fault=it+burns")');
  });

  test("on 360 pixels every text can be read, and nothing is wider", async () => {
    const title = "How does each of them stand, and how often is it looked after by somebody?";
    const table = stat(1, title, { type: "table", targets: [{ refId: "A", expr: "wide", instant: true, format: "table" }] });
    const says =
      "| Alert | Severity | Component | Fires when |\n| --- | --- | --- | --- |\n| UplinkDown | warning | Network | *all* of it is gone for a while |";
    wan = { ...wan, panels: [table, stat(2, "What do they say?", { type: "text", options: { mode: "markdown", content: says } })] };
    await page.resize({ width: 360, height: 800 });
    await open("/d/wan?kiosk=1");
    expect(await page.evaluate("window.defects()")).toEqual([]);
    expect(await page.evaluate('document.querySelector(".prose td:last-child").innerText.trim()')).toBe("all of it is gone for a while");
    await page.resize({ width: 1200, height: 900 });
  });
});

function answerTo(path: string, query: string) {
  const metric =
    query === "wide"
      ? { name: "shared-platform-tooling", repository: "git.example.org/platform", state: "OutOfSync", health: "Progressing" }
      : { name: "one" };
  const sample = path === "query" ? { value: [1_000_000, "5"] } : { values: [[999_990, "5"]] };
  return { resultType: path === "query" ? "vector" : "matrix", result: [{ metric, ...sample }] };
}
