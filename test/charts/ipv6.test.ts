import { parseCidr } from "../../lib/address";
import { runChecks } from "../../lib/checks/all";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import type { Site } from "../../lib/site/schema";
import { everyObject } from "../checks/small-platform";
import { exampleSite, fullSite, platformOf } from "../example";
import { ipv6Only } from "../ipv6-site";
import { isWide, telling } from "../wide";

const { cluster, home_lan } = exampleSite();

// no rule names an address
const built = isWide ? platformOf : everyObject;

/** The example with both families, each with ranges of its own. */
const dualStack: Partial<Site> = {
  cluster: {
    ...cluster,
    address_ranges: [...cluster.address_ranges, "fd00:42::/56", "fd00:43::/112"],
    node_addresses: [...cluster.node_addresses, "2001:db8:10::/64"],
    api_server_addresses: [...cluster.api_server_addresses, "fd00:43::1/128", "2001:db8:10::11/128"],
  },
  home_lan: [...home_lan, "2001:db8:11::/64"],
};

interface Block {
  readonly cidr: string;
  readonly except?: readonly string[];
}

/** Every address block of every policy. */
function blocksOf(objects: readonly KubernetesObject[]): Block[] {
  const blocks: Block[] = [];
  JSON.stringify(
    objects.filter(({ kind }) => kind === "NetworkPolicy"),
    (key, value) => {
      if (key === "ipBlock") blocks.push(value);
      return value;
    },
  );
  return blocks;
}

const SITES: readonly [string, Partial<Site>][] = [
  ["IPv6-only, clustered", { ...ipv6Only(), scale: "cluster" }],
  ["dual-stack", dualStack],
  ["IPv6-only", { ...ipv6Only() }],
  ["dual-stack, clustered", { ...dualStack, scale: "cluster" }],
];
describe.each(telling(SITES, 2))("an %s site", (_, changes) => {
  const platform = built(fullSite(changes));
  const objects = platform.manifests.map(({ object }) => object);

  test("passes every check", () => expect(runChecks(platform)).toEqual([]));

  test("has exceptions that the API server takes: strictly inside their block, of its family", () => {
    const blocks = blocksOf(objects);
    const wrong = blocks.flatMap(({ cidr, except = [] }) =>
      except.filter((hole) => !isStrictlyInside(hole, cidr)).map((hole) => [cidr, hole]),
    );
    expect(wrong).toEqual([]);
    expect(new Set(blocks.filter(({ except }) => except !== undefined).map(({ cidr }) => cidr))).toEqual(new Set(["0.0.0.0/0", "::/0"]));
  });

  test("does not take its own global addresses for the internet", () => {
    const internet = blocksOf(objects).filter(({ cidr, except }) => cidr === "::/0" && except !== undefined);
    for (const { except } of internet) expect(except).toEqual(expect.arrayContaining(["fc00::/7", "2001:db8:10::/64", "2001:db8:11::/64"]));
    expect(internet).not.toEqual([]);
  });
});

function isStrictlyInside(inner: string, outer: string): boolean {
  const [a, b] = [parseCidr(inner), parseCidr(outer)];
  return (
    a !== undefined && b !== undefined && a.family === b.family && a.prefixLength > b.prefixLength && b.first <= a.first && a.last <= b.last
  );
}

describe("an IPv6-only site", () => {
  const { manifests } = built(exampleSite(ipv6Only()));
  const ranges = new Set(blocksOf(manifests.map(({ object }) => object)).map(({ cidr }) => cidr));

  test("opens every address that it names, and the whole internet where it names none", () => {
    expect([...ranges].sort()).toEqual([
      "0.0.0.0/0",
      "2001:db8:10::/64",
      "2001:db8:10::11/128",
      "2001:db8:10::12/128",
      "2001:db8:10::13/128",
      "2001:db8:11::20/128",
      "2001:db8:20::/48",
      // what is probed behind NAT64
      "64:ff9b::c000:201/128",
      "::/0",
      "fd00:43::1/128",
      "fd00:44::1/128",
      "fd00:44::12/128",
      // what is asked over SNMP
      "fd00:44::21/128",
      "fd00:44::22/128",
      "fd00:44::23/128",
      "fd00:44::24/128",
      "fd00:44::5/128",
    ]);
  });

  test("is told no IPv4 address but what is taken out of the internet", () => {
    const told = manifests.filter(({ object: { kind } }) => kind !== "NetworkPolicy" && kind !== "VMRule");
    // longer ones are object identifiers of SNMP
    const addresses = JSON.stringify(told.map(({ object }) => object)).match(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g) ?? [];
    // a pod of one family alone has the loopback of both
    expect([...new Set(addresses)].filter((address) => address !== "127.0.0.1")).toEqual([]);
  });

  test("asks each UPS and each exporter by its address, in brackets", () => {
    const text = JSON.stringify(manifests.map(({ object }) => object));
    expect(text).toContain('"rack@[2001:db8:11::20]"');
    expect(text).toContain('"[fd00:44::5]"');
    expect(text).toContain('"[fd00:44::12]:9124"');
  });
});

test("an IPv4 site is open to IPv6 on the internet alone", () => {
  const ipv4 = cluster.address_ranges.filter((range) => !range.includes(":"));
  const { manifests } = built(fullSite({ cluster: { ...cluster, address_ranges: ipv4 }, probes: undefined }));
  const six = blocksOf(manifests.map(({ object }) => object)).filter(({ cidr }) => cidr.includes(":"));
  expect([...new Set(six.map((block) => JSON.stringify(block)))].map((text) => JSON.parse(text))).toEqual([
    {
      cidr: "::/0",
      except: [
        ...["64:ff9b::a00:0/104", "64:ff9b::6440:0/106", "64:ff9b::ac10:0/108", "64:ff9b::c0a8:0/112"],
        ...["64:ff9b:1::/48", "fc00::/7", "fe80::/10"],
      ],
    },
    { cidr: "fd00::5/128" },
  ]);
});
