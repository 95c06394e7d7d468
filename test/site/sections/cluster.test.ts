import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

const OWN = "pods, Services and what is outside the cluster each have ranges of their own";

test.each([
  [
    "each other",
    "10.42.0.0/16,",
    "10.42.0.0/16, 10.42.128.0/17,",
    `5:34 cluster.address_ranges[1]: "10.42.128.0/17" shares addresses with cluster.address_ranges[0] (10.42.0.0/16); ${OWN}`,
  ],
  [
    "a smaller one before",
    "10.42.0.0/16,",
    "10.42.128.0/17, 10.42.0.0/16,",
    `5:36 cluster.address_ranges[1]: "10.42.0.0/16" shares addresses with cluster.address_ranges[0] (10.42.128.0/17); ${OWN}`,
  ],
  [
    "the nodes",
    "10.42.0.0/16,",
    "172.16.0.0/12,",
    `5:20 cluster.address_ranges[0]: "172.16.0.0/12" shares addresses with cluster.node_addresses[0] (172.20.1.0/24); ${OWN}`,
  ],
  [
    "the LAN",
    "10.42.0.0/16,",
    "192.168.64.0/20,",
    `5:20 cluster.address_ranges[0]: "192.168.64.0/20" shares addresses with home_lan[0] (192.168.0.0/16); ${OWN}`,
  ],
  [
    "an IPv6 LAN",
    "home_lan: [192.168.0.0/16]",
    'home_lan: ["fd00::/8"]',
    `5:34 cluster.address_ranges[1]: "fd00:42::/48" shares addresses with home_lan[0] (fd00::/8); ${OWN}`,
  ],
])("a pod or Service range that overlaps %s is named where it stands", (_, from, to, message) => {
  expect(mistakesOf(plainSiteWith(["node_addresses: [192.168.10.0/24]", "node_addresses: [172.20.1.0/24]"], [from, to]))).toEqual([
    message,
  ]);
});

test("nodes in the LAN are at home there", () => {
  expect(mistakesOf(plainSiteWith(["node_addresses: [192.168.10.0/24]", "node_addresses: [192.168.0.0/16]"]))).toEqual([]);
});

test("the API server is behind its Service: the nodes are not left out", () => {
  const inside = ["10.42.0.0/16,", "10.42.0.0/16, 10.43.0.0/16,"] as const;
  expect(mistakesOf(plainSiteWith(inside))).toEqual([
    "7:25 cluster.api_server_addresses: names addresses of Services alone; add the control-plane nodes, for example 192.168.10.11/32: some network plugins see no other address",
  ]);
  expect(mistakesOf(plainSiteWith(inside, ["[10.43.0.1/32]", "[10.43.0.1/32, 192.168.10.11/32]"]))).toEqual([]);
});

test("one node is no cluster to spread over", () => {
  const cluster = ["scale: single", "scale: cluster"] as const;
  expect(mistakesOf(plainSiteWith(cluster, ["nodes: 3", "nodes: 1"]))).toEqual([
    '9:8 scale: "cluster" keeps copies on several nodes, and cluster.nodes is 1; use single, or correct cluster.nodes',
  ]);
  expect(mistakesOf(plainSiteWith(cluster))).toEqual([]);
  expect(mistakesOf(plainSiteWith(["nodes: 3", "nodes: 1"]))).toEqual([]);
});

test.each(["address_ranges", "node_addresses", "api_server_addresses"])("the whole internet is none of the %s", (key) => {
  const [found = "", ...more] = mistakesOf(plainSiteWith([`${key}: [`, `${key}: [0.0.0.0/0, `]));
  expect(more).toEqual([]);
  expect(found).toContain(`cluster.${key}[0]: "0.0.0.0/0" is every address there is, the internet's too; name what is yours`);
});

describe("the API server's ports", () => {
  const withPorts = (ports: string) =>
    plainSiteWith(["api_server_addresses: [10.43.0.1/32]", `api_server_addresses: [10.43.0.1/32]\n  api_server_ports: ${ports}`]);

  test.each(["[443]", "[6443]", "[443, 16443]", "[1, 65535]"])("%s are right", (ports) => expect(mistakesOf(withPorts(ports))).toEqual([]));

  test.each([
    ["[]", "8:21 cluster.api_server_ports: is an empty list; write for example [443, 6443]"],
    ["6443", "8:21 cluster.api_server_ports: 6443 is not a list; write for example [443, 6443]"],
    ["[0]", "8:22 cluster.api_server_ports[0]: 0 is not a whole number from 1 to 65535; use for example 6443"],
    ["[65536]", "8:22 cluster.api_server_ports[0]: 65536 is not a whole number from 1 to 65535; use for example 6443"],
    ["[https]", '8:22 cluster.api_server_ports[0]: "https" is not a whole number from 1 to 65535; use for example 6443'],
    ["[443, 443]", "8:27 cluster.api_server_ports[1]: 443 is in the list twice; keep one"],
  ])("%s are refused", (ports, message) => expect(mistakesOf(withPorts(ports))).toEqual([message]));
});
