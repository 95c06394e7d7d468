import { platform } from "../../charts/platform";
import { ownAlerts } from "../../lib/alerts/rule";
import { runbooks } from "../../lib/checks/runbooks";
import type { Platform } from "../../lib/platform/platform";
import { fullPlatform } from "../example";
import { EXAMPLE, pageOf, SITE } from "./example";

function withPage(alert: string, page: string | undefined) {
  const pages = new Map(EXAMPLE.runbooks);
  if (page === undefined) pages.delete(alert);
  else pages.set(alert, page);
  return runbooks.run({ ...EXAMPLE, runbooks: pages });
}

test("a page with every section for every alert passes", () => {
  expect(runbooks.run(EXAMPLE)).toEqual([]);
});

test("every page of the repository is of an alert, at a site that does without nothing", () => {
  const full = fullPlatform();
  expect(full.dormantAlerts).toEqual([]);
  expect(runbooks.run(full)).toEqual([]);
});

test.each(["WatchdogOps", "RedisBGSAVEFailure"])("alert %s without a page", (alert) => {
  expect(withPage(alert, undefined)).toEqual([
    {
      where: `docs/runbooks/${alert}.md`,
      what: `alert "${alert}" has no runbook`,
      fix: "write it, with the sections Meaning, Impact, Diagnosis, Mitigation",
    },
  ]);
});

test("an alert that ten components share needs its page once", () => {
  expect(withPage("ProbeFailed", undefined)).toHaveLength(1);
});

test("a page that no alert is called by", () => {
  expect(withPage("ProbeFaild", pageOf("ProbeFaild"))).toEqual([
    { where: "docs/runbooks/ProbeFaild.md", what: 'no alert is called "ProbeFaild"', fix: "rename the page or delete it" },
  ]);
});

test("what a part would declare is what it declares, so that its pages stay where a site does without it", () => {
  const without = platform({ ...SITE, ups: undefined, boiler: undefined, status_page: undefined }, EXAMPLE.runbooks);
  const declared = (of: Pick<Platform, "rules" | "detectors" | "dormantAlerts">) =>
    [
      ...new Set([...ownAlerts(of.rules).map(({ rule }) => rule.name), ...of.detectors.map(({ alert }) => alert), ...of.dormantAlerts]),
    ].sort();
  expect(declared(without)).toEqual(declared(fullPlatform()));
});

test("a page of an alert that has nothing to look at there stays", () => {
  const pages = new Map([...EXAMPLE.runbooks, ["BoilerUnheard", pageOf("BoilerUnheard")]]);
  expect(runbooks.run({ ...EXAMPLE, runbooks: pages, dormantAlerts: ["BoilerUnheard"] })).toEqual([]);
  expect(runbooks.run({ ...EXAMPLE, runbooks: pages, dormantAlerts: ["Another"] })).toHaveLength(1);
});

const NO_BEGINNING = "it does not begin with its name and go straight to section Meaning";
const PAGE = pageOf("WatchdogOps");

test.each([
  ["a section left out", PAGE.replace("## Impact", "Impact"), "section Impact is missing or empty"],
  ["a section with nothing in it", PAGE.replace("## Diagnosis\n\nWords.\n", "## Diagnosis\n\n"), "section Diagnosis is missing or empty"],
  ["a last section with nothing in it", PAGE.replace(/Words\.\n$/, ""), "section Mitigation is missing or empty"],
  ["a heading of another depth", PAGE.replace("## Impact", "### Impact"), "section Impact is missing or empty"],
  ["another alert's name", pageOf("ProbeFailed"), NO_BEGINNING],
  ["what its rule says, once more", PAGE.replace("## Meaning", "Fires at once.\n\n## Meaning"), NO_BEGINNING],
])("%s", (_, page, what) => {
  expect(withPage("WatchdogOps", page).map((finding) => finding.what)).toEqual([what]);
});

test("an empty page lacks everything", () => {
  expect(withPage("WatchdogOps", "").map(({ what }) => what)).toEqual([
    NO_BEGINNING,
    "section Meaning, Impact, Diagnosis, Mitigation is missing or empty",
  ]);
});
