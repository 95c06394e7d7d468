import { type AddressRange, holds, parseCidr } from "../../address";
import { ownRanges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { choice, listOf, section, text, wholeNumber } from "../field";
import { unreachedList } from "../ip-family";
import { dnsLabel, dnsName } from "../name";
import { quote } from "../quote";
import { timeZoneFlaw } from "../time-zone";
import type { trust } from "./trust";

const keys = {
  cluster: section({
    name: dnsLabel("home"),
    dns_domain: dnsName("cluster.local"),
    nodes: wholeNumber(3, 1),
    address_ranges: ownRanges("10.42.0.0/16"),
    node_addresses: ownRanges("192.168.10.0/24"),
    api_server_addresses: ownRanges("10.43.0.1/32"),
    api_server_ports: listOf(wholeNumber(6443, 1, 65535), { example: "[443, 6443]", minimum: 1 }).optional(),
  }),
  domain: dnsName("example.org"),
  scale: choice(["single", "cluster"]),
  time_zone: text("Europe/Zurich", timeZoneFlaw),
};

/** The cluster and the place it stands at. */
export const cluster = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys & (typeof trust)["keys"]>;

function contradictions(site: SiteDraft): Contradiction[] {
  return [...overlaps(site), ...apiServerNodes(site), ...unreached(site), ...clusterOfOne(site)];
}

/** A range as it stands in the site. */
interface GivenRange {
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly range: AddressRange;
}

function given(path: readonly string[], texts: readonly (string | undefined)[] = []): GivenRange[] {
  return texts.flatMap((text = "", index) => {
    const range = parseCidr(text);
    // one that holds every address has a message of its own
    return range === undefined || range.prefixLength === 0 ? [] : [{ path: [...path, index], text, range }];
  });
}

/** An address can't be a pod's and somebody else's: the packet goes to one of them. */
function overlaps({ cluster, home_lan }: SiteDraft): Contradiction[] {
  const inside = given(["cluster", "address_ranges"], cluster.address_ranges);
  const outside = [...given(["cluster", "node_addresses"], cluster.node_addresses), ...given(["home_lan"], home_lan)];
  return inside.flatMap((one, index) => {
    // a list that holds one text twice has a message of its own
    const before = inside.slice(0, index).filter(({ text }) => text !== one.text);
    const other = [...before, ...outside].find(({ range }) => isShared(one.range, range));
    if (other === undefined) return [];
    const [key, position] = [other.path.slice(0, -1).join("."), other.path.at(-1)];
    const message = `${quote(one.text)} shares addresses with ${key}[${position}] (${other.text}); pods, Services and what is outside the cluster each have ranges of their own`;
    return [{ path: one.path, message }];
  });
}

/** Ranges either hold one another or share nothing. */
function isShared(one: AddressRange, other: AddressRange): boolean {
  return holds(one, other) || holds(other, one);
}

/** A network plugin that applies policies behind the Service's translation sees the nodes alone. */
function apiServerNodes({ cluster: { api_server_addresses = [], address_ranges } }: SiteDraft): Contradiction[] {
  const inside = given([], address_ranges);
  const isInside = (text = "") => {
    const range = parseCidr(text);
    return range !== undefined && inside.some(({ range: around }) => holds(around, range));
  };
  if (api_server_addresses.length === 0 || !api_server_addresses.every(isInside)) return [];
  const message =
    "names addresses of Services alone; add the control-plane nodes, for example 192.168.10.11/32: some network plugins see no other address";
  return [{ path: ["cluster", "api_server_addresses"], message }];
}

/** The agent calls the nodes, and every pod that watches something the API server. */
function unreached({ cluster }: SiteDraft): Contradiction[] {
  return (["node_addresses", "api_server_addresses"] as const).flatMap((key) => {
    const message = unreachedList(cluster[key], cluster.address_ranges);
    return message === undefined ? [] : [{ path: ["cluster", key], message }];
  });
}

function clusterOfOne({ scale, cluster: { nodes } }: SiteDraft): Contradiction[] {
  if (scale !== "cluster" || nodes !== 1) return [];
  const message = '"cluster" keeps copies on several nodes, and cluster.nodes is 1; use single, or correct cluster.nodes';
  return [{ path: ["scale"], message }];
}
