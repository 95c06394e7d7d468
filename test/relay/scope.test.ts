/** A detector's scope follows the site: what its flow selects is what the relay alerts on. */
import { Detection } from "../../components/relay/service/alerts";
import { createRelay } from "../../components/relay/service/relay";
import type { RelaySite } from "../../components/relay/site-file";
import { alertLabels } from "../../lib/checks/alert-labels";
import { runChecks } from "../../lib/checks/all";
import { minutes } from "../../lib/duration";
import { type Detector, detectorsAt } from "../../lib/logs/detector";
import type { Platform } from "../../lib/platform/platform";
import { createLog } from "../../lib/service/log";
import type { NamespaceMap } from "../../lib/site/component";
import { manifestOf, SITE, SMALL, smallPlatformOf, whats } from "../checks/small-platform";
import { startAlertmanager } from "./fake-alertmanager";
import { context } from "./site";

/** The example installation with other namespaces for Mail. */
function withMailIn(...namespaces: string[]): Platform {
  return smallPlatformOf({ ...SITE, components: SITE.components.map((one) => (one.name === "Mail" ? { ...one, namespaces } : one)) });
}

/** The namespaces that the flow of mail selects; undefined when there is no such flow. */
function selected({ manifests }: Platform): unknown {
  const flow = manifests.find(({ object }) => object.kind === "ClusterFlow" && object.metadata.name === "postfix");
  return (flow?.object.spec as { match: unknown } | undefined)?.match;
}

/** A namespace of each kind: of some example site's mail, of another component, in no map, and none at all. */
const ASKED = ["mail", "post", "webmail", "git", "elsewhere", "?", undefined];

/** What the relay makes of a bounce from each namespace, told of the site by the file of its own manifest. */
async function asked(built: Platform) {
  const { data } = manifestOf("ConfigMap/relay", built).object as unknown as { data: { "site.json": string } };
  const site: RelaySite = JSON.parse(data["site.json"]);
  const alertmanager = await startAlertmanager(200);
  const relay = createRelay({ alertmanagerUrls: [alertmanager.url], maxBodyBytes: 65_536, site, log: createLog("relay", "silent") });
  try {
    const url = `http://127.0.0.1:${await relay.listen("127.0.0.1", 0)}`;
    const events = ASKED.map((namespace_name) => ({ log: "status=bounced", kubernetes: { namespace_name, pod_name: "mail-0" } }));
    const answer = await fetch(`${url}/ingest`, {
      method: "POST",
      body: JSON.stringify(events),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(200);
    return {
      labels: alertmanager.batches.flat().map((alert) => (alert as { labels: Record<string, string> }).labels),
      metrics: await (await fetch(`${url}/metrics`)).text(),
    };
  } finally {
    await relay.close();
    await alertmanager.close();
  }
}

describe.each([[["mail"]], [["post"]], [["mail", "webmail"]]])("with mail in %j", (namespaces) => {
  const built = withMailIn(...namespaces);

  test("the flow selects these namespaces, and no check finds anything", () => {
    expect(selected(built)).toEqual([{ select: { namespaces } }]);
    expect(runChecks(built)).toEqual([]);
  });

  test("the relay alerts on lines from these namespaces alone, as Mail", async () => {
    const { labels } = await asked(built);
    expect(labels).toEqual(
      namespaces.map((namespace) => expect.objectContaining({ alertname: "PostfixDeliveryFailure", component: "Mail", namespace })),
    );
  });
});

describe("with mail in no namespace", () => {
  const built = withMailIn();

  test("there is no flow of it, and no check misses one", () => {
    expect(selected(built)).toBeUndefined();
    expect(runChecks(built)).toEqual([]);
  });

  test("the relay raises no alert of it and counts none", async () => {
    const { labels, metrics } = await asked(built);
    expect(labels).toEqual([]);
    expect(metrics).toContain('relay_alerts_total{alertname="PodIOError"}');
    expect(metrics).not.toContain("PostfixDeliveryFailure");
  });

  test("nothing else is missing", () => {
    const files = (one: Platform) => one.manifests.map(({ file }) => file);
    const ofMail = SMALL.detectors
      .filter(({ scope }) => scope.component === "Mail")
      .map(({ flow }) => `monitoring-logging-flows/flow-${flow}.yml`);
    expect(files(SMALL).filter((file) => !files(built).includes(file))).toEqual(ofMail.sort());
  });
});

describe("a scope", () => {
  const map = { post: "Mail", webmail: "Mail", git: "Platform", dns: "DNS" } as const;
  const sample: Omit<Detector, "scope"> = {
    alert: "DiskOnFire",
    flow: "fire",
    signal: "fire",
    lines: [/disk on fire/],
    severity: "warning",
    window: minutes(5),
    summary: "A disk is on fire",
    description: "Call somebody.",
    fires: ["the disk on fire"],
    silent: ["the disk"],
  };

  /** The namespaces that a detector of this scope alerts on, with the component of each alert. */
  function alerting(scope: Detector["scope"], namespaces: NamespaceMap = map): Record<string, string> {
    const pass = new Detection(detectorsAt(namespaces, [{ ...sample, scope }]), context, namespaces).begin(0, 100);
    for (const namespace_name of ["post", "webmail", "git", "dns", "elsewhere", "constructor", "?", "", undefined])
      pass.take({ log: "disk on fire", kubernetes: { namespace_name } });
    return Object.fromEntries(pass.end().alerts.map(({ labels: { namespace, component } }) => [namespace, component]));
  }

  test("without a component is every record, also one that names no namespace", () => {
    const unlisted = { elsewhere: "Platform", constructor: "Platform", "?": "Platform" };
    expect(alerting({})).toEqual({ ...map, ...unlisted });
    expect(alerting({}, {})).toEqual({ post: "Platform", webmail: "Platform", git: "Platform", dns: "Platform", ...unlisted });
  });

  test("of a component is its namespaces", () => {
    expect(alerting({ component: "Mail" })).toEqual({ post: "Mail", webmail: "Mail" });
  });

  test("of Platform is also every namespace outside the map, and never a record that names none", () => {
    expect(alerting({ component: "Platform" })).toEqual({ git: "Platform", elsewhere: "Platform", constructor: "Platform" });
    expect(Object.keys(alerting({ component: "Platform" }, {}))).toEqual(["post", "webmail", "git", "dns", "elsewhere", "constructor"]);
  });

  test("of a component that is none of the ten is kept, for the check of labels to find", () => {
    const misspelt = detectorsAt(map, [{ ...sample, scope: { component: "Mial" as "Mail" } }]);
    expect(whats(alertLabels, { ...SMALL, detectors: misspelt })).toEqual(['component "Mial" is unknown; did you mean "Mail"?']);
  });

  test("of a component without a namespace is nowhere", () => {
    expect(alerting({ component: "NTP" })).toEqual({});
  });

  test("is no record without a namespace, though the map may call one `?`", () => {
    expect(alerting({ component: "NTP" }, { "?": "NTP" })).toEqual({});
  });
});

test("the order of the namespaces in the site changes nothing", () => {
  expect(
    withMailIn("webmail", "mail")
      .manifests.map(({ object }) => object)
      .filter(({ kind }) => kind !== "VMRule"),
  ).toEqual(
    withMailIn("mail", "webmail")
      .manifests.map(({ object }) => object)
      .filter(({ kind }) => kind !== "VMRule"),
  );
});
