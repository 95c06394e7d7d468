import { platform } from "../../charts/platform";
import { ownAlerts } from "../../lib/alerts/rule";
import { placeholdersIn } from "../../lib/alerts/runbooks";
import { kubectlCommands } from "../../lib/checks/kubectl";
import { runbooks } from "../../lib/checks/runbooks";
import { parseExpression } from "../../lib/metrics/promql";
import { catalogueOf } from "../../lib/platform/catalogue";
import type { Platform } from "../../lib/platform/platform";
import { renderedRunbooks } from "../../lib/platform/runbook-pages";
import { fullPlatform } from "../example";
import { withPages } from "../platform-changes";
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
  const [single, clustered] = [fullPlatform(), fullPlatform({ scale: "cluster" })];
  expect(clustered.dormantAlerts).toEqual([]);
  expect(single.dormantAlerts).toContain("MetricsStoreNodeLost");
  expect([runbooks.run(single), runbooks.run(clustered)]).toEqual([[], []]);
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

describe("what a page names", () => {
  const diagnosis = (text: string) => pageOf("WatchdogOps").replace("## Diagnosis\n\nWords.", `## Diagnosis\n\n${text}`);
  const found = (text: string) => withPage("WatchdogOps", diagnosis(text)).map(({ what, fix }) => [what, fix]);
  const own = "which each installation names for itself";
  const NAME = "name what is there, by its placeholder where it has one, or say in <angle brackets> what depends on the installation";

  test.each([
    ["kubectl -n %monitoring% get pods -o wide"],
    ["kubectl -n %monitoring% port-forward svc/%metrics% 8429:%metrics.port%"],
    ["kubectl -n %monitoring% logs %alertmanager%-0 -c alertmanager --tail=200 | grep dead-man"],
    ["kubectl -n %monitoring% logs -l app.kubernetes.io/name=%relay% --tail=50"],
    ["kubectl -n %monitoring% logs deployment/vmalert-belfry -c vmalert"],
    // the credential's own name, not the Service's
    ["kubectl -n %monitoring% get externalsecret dead-man"],
    ["kubectl -n %exporters% get daemonset exporters-prometheus-node-exporter"],
    ["kubectl -n %boiler% exec deploy/boiler-bridge -- df -h /var/lib/boiler-bridge"],
    ["kubectl -n <namespace> rollout restart deployment/<deployment>"],
    ["kubectl -n <namespace> logs relay-0"],
    ["kubectl get nodes && kubectl cordon <node>"],
    ["kubectl -n %logging% get clusterflow <flow> -o yaml"],
  ])("%s is there", (command) => {
    expect([...found(`\`${command}\``), ...found(`\`\`\`\n${command}\n\`\`\``)]).toEqual([]);
  });

  test.each<[string, string, string]>([
    [
      "kubectl -n monitoring get pods",
      `\`kubectl -n monitoring get pods\` spells the namespace "monitoring", ${own}`,
      "write %monitoring%",
    ],
    [
      "kubectl -n mail get pods",
      `\`kubectl -n mail get pods\` spells the namespace "mail", ${own}`,
      "use a placeholder, such as %monitoring%, or <namespace> for what the alert tells",
    ],
    [
      "kubectl get pods --namespace=monitoring",
      `\`kubectl get pods --namespace=monitoring\` spells the namespace "monitoring", ${own}`,
      "write %monitoring%",
    ],
    ["kubectl -n %monitoring% get pods --selector=app.kubernetes.io/name=relay", `it spells "relay", ${own}`, "write %relay%"],
    ["kubectl -n %monitoring% logs svc/relay", `it spells "relay", ${own}`, "write %relay%"],
    ["kubectl -n %monitoring% rollout restart deployment relay", `it spells "relay", ${own}`, "write %relay%"],
    ["kubectl -n %monitoring% get pods -l app.kubernetes.io/name=relay", `it spells "relay", ${own}`, "write %relay%"],
    ["kubectl -n %monitoring% logs vmalertmanager-belfry-0", `it spells "vmalertmanager-belfry-0", ${own}`, "write %alertmanager%-0"],
  ])("%s spells what a placeholder says", (command, what, fix) => {
    expect(found(`\`\`\`\n${command}\n\`\`\``)).toContainEqual([what, fix]);
  });

  test("a name in the prose is one too", () => {
    expect(found("Compare the network policy `status-page`.")).toEqual([[`it spells "status-page", ${own}`, "write %status-page%"]]);
    expect(found("It needs the store (`vmsingle-belfry`).")).toEqual([[`it spells "vmsingle-belfry", ${own}`, "write %store%"]]);
  });

  test("what belfry itself names may be what a site calls something else", () => {
    const { boiler, namespaces, urls } = SITE;
    const site = {
      ...SITE,
      boiler: boiler && { ...boiler, namespace: "nut-exporter" },
      namespaces: { ...namespaces, gitops: "boiler-bridge" },
    };
    const named = { ...site, urls: { ...urls, dead_man_url: "http://boiler-bridge.monitoring.svc:8080" } };
    expect(runbooks.run(platform(named, fullPlatform().runbooks)).filter(({ what }) => what.includes("spells"))).toEqual([]);
  });

  test.each(["%relais%", "%relay.prt%", "%rooter%"])("placeholder %s stands for nothing", (placeholder) => {
    expect(found(`Look at ${placeholder}.`)).toEqual([
      [
        `placeholder ${placeholder} stands for nothing here`,
        expect.stringMatching(/^use one of: %monitoring%, .*%relay\.port%.*, %store%$/),
      ],
    ]);
  });

  test("what a site does without, only the dormant pages may name", () => {
    const { boiler: _, ...site } = SITE;
    const without = platform(site, new Map([...EXAMPLE.runbooks, ["BoilerBridgeDown", diagnosis("`kubectl -n %boiler% get pods`")]]));
    const live = { ...without, runbooks: new Map([...EXAMPLE.runbooks, ["WatchdogOps", diagnosis("`kubectl -n %boiler% get pods`")]]) };
    expect(runbooks.run(without).filter(({ what }) => what.includes("placeholder"))).toEqual([]);
    expect(runbooks.run(live).map(({ what }) => what)).toEqual(["placeholder %boiler% stands for nothing here"]);
  });

  test.each<[string, string]>([
    ["kubectl -n %monitoring% logs deployment/vmsingle-other", 'no Deployment "vmsingle-other" in namespace "monitoring"'],
    ["kubectl -n %monitoring% logs deployment/%alertmanager%", 'no Deployment "vmalertmanager-belfry" in namespace "monitoring"'],
    ["kubectl -n %logging% port-forward svc/%relay% 9999", 'no Service "relay" in namespace "logging"'],
    ["kubectl -n %monitoring% port-forward svc/%relay% 9999:8080", 'no port 8080 of Service "relay"; it has 9999'],
    ["kubectl -n %monitoring% port-forward deployment/%relay% 9998", 'no port 9998 of Deployment "relay"; it has 9999'],
    ["kubectl -n %monitoring% get pods -l app.kubernetes.io/name=relays", "nothing with the labels app.kubernetes.io/name=relays"],
    ["kubectl -n %monitoring% describe externalsecret dead-men", 'no ExternalSecret "dead-men" in namespace "monitoring"'],
    ["kubectl -n %monitoring% get pods && kubectl get namespace monitorin", 'no Namespace "monitorin"'],
  ])("%s finds nothing", (command, what) => {
    const rendered = found(`\`\`\`\n${command}\n\`\`\``);
    expect(rendered).toEqual([[expect.stringMatching(/^`kubectl .*`: there is /), NAME]]);
    expect(rendered[0]?.[0]).toContain(`: there is ${what} at this installation`);
  });

  test("what one scale makes, the other does not", () => {
    const page = diagnosis("`kubectl -n %monitoring% logs deployment/%store%`, `kubectl -n %monitoring% logs deployment/vmsingle-belfry`");
    const cluster = withPages(platform({ ...SITE, scale: "cluster" }, new Map()));
    expect(runbooks.run({ ...cluster, runbooks: new Map([...cluster.runbooks, ["WatchdogOps", page]]) }).map(({ what }) => what)).toEqual([
      '`kubectl -n monitoring logs deployment/vmsingle-belfry`: there is no Deployment "vmsingle-belfry" in namespace "monitoring" at this installation',
    ]);
  });

  test("a page that is not there can't be linked to", () => {
    expect(found("See [NoSuchAlert](NoSuchAlert.md) and [RelayDown](RelayDown.md).")).toEqual([
      ["it links to NoSuchAlert.md, and there is no such page", "correct the link or take it out"],
    ]);
  });
});

describe.each(["single", "cluster"] as const)("the repository's pages at scale %s", (scale) => {
  const full = fullPlatform({ scale });
  const pages = [...renderedRunbooks(full)];
  const codeIn = (page: string) =>
    [...page.matchAll(/`([^`\n]+)`|^```\n([^`]*)^```$/gm)].map(([, span, block]) => (span ?? block ?? "").trim());

  test("have commands that the check reads", () => {
    expect(pages.flatMap(([, page]) => kubectlCommands(page)).length).toBeGreaterThan(100);
    expect(runbooks.run(full)).toEqual([]);
  });

  test("have at most 220 words", () => {
    const written = (page: string) => page.replace(/\n## Dashboards\n.*$/s, "");
    const lengths = pages.map(
      ([alert, page]) =>
        [
          alert,
          written(page)
            .split(/\s+/)
            .filter((word) => /\w/.test(word)).length,
        ] as const,
    );
    expect(lengths.filter(([, words]) => words > 220)).toEqual([]);
  });

  test("have no placeholder left", () => {
    expect(pages.flatMap(([alert, page]) => placeholdersIn(page).map((left) => [alert, left]))).toEqual([]);
  });

  const known = catalogueOf(full).names;
  const family = (name: string) => name.split("_", 2).join("_");
  const families = new Set([...known].map(family));
  const isBareName = (code: string) => /^[a-z][\w:]*$/.test(code) && families.has(family(code)) && !(code in full.site.urls);
  const isExpression = (code: string) =>
    !/^(?:kubectl |select \*|\w+ -\w)/.test(code) &&
    /[a-z]_[a-z_]+/.test(code) &&
    /^[\w:]+(?: by| without)?(?:\{| ?\(|\[| [-=<>/*])/.test(code);
  const queries = pages.flatMap(([alert, page]) =>
    codeIn(page)
      .filter((code) => isBareName(code) || isExpression(code))
      .map((code): [string, string] => [alert, code.replace(/<[\w-]+>/g, "x")]),
  );

  test("ask something", () => {
    expect(queries.length).toBeGreaterThan(60);
  });

  test("ask for declared series, in PromQL", () => {
    const undeclared = queries.flatMap(([alert, query]) => {
      const named = parseExpression(query).selectors.flatMap((one) => ("name" in one ? [one.name] : []));
      return named.filter((name) => !known.has(name)).map((name) => [alert, query, name]);
    });
    expect(undeclared).toEqual([]);
  });
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
