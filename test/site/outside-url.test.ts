import { telling } from "../wide";
import { mistakesOf } from "./mistakes";
import { PLAIN_BOILER, PLAIN_SITE } from "./plain-site";

const BROKER = "  mqtt:\n    url: mqtt://192.168.10.21:1883\n    addresses: [192.168.10.21/32]\n";
const DEAD_MAN = "dead_man:\n  ping_addresses: [192.168.10.30/32]\n";
const SITE =
  PLAIN_SITE.replace("  page_id: page\n", "  api_addresses: [203.0.113.0/24]\n  page_id: page\n") + PLAIN_BOILER + BROKER + DEAD_MAN;

/** The mistakes without their places, of the site with pieces of text replaced. */
function found(...replacements: readonly (readonly [from: string, to: string])[]): string[] {
  const text = replacements.reduce((site, [from, to]) => {
    if (!site.includes(from)) throw new Error(`the site does not hold ${JSON.stringify(from)}`);
    return site.replace(from, () => to);
  }, SITE);
  return mistakesOf(text).map((line) => line.replace(/^\d+:\d+ /, ""));
}

/** Each URL that ends outside, with the list beside it. */
const STATUS_PAGE = {
  key: "status_page.api_url",
  url: "https://status.example.org",
  listKey: "status_page.api_addresses",
  list: "  api_addresses: [203.0.113.0/24]\n",
  noList: "",
};
const HOME_ASSISTANT = {
  key: "boiler.home_assistant_url",
  url: "http://192.168.10.20:8123",
  listKey: "boiler.home_assistant_addresses",
  list: "  home_assistant_addresses: [192.168.10.20/32]\n",
  noList: "  home_assistant_addresses: []\n",
};
const MQTT = {
  key: "boiler.mqtt.url",
  url: "mqtt://192.168.10.21:1883",
  listKey: "boiler.mqtt.addresses",
  list: "    addresses: [192.168.10.21/32]\n",
  noList: "    addresses: []\n",
};
const CLOUD = {
  key: "boiler.cloud_url",
  url: "https://cloud.example.org",
  listKey: "boiler.cloud_addresses",
  list: "[203.0.113.0/24]\n  gateway",
};

// one by HTTP and one by MQTT first
const MAY_BE_SERVICE = telling([STATUS_PAGE, MQTT, HOME_ASSISTANT], 2).map((end) => [end.key, end] as const);
const ALL = telling([CLOUD, MQTT, STATUS_PAGE, HOME_ASSISTANT], 2).map((end) => [end.key, end] as const);
const schemeOf = ({ url }: { readonly url: string }) => (url.startsWith("mqtt") ? "mqtt" : "http");

test("the site has no mistake", () => {
  expect(found()).toEqual([]);
});

describe.each(MAY_BE_SERVICE)("a Service for %s", (_, end) => {
  const scheme = schemeOf(end);
  const at = (url: string) => found([end.list, end.noList], [end.url, url]);

  test.each([
    ["monitoring", "namespaces.monitoring"],
    ["monitoring-exporters", "namespaces.exporters"],
    ["logging", "namespaces.logging"],
    ["boiler", "boiler.namespace"],
  ])("is refused in %s", (namespace, owner) => {
    for (const url of [`${scheme}://x.${namespace}.svc:8123`, `${scheme}://x.${namespace}.svc.cluster.local:8123`]) {
      expect(at(url)).toEqual([
        `${end.key}: "${url}" is in namespace "${namespace}", the platform's own (${owner}), whose policies let nobody in to it; run it in a namespace of its own`,
      ]);
    }
  });

  test.each(["kube-system", "argocd", "smart-home"])("is right in %s", (namespace) => {
    expect(at(`${scheme}://x.${namespace}.svc:8123`)).toEqual([]);
  });

  test.each(["smart-home", "monitoring"])("is refused in another DNS domain, whatever its namespace is called: %s", (namespace) => {
    const url = `${scheme}://x.${namespace}.svc.other.zone:8123`;
    expect(at(url)).toEqual([
      `${end.key}: "${url}" ends with "other.zone", but cluster.dns_domain is "cluster.local"; end the host with .svc or .svc.cluster.local`,
    ]);
  });
});

test.each([
  ["without a port", STATUS_PAGE, "http://x.logging.svc"],
  ["by https", CLOUD, "https://x.logging.svc.cluster.local"],
  ["of one pod", HOME_ASSISTANT, "http://x-0.x.logging.svc:8123"],
  ["by mqtts", MQTT, "mqtts://x.logging.svc:8883"],
])("a name of the platform's own namespaces %s is refused", (_, end, url) => {
  expect(found([end.url, url], ...(end === STATUS_PAGE ? [[STATUS_PAGE.list, ""] as const] : []))).toEqual([
    `${end.key}: "${url}" is in namespace "logging", the platform's own (namespaces.logging), whose policies let nobody in to it; run it in a namespace of its own`,
  ]);
});

describe.each(ALL)("an address for %s", (_, end) => {
  const scheme = end.url.replace(/:.*/, "");
  const isCloud = end === CLOUD;

  test.each([
    ["10.42.7.7", "10.42.0.0/16"],
    ["[fd00:42::7]", "fd00:42::/48"],
    ["[::ffff:a2a:707]", "10.42.0.0/16"],
  ])("is refused inside the cluster: %s", (host, range) => {
    const url = `${scheme}://${host}:8123`;
    const remedy = isCloud ? "write a host outside the cluster" : `write ${schemeOf(end)}://<service>.<namespace>.svc:<port>`;
    expect(found([end.url, url])).toEqual([
      `${end.key}: "${url}" has a host in cluster.address_ranges (${range}), but no policy opens a pod or a Service by its address; ${remedy}`,
    ]);
  });

  test.each(["127.0.0.1", "127.9.9.9", "169.254.169.254", "[::1]", "[fe80::7]", "[::ffff:7f00:1]"])(
    "is refused on one machine: %s",
    (host) => {
      const url = `${scheme}://${host}:8123`;
      const orService = isCloud ? "" : `, or ${schemeOf(end)}://<service>.<namespace>.svc:<port> for a Service of this cluster`;
      expect(found([end.url, url])).toEqual([
        `${end.key}: "${url}" has a loopback, link-local, multicast or unspecified host, which to a pod is none but itself or its neighbours; write an address that is reached from elsewhere${orService}`,
      ]);
    },
  );

  test("that is refused is not refused in the list, too, or missed there", () => {
    for (const list of ["[10.42.7.7/32]", "[10.42.7.0/24]", "[192.168.0.0/16]"]) {
      const beside = end.list.replace(/\[.*\]/, list);
      expect(found([end.list, beside], [end.url, `${scheme}://10.42.7.7:8123`])).toHaveLength(1);
    }
  });
});

test.each(MAY_BE_SERVICE)("an address inside the cluster for %s does not miss its list, too", (_, end) => {
  expect(found([end.list, end.noList], [end.url, `${schemeOf(end)}://10.42.7.7:8123`])).toHaveLength(1);
});

const PING = { key: undefined, listKey: "dead_man.ping_addresses", list: "[192.168.10.30/32]", name: undefined };

/** Each list, beside a name that tells nothing of its address. */
describe.each([
  [STATUS_PAGE.listKey, { ...STATUS_PAGE, name: "https://status.lan" }],
  [HOME_ASSISTANT.listKey, { ...HOME_ASSISTANT, name: "http://home.lan:8123" }],
  [MQTT.listKey, { ...MQTT, name: "mqtt://broker.lan:1883" }],
  [CLOUD.listKey, { ...CLOUD, name: "https://cloud.example.org" }],
  [PING.listKey, PING],
])("the list %s", (_, { key, listKey, list, name, ...end }) => {
  const orService =
    key === undefined || key === CLOUD.key
      ? ""
      : `, or write http://<service>.<namespace>.svc:<port> in ${key}`.replace("http:", `${key === MQTT.key ? "mqtt" : "http"}:`);
  const withList = (ranges: string) =>
    found([list, list.replace(/\[.*\]/, () => ranges)], ...(name === undefined ? [] : [["url" in end ? end.url : "", name] as const]));

  test.each(["10.42.0.0/16", "10.42.7.0/24", "10.42.7.7/32", "fd00:42::/48"])("is refused inside the cluster: %s", (range) => {
    expect(withList(`[203.0.113.0/24, "${range}"]`)).toEqual([
      `${listKey}[1]: "${range}" lies in cluster.address_ranges, but no policy opens pods or Services by their addresses; list addresses outside the cluster${orService}`,
    ]);
  });

  test.each([
    "127.0.0.0/8",
    "127.0.0.1/32",
    "169.254.0.0/16",
    "::1/128",
    "fe80::/64",
    "0.0.0.0/32",
    "::/128",
    "224.0.0.1/32",
    "255.255.255.255/32",
    "ff02::/16",
  ])("is refused on one machine: %s", (range) => {
    expect(withList(`["${range}"]`)).toEqual([
      `${listKey}[0]: "${range}" is loopback, link-local, multicast or unspecified, which to a pod is none but itself or its neighbours; list addresses that are reached from elsewhere`,
    ]);
  });

  test.each(["0.0.0.0/0", "::/0", "10.0.0.0/8", "10.40.0.0/14", "fd00::/16", "192.168.10.20/32"])("may hold %s", (range) => {
    expect(withList(`["${range}"]`)).toEqual([]);
  });
});

test("a range that two ranges of the cluster hold together is refused", () => {
  const inside = ["address_ranges: [10.42.0.0/16,", "address_ranges: [10.43.0.0/16, 10.42.0.0/16,"] as const;
  const nodes = ["[10.43.0.1/32]", "[10.43.0.1/32, 192.168.10.11/32]"] as const;
  expect(found(inside, nodes, ["[192.168.10.30/32]", "[10.42.0.0/15]"])).toEqual([
    'dead_man.ping_addresses[0]: "10.42.0.0/15" lies in cluster.address_ranges, but no policy opens pods or Services by their addresses; list addresses outside the cluster',
  ]);
  expect(found(inside, nodes, ["[192.168.10.30/32]", "[10.40.0.0/14]"])).toEqual([]);
});

test("a list beside a Service is not read", () => {
  expect(found([HOME_ASSISTANT.url, "http://x.smart-home.svc:8123"], ["[192.168.10.20/32]", "[10.42.0.0/16]"])).toEqual([]);
});

test("a range of the cluster that can't be read is one mistake", () => {
  expect(found(["10.42.0.0/16", "10.42.0.1/16"], ["[192.168.10.30/32]", "[10.42.0.0/24]"])).toEqual([
    'cluster.address_ranges[0]: "10.42.0.1/16" has address bits behind its prefix; did you mean 10.42.0.0/16?',
  ]);
});

test("an empty list of the cloud is one mistake", () => {
  expect(found(["[203.0.113.0/24]\n  gateway", "[]\n  gateway"])).toEqual([
    "boiler.cloud_addresses: is an empty list; write for example [0.0.0.0/0]",
  ]);
});

test("a site without a boiler has one namespace less of its own", () => {
  const text = PLAIN_SITE.replace("https://status.example.org", "http://page.boiler.svc:8080");
  expect(mistakesOf(text)).toEqual([]);
});

describe("where pods have IPv6 alone", () => {
  const ONLY_IPV6 = ['address_ranges: [10.42.0.0/16, "fd00:42::/48"]', "address_ranges: [fd00:42::/48]"] as const;
  const OWN = [
    ["node_addresses: [192.168.10.0/24]", "node_addresses: [fd01::/64]"],
    ["api_server_addresses: [10.43.0.1/32]", "api_server_addresses: [fd00:43::1/128]"],
  ] as const;
  const LIST =
    "holds IPv4 addresses alone, which no pod reaches: cluster.address_ranges is IPv6 alone; list IPv6 ones (through NAT64 they are in 64:ff9b::/96)";
  const URL =
    "has an IPv4 host, which no pod reaches: cluster.address_ranges is IPv6 alone; write an IPv6 host, or a name and its addresses";

  test("everything that they call by IPv4 is refused, each once", () => {
    expect(found(ONLY_IPV6).sort()).toEqual(
      [
        `cluster.node_addresses: ${LIST}`,
        `cluster.api_server_addresses: ${LIST}`,
        `status_page.api_addresses: ${LIST}`,
        `dead_man.ping_addresses: ${LIST}`,
        `boiler.cloud_addresses: ${LIST}`,
        `boiler.home_assistant_url: "http://192.168.10.20:8123" ${URL}`,
        `boiler.mqtt.url: "mqtt://192.168.10.21:1883" ${URL}`,
      ].sort(),
    );
  });

  test("IPv6 is right, beside IPv4 or through NAT64, and needs no quotes", () => {
    const changes = [
      ONLY_IPV6,
      ...OWN,
      ["[203.0.113.0/24]\n  page_id", "[203.0.113.0/24, 2001:db8::/32]\n  page_id"],
      ["[203.0.113.0/24]\n  gateway", "[::/0]\n  gateway"],
      ["ping_addresses: [192.168.10.30/32]", "ping_addresses: [64:ff9b::192.168.10.30/128]"],
      [HOME_ASSISTANT.url, "http://[fd01::20]:8123"],
      [HOME_ASSISTANT.list, "  home_assistant_addresses: [fd01::20/128]\n"],
      [MQTT.url, "mqtt://[fd01::21]:1883"],
      [MQTT.list, "    addresses: [fd01::/64]\n"],
    ] as const;
    expect(found(...changes)).toEqual([]);
    const ups = "ups:\n  servers:\n    - address: fd01::40\n    - address: 192.168.10.40\n";
    expect(found([DEAD_MAN, `${DEAD_MAN}${ups}`], ...changes)).toEqual([
      'ups.servers[1].address: "192.168.10.40" is an IPv4 address, which no pod reaches: cluster.address_ranges is IPv6 alone; write an IPv6 address',
    ]);
  });

  test("a range that can't be read may be an IPv4 one", () => {
    expect(found([ONLY_IPV6[0], "address_ranges: [fd00:42::/48, 10.42/16]"])).toHaveLength(1);
  });
});
