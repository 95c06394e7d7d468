import { stringify } from "yaml";
import { receiversOf } from "../../lib/alerts/routing";
import { runChecks } from "../../lib/checks/all";
import type { Manifest } from "../../lib/gitops/manifest";
import type { Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { SMALL, smallPlatformOf } from "../checks/small-platform";
import { EVERY_PUSH, exampleSite, withoutStatusPage } from "../example";
import { describeWithSchemas, hasSchema, validateManifest } from "../kubernetes/schema";
import { telling, wideTest } from "../wide";

const EXAMPLE = SMALL;
const filesOf = ({ manifests }: Platform) => manifests.map(({ file }) => file);
const textOf = ({ manifests }: Platform) => manifests.map(({ file, object }) => `${file}\n${stringify(object)}`).join("\n");
const namesOf = ({ routing }: Platform) => routing.receivers.map(({ name }) => name);
const reached = ({ routing }: Platform, severity: string) =>
  receiversOf(routing.root, { alertname: "A", team: "ops", severity, component: "Mail" });

function specOf(file: string, { manifests }: Platform): Record<string, unknown> {
  const found = manifests.find((manifest) => manifest.file === file);
  if (found === undefined) throw new Error(`dist/${file} is not there`);
  return found.object.spec as Record<string, unknown>;
}

/** Where the alert manager may go, but for what every site has: names, the API server, the dead-man switch. */
const waysOut = (platform: Platform) =>
  (specOf("monitoring-alerting/networkpolicy-vmalertmanager-belfry.yml", platform).egress as unknown[]).map((rule) => JSON.stringify(rule));
const onlyWaysOut = (platform: Platform, base: Platform) =>
  waysOut(platform)
    .filter((rule) => !waysOut(base).includes(rule))
    .map((rule) => JSON.parse(rule));

const PAGE_ALERTS = ["StatusPageAdapterDown", "StatusPageStuck", "StatusPageComponentMissing"];
const { pushover, ntfy, webhook, email } = EVERY_PUSH;
const push = (chosen: Site["push"]) => platformOf(exampleSite({ push: chosen }));

const built = new Map<string, Platform>();
/** Made once for each site, as nothing changes one. */
function platformOf(site: Site): Platform {
  const key = JSON.stringify(site);
  const known = built.get(key) ?? smallPlatformOf(site);
  built.set(key, known);
  return known;
}

describe("a site without a status page", () => {
  const site = platformOf(withoutStatusPage());

  test.each(telling(["single", "cluster"] as const))("passes every check at scale %s", (scale) => {
    expect(runChecks(platformOf(withoutStatusPage({ scale })))).toEqual([]);
  });

  test("has no object, credential, receiver or rule of it", () => {
    const gone = filesOf(EXAMPLE).filter((file) => !filesOf(site).includes(file));
    expect(gone.every((file) => /status-page/.test(file))).toBe(true);
    expect(gone).toEqual(
      expect.arrayContaining(["gitops/application-home-monitoring-status-page.yml", "monitoring-secrets/externalsecret-status-page.yml"]),
    );
    expect(textOf(site)).not.toMatch(/status-page|status_page|StatusPage/);
  });

  test("keeps the pages of its alerts for whoever gets one", () => {
    expect(site.dormantAlerts).toEqual(expect.arrayContaining(PAGE_ALERTS));
    expect(EXAMPLE.dormantAlerts).not.toEqual(expect.arrayContaining(PAGE_ALERTS));
  });

  test("pushes as before", () => {
    expect(namesOf(site)).toEqual(["recorded", "dead-man", "push-critical", "push-warning"]);
    expect(["critical", "warning", "info"].map((severity) => reached(site, severity))).toEqual([
      ["push-critical"],
      ["push-warning"],
      ["recorded"],
    ]);
  });

  wideTest("is the same whatever it says of a page that is not there", () => {
    const { status_page: _, ...saying } = exampleSite();
    expect(textOf(platformOf(saying))).toBe(textOf(site));
  });
});

describe("a site without a push service", () => {
  test("tells the page alone", () => {
    const site = push({});
    expect(runChecks(site)).toEqual([]);
    expect(namesOf(site)).toEqual(["recorded", "dead-man", "status-page"]);
    expect(reached(site, "critical")).toEqual(["status-page"]);
    expect(specOf("monitoring-alerting/vmalertmanager-belfry.yml", site)).not.toHaveProperty("secrets");
    expect(textOf(site)).not.toMatch(/pushover|push-service|alert-manager-push/i);
  });

  wideTest("and without a page records everything but the heartbeat", () => {
    const site = platformOf(withoutStatusPage({ push: {} }));
    expect(runChecks(site)).toEqual([]);
    expect(namesOf(site)).toEqual(["recorded", "dead-man"]);
    expect(reached(site, "critical")).toEqual(["recorded"]);
    expect(receiversOf(site.routing.root, { alertname: "WatchdogOps", team: "ops", severity: "info" })).toEqual(["dead-man"]);
  });
});

test("a site that says nothing of push has Pushover alone", () => {
  expect(textOf(push({ pushover }))).toBe(textOf(EXAMPLE));
});

describe("a site with one push service", () => {
  test.each(
    telling<[string, Site["push"], string]>([
      ["ntfy", { ntfy }, "alert-manager-ntfy"],
      ["a webhook", { webhook }, "alert-manager-webhook"],
      ["mail", { email }, "alert-manager-email"],
    ]),
  )("%s passes every check, and has that one and nothing of Pushover", (_, chosen, credential) => {
    const site = push(chosen);
    expect(runChecks(site)).toEqual([]);
    expect(specOf("monitoring-alerting/vmalertmanager-belfry.yml", site).secrets).toEqual([credential]);
    expect(filesOf(site).filter((file) => file.includes("externalsecret-alert-manager"))).toEqual([
      `monitoring-secrets/externalsecret-${credential}.yml`,
    ]);
    expect(textOf(site)).not.toMatch(/pushover|push-service|alert-manager-push/i);
    expect(["critical", "warning"].map((severity) => reached(site, severity))).toEqual([
      ["status-page", "push-critical"],
      ["status-page", "push-warning"],
    ]);
  });

  const to = (cidr: string, port: number) => ({ to: [{ ipBlock: { cidr } }], ports: [{ port, protocol: "TCP" }] });
  const none = push({});

  test.each<[string, Site["push"], object[]]>([
    ["ntfy at its address", { ntfy }, [to("192.168.10.50/32", 8080)]],
    ["ntfy in the ranges listed", { ntfy: { url: "https://ntfy.lan", addresses: ["192.168.10.0/29"] } }, [to("192.168.10.0/29", 443)]],
    ["a webhook where the site says that it ends", { webhook }, [to("192.168.10.70/32", 8443)]],
    ["a mail server on the port of its name", { email: { ...email, addresses: ["192.168.10.60/32"] } }, [to("192.168.10.60/32", 587)]],
  ])("lets the alert manager out to %s, and no further", (_, chosen, expected) => {
    expect(onlyWaysOut(push(chosen), none)).toEqual(expected);
  });

  test.each(
    telling<[string, Site["push"], string, number]>([
      ["ntfy", { ntfy: { url: "http://ntfy.chat.svc:80" } }, "ntfy", 80],
      ["a mail server", { email: { ...email, smarthost: "postfix.chat.svc:25" } }, "postfix", 25],
    ]),
  )("lets it out to %s in the cluster by its pods", (_, chosen, name, port) => {
    const site = push(chosen);
    expect(runChecks(site)).toEqual([]);
    expect(onlyWaysOut(site, none)).toEqual([
      {
        to: [
          {
            namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "chat" } },
            podSelector: { matchLabels: { "app.kubernetes.io/name": name } },
          },
        ],
        ports: [{ port, protocol: "TCP" }],
      },
    ]);
  });
});

describe("what is secret of a push service", () => {
  const secret = (name: string, chosen: Site["push"]) => specOf(`monitoring-secrets/externalsecret-${name}.yml`, push(chosen));
  const entries = (spec: Record<string, unknown>) =>
    (spec.data as { remoteRef: { key: string; property: string } }[]).map(({ remoteRef: { key, property } }) => `${key}.${property}`);

  test("is ntfy's topic, of which the URLs are made, and a token where the server wants one", () => {
    expect(entries(secret("alert-manager-ntfy", { ntfy }))).toEqual(["ntfy.topic", "ntfy.token"]);
    const open = secret("alert-manager-ntfy", { ntfy: { url: "https://ntfy.sh" } });
    expect(entries(open)).toEqual(["ntfy.topic"]);
    const { template } = open.target as { template: { data: Record<string, string>; mergePolicy: string } };
    expect(template.mergePolicy).toBe("Merge");
    // Alertmanager's braces are a value to External Secrets
    expect(template.data["critical-url"]).toMatch(
      /^https:\/\/ntfy\.sh\/\{\{ index \. "topic" \| trim \}\}\{\{ `\?priority=\{\{ if .*` \}\}$/,
    );
  });

  test("is the webhook's URL", () => {
    expect(entries(secret("alert-manager-webhook", { webhook }))).toEqual(["push-webhook.url"]);
  });

  test("is the mail account's password, where there is an account", () => {
    expect(entries(secret("alert-manager-email", { email }))).toEqual(["push-email.password"]);
    const { username: _, ...without } = email;
    const site = push({ email: without });
    expect(runChecks(site)).toEqual([]);
    expect(filesOf(site).join()).not.toContain("externalsecret-alert-manager");
    expect(specOf("monitoring-alerting/vmalertmanager-belfry.yml", site)).not.toHaveProperty("secrets");
  });
});

describe("mail", () => {
  const config = (changes: Partial<Site["push"] & object>["email"]) =>
    String(specOf("monitoring-alerting/vmalertmanager-belfry.yml", push({ email: changes })).configRawYaml);

  test("goes in the clear only where the site says so", () => {
    const { tls: _, username: _name, ...unsaid } = email;
    expect(config(unsaid)).toContain("require_tls: true");
    expect(config({ ...unsaid, tls: "none" })).toContain("require_tls: false");
  });
});

test("a site with every push service passes every check, and has an integration of each in each tier", () => {
  const site = push(EVERY_PUSH);
  expect(runChecks(site)).toEqual([]);
  expect(site.routing.receivers.slice(-2).map(({ name, integrations = [] }) => [name, integrations.map(({ kind }) => kind)])).toEqual([
    ["push-critical", ["pushover", "webhook", "webhook", "email"]],
    ["push-warning", ["pushover", "webhook", "webhook", "email"]],
  ]);
});

describeWithSchemas("the objects of a site with every push service", () => {
  const manifests = push(EVERY_PUSH).manifests.filter(({ file }: Manifest) => /alert-manager|alertmanager/.test(file));

  test.each(manifests.filter(({ object }) => hasSchema(object)).map((manifest) => [manifest.file, manifest] as const))(
    "%s is accepted",
    (_, { object }) => {
      expect(validateManifest(object)).toEqual([]);
    },
  );
});
