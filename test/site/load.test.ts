import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSite, parseSite } from "../../lib/site/load";
import { SiteError } from "../../lib/site/site-error";
import { EXAMPLE_FILE } from "../example";
import { mistakes, mistakesOf } from "./mistakes";
import { PLAIN_SITE, plainSiteWith } from "./plain-site";

const ROOT_KEYS =
  "cluster, domain, scale, time_zone, urls, namespaces, components, trusted_ranges, nat64_egress, home_lan, " +
  "storage_class, secret_store, image_registry, base_image, image_pull_secret, priority_class, metrics, logs, log_store, databases, sizes, autoscaling, gitops, exporters, scrapes, status_page, dead_man, push, probes, boiler, ups, snmp, stale_mounts, batch, log_shipping, database_statistics, rum, dashboards";

test("the plain site has no mistake", () => {
  expect(mistakesOf(PLAIN_SITE)).toEqual([]);
});

test("the example loads, with its values as they stand there", () => {
  const site = loadSite(EXAMPLE_FILE);
  expect(site.urls.relay_url).toBe("http://relay.monitoring.svc:9999");
  expect(site.metrics).toEqual({ retention_months: 13, volume: "500Gi" });
  expect(site.components).toHaveLength(10);
});

test("a site is frozen throughout", () => {
  const site = parseSite(PLAIN_SITE, "site.yaml");
  expect([site, site.urls, site.components, site.components[0], site.components[0]?.namespaces].every(Object.isFrozen)).toBe(true);
});

describe("a wrong key is named where it stands", () => {
  test.each([
    [
      "a missing value points at its parent",
      "  relay_url: http://relay.monitoring.svc:9999\n",
      "",
      "11:1 urls.relay_url: is missing; write for example http://relay.monitoring.svc:9999",
    ],
    ["a missing section points at the top", "storage_class: storage\n", "", "1:1 storage_class: is missing; write for example storage"],
    [
      "a missing key of a list's entry points at the entry",
      ", covers: Time",
      "",
      "40:5 components[9].covers: is missing; write for example SMTP, IMAP, webmail",
    ],
    [
      "a misspelt key is one mistake, not two",
      "relay_url:",
      "relay_ulr:",
      "14:3 urls.relay_ulr: is not a known key; did you mean relay_url?",
    ],
    [
      "another convention is understood",
      "dns_domain:",
      "dnsDomain:",
      "3:3 cluster.dnsDomain: is not a known key; did you mean dns_domain?",
    ],
    [
      "a misspelt key in a list's entry",
      "covers: Time",
      "cover: Time",
      "40:18 components[9].cover: is not a known key; did you mean covers?",
    ],
    [
      "a key like no other",
      "nodes: 3",
      "nodes: 3\n  colour: red",
      "5:3 cluster.colour: is not a known key; allowed are: name, dns_domain, nodes, address_ranges, node_addresses, api_server_addresses, api_server_ports",
    ],
    [
      "a key that is also right elsewhere in the section",
      "nodes: 3",
      "nodes: 3\n  node: 3",
      "5:3 cluster.node: is not a known key; allowed are: name, dns_domain, nodes, address_ranges, node_addresses, api_server_addresses, api_server_ports",
    ],
    [
      "a key that JavaScript knows",
      "nodes: 3",
      "nodes: 3\n  __proto__: { nodes: 3 }",
      "5:3 cluster.__proto__: is not a known key; allowed are: name, dns_domain, nodes, address_ranges, node_addresses, api_server_addresses, api_server_ports",
    ],
    [
      "a secret that was pasted as a key",
      "nodes: 3",
      "nodes: 3\n  abcdefgh1234567890abcdefgh: 3",
      '5:3 cluster."abcd***": is not a known key; allowed are: name, dns_domain, nodes, address_ranges, node_addresses, api_server_addresses, api_server_ports',
    ],
    ["a key twice", "nodes: 3", "nodes: 3\n  name: other", "5:3 cluster.name: is given twice, first on line 2; keep one"],
  ])("%s", (_, from, to, message) => {
    expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
  });
});

test("all mistakes are reported at once, from top to bottom, in one line each", () => {
  const text = plainSiteWith(
    ["nodes: 3", "nodes: none"],
    ["scale: single\n", ""],
    ["http://relay.monitoring.svc:9999", "http://relay.logging.svc:9999"],
    ["name: Mail", "name: Mial"],
    ["namespaces: [git]", "namespaces: [git, mail]"],
    ["nat64_egress: 192.168.164.2", "nat64_egress: 203.0.113.2"],
    ["storage_class: storage", "storage_class: storage\nstorage_class: two\\nlines"],
    ["volume:", "volumes:"],
  );
  expect(mistakesOf(text)).toEqual([
    "1:1 scale: is missing; use one of: single, cluster",
    '4:10 cluster.nodes: "none" is not a whole number of at least 1; use for example 3',
    '13:14 urls.relay_url: "http://relay.logging.svc:9999" is in namespace "logging", but this service runs in "monitoring" (namespaces.monitoring); use http://relay.monitoring.svc:9999',
    '30:13 components[0].name: "Mial" is not an allowed value; did you mean "Mail"?',
    '32:58 components[2].namespaces[1]: "mail" already belongs to "Mial"; a namespace belongs to one component',
    '41:15 nat64_egress: "203.0.113.2" lies in none of the trusted_ranges, so making an exception of it does nothing; use an address inside one of them',
    "44:1 storage_class: is given twice, first on line 43; keep one",
    '44:16 storage_class: "two\\\\nlines" is not a DNS name (lower-case labels with dots between them); use for example storage',
    "51:3 metrics.volumes: is not a known key; did you mean volume?",
  ]);
});

describe("a text that is not a site", () => {
  const billionLaughs = `a: &a [x, x]\n${"bcdefghi".replace(/./g, (name, index) => `${name}: &${name} [*${"abcdefgh"[index]}, *${"abcdefgh"[index]}]\n`)}`;

  test.each([
    ["an empty file", "", "1:1 the file is empty; begin with a copy of the example site.yaml"],
    ["only comments", "# nothing\n\n", "1:1 the file is empty; begin with a copy of the example site.yaml"],
    ["a list", "- a\n- b\n", `1:1 a list is not a mapping; it holds the keys ${ROOT_KEYS}`],
    ["a word", "hello", `1:1 "hello" is not a mapping; it holds the keys ${ROOT_KEYS}`],
    [
      "a flow that does not end",
      "a: 1\nb: [1",
      "2:6 not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
    ["a colon too many", "a: b: c\n", "1:4 not valid YAML: Nested mappings are not allowed in compact mappings"],
    ["a tab", "a:\n\tb: 1\n", "2:1 a tab indents this line; use spaces"],
    ["a second document", "a: 1\n---\nb: 2\n", "2:1 a second YAML document begins here; keep one"],
    ["an unknown tag", "a: !secret abc\n", "1:4 not valid YAML: Unresolved tag: !secret"],
    ["a key that is a list", "? [a]\n: b\n", "1:3 a key is not text; write a plain word before the colon"],
    ["a NUL", "a: 1\nb: \0", "2:4 the file is not UTF-8 text from here on; save it as UTF-8"],
    ["brackets without end", "[".repeat(20_000), expect.stringMatching(/^1:\d+ the file is nested too deeply; a site has four levels$/)],
    ["an alias of nothing", "a: *b\n", "1:4 a: an alias (*b) is not allowed; write the value out"],
  ])("%s", (_, text, message) => {
    expect(mistakesOf(text)).toEqual([message]);
  });

  test("aliases are refused before they are resolved", () => {
    const found = mistakesOf(billionLaughs);
    expect(found.slice(0, 3)).toEqual([
      "1:7 a: an anchor (&a) is not allowed; write the value where it is needed",
      "2:7 b: an anchor (&b) is not allowed; write the value where it is needed",
      "2:8 b[0]: an alias (*a) is not allowed; write the value out",
    ]);
  });
});

describe("a file that cannot be read", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "belfry-site-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const reading = (name: string) => mistakes(() => loadSite(join(folder, name))).map((line) => line.replace(`${folder}/`, ""));

  test("a missing file", () => {
    expect(reading("site.yaml")).toEqual(["site.yaml: there is no such file; begin with a copy of the example site.yaml"]);
  });

  test("a directory", () => {
    expect(reading(".").map((line) => line.replace(folder, "folder"))).toEqual(["folder: is a directory; name the site file inside it"]);
  });

  test("a file in a file", () => {
    writeFileSync(join(folder, "file"), "");
    expect(reading("file/site.yaml")).toEqual(["file/site.yaml: the file cannot be read (ENOTDIR); check its path and permissions"]);
  });

  test("bytes that are not UTF-8", () => {
    writeFileSync(join(folder, "binary"), Buffer.from([0x61, 0x3a, 0x0a, 0x20, 0xff, 0xfe]));
    expect(reading("binary")).toEqual(["binary:2:2 the file is not UTF-8 text from here on; save it as UTF-8"]);
  });

  test("a file far too large", () => {
    writeFileSync(join(folder, "large"), Buffer.alloc(1024 * 1024 + 1, "#"));
    expect(reading("large")).toEqual(["large: is 1048577 bytes long, more than 1048576; begin with a copy of the example site.yaml"]);
  });

  test("a byte order mark does not matter", () => {
    writeFileSync(join(folder, "mark"), `\ufeff${PLAIN_SITE}`);
    expect(reading("mark")).toEqual([]);
  });
});

test("the error shows the mistakes and no stack", () => {
  const error = new SiteError("site.yaml", [{ position: { line: 3, column: 1 }, path: ["a", 0, "b"], message: "is wrong" }]);
  expect(error.stack).toBe("site.yaml:3:1 a[0].b: is wrong");
});
