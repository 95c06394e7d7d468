import { formatAddress, parseAddress } from "../../../../lib/address";
import type { Client } from "./clients";
import { NTP_CLIENTS_STREAM } from "./settings";

/** One record of the stream. It names networks and no clients: whose addresses they are is nobody's business. */
export interface ClientAggregate {
  readonly stream: typeof NTP_CLIENTS_STREAM;
  /** When it was looked at, RFC 3339. */
  readonly timestamp: string;
  readonly server: string;
  /** Of all clients of a family, or of those of one network: the busiest ones have a record. */
  readonly scope: "family" | "network";
  readonly family: "ipv4" | "ipv6";
  readonly network?: string;
  /** That the server remembers. */
  readonly clients: number;
  /** That sent a packet within the hour. */
  readonly active_clients: number;
  /** Of the clients that it remembers, since it does. */
  readonly packets: number;
  readonly drops: number;
  /** That the active ones send by their usual intervals. */
  readonly packets_per_second: number;
}

const HOUR_SECONDS = 3600;
const NETWORKS = 20;
/** What one site has, by and large. */
const NETWORK = { 4: { prefixLength: 24, hostBits: 8n }, 6: { prefixLength: 48, hostBits: 80n } } as const;

export function aggregate(clients: readonly Client[], server: string, now: number): ClientAggregate[] {
  const record = (scope: "family" | "network", family: 4 | 6, those: readonly Client[], network?: string): ClientAggregate => {
    const active = those.filter(({ lastSeconds }) => lastSeconds !== undefined && lastSeconds < HOUR_SECONDS);
    const sum = (of: readonly Client[], value: (client: Client) => number) => of.reduce((total, client) => total + value(client), 0);
    return {
      stream: NTP_CLIENTS_STREAM,
      timestamp: new Date(now).toISOString(),
      server,
      scope,
      family: `ipv${family}`,
      ...(network !== undefined && { network }),
      clients: those.length,
      active_clients: active.length,
      packets: sum(those, ({ packets }) => packets),
      drops: sum(those, ({ drops }) => drops),
      packets_per_second: sum(active, ({ intervalSeconds }) => (intervalSeconds === undefined ? 0 : 1 / intervalSeconds)),
    };
  };
  const byNetwork = new Map<string, { readonly family: 4 | 6; readonly clients: Client[] }>();
  for (const client of clients) {
    const { family, network } = networkOf(client.address);
    const known = byNetwork.get(network) ?? { family, clients: [] };
    known.clients.push(client);
    byNetwork.set(network, known);
  }
  const networks = Array.from(byNetwork, ([network, { family, clients: those }]) => record("network", family, those, network));
  const families = ([4, 6] as const).flatMap((family) => {
    const those = [...byNetwork.values()].filter((one) => one.family === family).flatMap((one) => one.clients);
    return those.length === 0 ? [] : [record("family", family, those)];
  });
  return [...families, ...networks.sort((a, b) => b.packets - a.packets).slice(0, NETWORKS)];
}

function networkOf(text: string): { readonly family: 4 | 6; readonly network: string } {
  const address = parseAddress(text);
  if (!address) throw new Error(`"${text}" is no address, and was read as one`);
  const { family, value } = address;
  const { prefixLength, hostBits } = NETWORK[family];
  return { family, network: `${formatAddress({ family, value: (value >> hostBits) << hostBits })}/${prefixLength}` };
}
