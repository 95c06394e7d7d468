import { platform } from "../../charts/platform";
import { renderRunbook } from "../../lib/alerts/runbooks";
import { alertIndex } from "../../lib/platform/alert-index";
import { runbookPages } from "../../lib/platform/runbook-pages";
import { exampleSite, fullPlatform } from "../example";

const FULL = fullPlatform();
const pageAt = (whole: typeof FULL, alert: string) => runbookPages(whole).find(({ file }) => file === `runbooks/${alert}.md`)?.text;

test("every alert that the index links to has its page beside it", () => {
  const linked = [...alertIndex(FULL).text.matchAll(/\]\((runbooks\/\w+\.md)\)/g)].map(([, file]) => file);
  expect([...new Set(linked)].sort()).toEqual(
    runbookPages(FULL)
      .map(({ file }) => file)
      .sort(),
  );
});

test("a command names what this site has", () => {
  const { urls, namespaces, components } = exampleSite();
  const other = fullPlatform({
    namespaces: { ...namespaces, monitoring: "watch" },
    urls: {
      ...urls,
      metrics_url: "http://store.watch.svc:8000",
      alertmanager_url: "http://vmalertmanager-main.watch.svc:9100",
      relay_url: "http://lines.watch.svc:9000",
      status_page_url: "http://page.watch.svc:8080",
      dead_man_url: "http://switch.watch.svc:8080",
      pushgateway_url: "http://pushgateway.watch.svc:9091",
    },
    components: components.map((one) => ({
      ...one,
      namespaces: one.namespaces.map((name) => (name === "monitoring" ? "watch" : name)),
    })) as typeof components,
  });
  const page = pageAt(other, "RelayPostFailing");
  expect(page).toContain("kubectl -n watch logs -l app.kubernetes.io/name=lines --tail=500");
  expect(page).toContain("kubectl -n watch logs vmalertmanager-main-0 -c alertmanager");
  expect(pageAt(other, "BatchJobStale")).toContain("kubectl -n watch port-forward svc/store 8429:8000");
});

test("the store is what the scale makes of it", () => {
  expect(pageAt(FULL, "WatchdogOps")).toContain("(`vmsingle-belfry`)");
  expect(pageAt(fullPlatform({ scale: "cluster" }), "WatchdogOps")).toContain("(`vmauth-belfry`)");
});

test("a site has the pages of the alerts that it has, and their links lead to pages that are there", () => {
  const without = platform(exampleSite({ boiler: undefined }), FULL.runbooks);
  const files = runbookPages(without).map(({ file }) => file);
  expect(files.filter((file) => /^runbooks.(Boiler|Ups)/.test(file))).toEqual([]);
  const dangling = new Map([...FULL.runbooks, ["WatchdogOps", "See [UpsOnBattery](UpsOnBattery.md), [RelayDown](RelayDown.md)."]]);
  expect(pageAt({ ...without, runbooks: dangling }, "WatchdogOps")).toMatch(/^See UpsOnBattery, \[RelayDown\]\(RelayDown\.md\)\.$/m);
});

test.each([
  ["a placeholder", "%relay%-0 %relay.port%", "lines-0 9000"],
  ["percent of a number", "above 50 % or 50%, a % b", "above 50 % or 50%, a % b"],
  ["what is escaped in a URL", "?query=%7B%22a%22%7D", "?query=%7B%22a%22%7D"],
  ["one that means nothing", "%relais%", "%relais%"],
])("%s", (_, page, rendered) => {
  const values = new Map([
    ["relay", "lines"],
    ["relay.port", "9000"],
  ]);
  expect(renderRunbook(page, values)).toBe(rendered);
});
