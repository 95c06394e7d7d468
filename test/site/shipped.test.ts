import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { observedExporters } from "../../components/observed";
import { parseSite } from "../../lib/site/load";
import { EXPORTERS, keyOf } from "../../lib/site/sections/scrapes";
import { EXAMPLE_FILE, ROOT } from "../example";
import { NOT_USED_YET } from "./not-used-yet";
import { rawSite } from "./raw-site";

/*
 * The site.yaml that belfry comes with documents every key. Whoever runs belfry changes it, and then it is theirs: nothing
 * here is about it any more.
 */

const text = readFileSync(join(ROOT, "site.yaml"), "utf8");
const isShipped = JSON.stringify(parse(text)) === JSON.stringify(rawSite(EXAMPLE_FILE));
const shipped = isShipped ? test : test.skip;

if (!isShipped) test.skip("site.yaml is an installation's own: its comments are not judged", () => undefined);

/** The keys that stand in comments alone. */
const IN_COMMENTS = [
  "api_addresses",
  "api_server_ports",
  "dead_man",
  "ping_port",
  "ping_addresses",
  "mqtt",
  "url",
  "addresses",
  "edition",
  "object_storage",
  "bucket",
  "region",
  "memory",
  "cpus",
  "operator_namespace",
  "keep_days",
  "project",
  "ups",
  "servers",
  "- address",
  "port",
  "username",
  "component",
  "push",
  "pushover",
  "ntfy",
  "access",
  "webhook",
  "email",
  "smarthost",
  "from",
  "to",
  "tls",
  "image_pull_secret",
  "key",
  "property",
  "priority_class",
  "sizes",
  "profile",
  "metrics",
  "alerting",
  "services",
  "(?:store|agent)_(?:memory|cpus)",
  ...EXPORTERS.map(keyOf),
  "systemd_services",
  "namespaces",
  "targets",
  "scheme",
  "tls_server_name",
];

shipped("what may be left out stands in comments as it would without them", () => {
  const commented = new RegExp(`^( *)# ( *(?:${IN_COMMENTS.join("|")}):.*)$`, "gm");
  expect(parseSite(text.replace(commented, "$1$2"), "site.yaml")).toMatchObject({
    cluster: { api_server_ports: [443, 6443] },
    status_page: { api_addresses: ["192.168.10.30/32"] },
    log_store: {
      edition: "enterprise",
      object_storage: { url: "https://s3.example.org", addresses: ["192.168.10.30/32"], bucket: "logs", region: "us-east-1" },
      memory: "4Gi",
      cpus: 4,
    },
    databases: { operator_namespace: "cnpg-system", backups: { region: "us-east-1", keep_days: 30 } },
    dead_man: { ping_port: 443, ping_addresses: ["203.0.113.0/24"] },
    boiler: { mqtt: { addresses: ["192.168.10.20/32"] } },
    gitops: { project: "platform" },
    push: {
      pushover: {},
      ntfy: { url: "https://ntfy.example.org", addresses: ["192.168.10.50/32"], access: "token" },
      webhook: { port: 443, addresses: ["203.0.113.0/24"] },
      email: {
        smarthost: "mail.example.org:587",
        addresses: ["192.168.10.60/32"],
        from: "belfry@example.org",
        to: ["ops@example.org"],
        username: "belfry",
        tls: "required",
      },
    },
    ups: { servers: [{ address: "192.168.10.40", ups: ["rack"] }], port: 3493, username: "monitor", component: "Platform" },
    scrapes: {
      identity: { namespaces: ["sso"] },
      ci: { namespaces: ["ci"] },
      home_assistant: { targets: ["192.168.10.20"], scheme: "https", tls_server_name: "ha.example.org" },
      kube_scheduler: { targets: ["192.168.10.11", "192.168.10.12", "192.168.10.13"] },
    },
    exporters: { systemd_services: "all" },
    image_pull_secret: { key: "image-registry", property: "dockerconfigjson" },
    priority_class: "platform-critical",
    sizes: {
      profile: "small",
      metrics: { profile: "default", store_memory: "8Gi", store_cpus: 4, agent_memory: "2Gi", agent_cpus: 2 },
      alerting: { profile: "default" },
      services: { profile: "default" },
    },
  });
});

shipped("an exporter that is not here stands in a comment as it would without it", () => {
  expect(parseSite(text.replace('# "off": [', '"off": ['), "site.yaml").scrapes).toMatchObject({ off: ["mysql"] });
});

/** What is said of an exporter, above its key. */
function describedAs(key: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line === `  ${key}:` || line === `  # ${key}:`);
  const above = lines.slice(0, Math.max(at, 0));
  const isKey = (line: string) => !/^ {2}# \S/.test(line) || /^ {2}# \w+:( \[|$)/.test(line);
  return above
    .slice(above.findLastIndex(isKey) + 1)
    .map((line) => line.replace(/^ *# /, ""))
    .join(" ");
}

shipped.each(observedExporters)("what scrapes.$name is stands above its key, with its port and how it is looked for", (exporter) => {
  const said = describedAs(keyOf(exporter.name));
  expect(said).toMatch(new RegExp(`\\b${exporter.port}\\b`));
  expect(said.startsWith("* ")).toBe(exporter.isAskedWhereNamed === true || exporter.inCluster === undefined);
  expect(said.includes("** ")).toBe(exporter.ask?.tls === "unverified");
});

/** The last comment before a key, or before the group of keys that it stands in; a component's keys are explained above all of them. */
function commentOf(key: string): string {
  const [section = "", name = section] = key.split(".");
  const lines = text.split("\n");
  const top = lines.findIndex((line) => line.startsWith(`${section}:`));
  const at =
    section === name || section === "components" ? top : lines.findIndex((line, index) => index > top && line.startsWith(`  ${name}:`));
  const end = lines.slice(0, at).findLastIndex((line) => /^ *#/.test(line)) + 1;
  const begin = lines.slice(0, end).findLastIndex((line) => !/^ *#/.test(line)) + 1;
  return lines
    .slice(begin, end)
    .map((line) => line.replace(/^ *# ?/, ""))
    .join(" ");
}

shipped.each(NOT_USED_YET)("%s is used for nothing yet, and its comment says so", (key) => {
  expect(commentOf(key)).toMatch(/used for nothing yet/i);
});

shipped.each(["urls.metrics_url", "cluster.nodes", "trusted_ranges", "urls.runbooks_url"])(
  "the comment of %s says nothing of the kind",
  (key) => {
    expect(commentOf(key)).not.toMatch(/used for nothing yet/i);
  },
);
