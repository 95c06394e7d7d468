import { snmp } from "../../charts/snmp";
import { logstore } from "../../dashboards/Logging/logstore";
import { snmpAps } from "../../dashboards/Network/snmp-aps";
import { withFlow, withStream, withWay } from "../../dashboards/shared/flow-names";
import type { Dashboard, SavedDashboard } from "../../lib/dashboards/dashboard";
import { variablesIn } from "../../lib/dashboards/interpolation";
import { expressionsOf, type Panel } from "../../lib/dashboards/panel";
import type { Site, SnmpSite } from "../../lib/site/schema";
import { exampleSite } from "../example";

const panelsOf = ({ rows }: Dashboard): Panel[] => rows.flatMap(({ panels }) => panels);
const panelOf = (page: Dashboard, title: string): Panel => {
  const found = panelsOf(page).find((panel) => panel.title === title);
  if (found === undefined) throw new Error(`no panel is called ${title}`);
  return found;
};
const uidOf = (one: Dashboard | SavedDashboard): string => ("model" in one ? one.model.uid : one.uid);

describe("devices asked over SNMP", () => {
  const pages = (devices: SnmpSite | undefined): readonly (Dashboard | SavedDashboard)[] => {
    const { snmp: _, ...site } = exampleSite();
    return snmp.at({ ...site, ...(devices && { snmp: devices }) } as Site)?.declares?.dashboards ?? [];
  };

  test("have a page for each class that the site has, which leads to the others", () => {
    expect(pages({ servers: ["192.0.2.4"] }).map(uidOf)).toEqual(["snmp-bmc"]);
    const both = pages({ switches: ["192.0.2.2"], access_points: ["192.0.2.5"] });
    expect(both.map(uidOf)).toEqual(["snmp-switch", "snmp-aps"]);
    expect(both.map((one) => ("model" in one ? [] : one.next))).toEqual([
      ["snmp-aps", "wan"],
      ["snmp-switch", "wan"],
    ]);
  });

  test("have none where nothing is asked", () => {
    expect(pages(undefined)).toEqual([]);
  });

  test("are asked for radios only where one tells of them", () => {
    const asks = (devices: SnmpSite) => pages(devices).some((one) => /\baiRadio/.test(JSON.stringify(one)));
    expect(asks({ access_points: ["192.0.2.5"] })).toBe(false);
    expect(asks({ instant_access_points: ["192.0.2.3"] })).toBe(true);
  });
});

test("a port's and an access point's name are taken as they stand, and for no variable", () => {
  const page = snmpAps({
    jobs: [{ job: "access-points" }],
    next: [],
    tellsOfRadios: false,
    silent: [{ name: "under $roof {{left}}", switch: "192.0.2.2", port: "Gi1/0/$7.a" }],
  });
  const panel = panelOf(page, "Does their switch have a link to them?");
  const [query] = "queries" in panel ? panel.queries : [];
  expect(variablesIn(`${query?.expr} ${query?.legend}`)).toEqual([]);
  expect(query?.legend).not.toMatch(/[{}]/);
  const [, pattern = ""] = /ifAlias=~"((?:[^"\\]|\\.)*)"/.exec(query?.expr ?? "") ?? [];
  const isMeant = new RegExp(`^(?:${JSON.parse(`"${pattern}"`)})$`);
  expect(["Gi1/0/$7.a", "Gi1/0/$7xa", "Gi1/0/7.a"].map((port) => isMeant.test(port))).toEqual([true, false, false]);
});

test("the log store's page has a bar of nought and a line of the table for each stream that is declared", () => {
  const stream = { what: "what it holds", source: "jobs", columns: {}, retentionDays: 12 } as const;
  const page = logstore({
    streams: [
      { ...stream, name: "first" },
      { ...stream, name: "second" },
    ],
    pods: { namespace: "logging", name: "log-store" },
  });
  const [bars = ""] = expressionsOf(panelOf(page, "How many came in a day?"));
  const words = panelOf(page, "What is in which stream, and for how long?");
  for (const name of ["first", "second"]) {
    expect(bars).toContain(`label_replace(vector(0), "stream", "${name}", "", "")`);
    expect("markdown" in words && words.markdown).toContain(`| \`${name}\` | what it holds | jobs | 12 days |`);
  }
});

describe("what many words make a name", () => {
  /** As `label_replace` does, one after the other: a whole match writes the label. */
  function label(expr: string, value: string): string | undefined {
    const steps = Array.from(expr.matchAll(/, "\w+", "([^"]*)", "\w+", "([^"]*)"\)/g), ([, to = "", pattern = ""]) => ({ to, pattern }));
    return steps.reduce<string | undefined>((written, { to, pattern }) => {
      const found = new RegExp(`^(?:${pattern})$`).exec(value);
      return found === null ? written : to.replaceAll(/\$(\d)/g, (_, group) => found[Number(group)] ?? "");
    }, undefined);
  }

  test.each([
    ["a flow", withFlow, "clusterflow:logging:catch-all", "catch-all"],
    ["an output of a flow", withWay, "clusterflow:logging:catch-all:clusteroutput:logging:router", "catch-all to router"],
    ["a flow that others made", withFlow, "main", "main"],
    ["an output that others made", withWay, "main-fluentd-error", "main-fluentd-error"],
    ["a stream's sink", withStream, "store_pod_logs", "pod_logs"],
  ])("%s has a short one", (_, named, value, short) => {
    expect(label(named("up"), value)).toBe(short);
  });
});
