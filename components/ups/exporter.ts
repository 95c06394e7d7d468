import { type Address, formatCidr, formatHost, parseAddress, rangeOf } from "../../lib/address";
import type { Credential } from "../../lib/kubernetes/credential";
import type { Endpoint } from "../../lib/metrics/scrape";
import { callTo } from "../../lib/network/outside-call";
import { quote } from "../../lib/site/quote";
import type { UpsSite } from "../../lib/site/schema";
import type { Exporter } from "../../lib/workloads/exporter";
import { UPS_VARIABLES, upsSeries } from "./series";

/** NUT's own (IANA: nut). */
export const NUT_PORT = 3493;

/** nut_exporter: asks the servers of Network UPS Tools, one UPS for each scrape. */
export function nutExporter({ servers, port = NUT_PORT, username }: UpsSite, namespace: string): Exporter {
  const addresses = servers.map(({ address }) => formatCidr(rangeOf(addressOf(address))));
  // before its first answer it looks a UPS's name up at NUT's own port, whatever the port is (IsValidUPSName): refused is quicker than lost
  const ports = [...new Set([port, NUT_PORT])];
  const password: Credential = {
    name: "ups",
    namespace,
    keys: { password: { key: "ups", property: "password", holds: "the password of the account ups.username in NUT's upsd.users" } },
  };
  return {
    name: "nut-exporter",
    namespace,
    image: "ghcr.io/druggeri/nut_exporter:3.2.5",
    // of every address, of both families (exporter-toolkit, net.Listen of ":9199")
    port: 9199,
    series: upsSeries,
    // first the exporter itself: it answers while no UPS does
    endpoints: [{ path: "/metrics" }, ...servers.flatMap(endpointsOf)],
    healthPath: "/",
    environment: {
      NUT_EXPORTER_VARIABLES: UPS_VARIABLES.join(","),
      // the parameter `serverport` of a scrape has no effect (metricsHandler): one port for all servers
      NUT_EXPORTER_SERVERPORT: String(port),
      // it reads no file
      ...(username !== undefined && { NUT_EXPORTER_USERNAME: username, NUT_EXPORTER_PASSWORD: { credential: password, key: "password" } }),
    },
    calls: ports.map((one) => callTo("the UPS servers", { addresses, port: one })),
    cpu: { request: "10m", limit: "100m" },
    autoscaling: { mode: "Off", because: "it rests, but for the scrapes of all UPSes at once" },
    // 15 MiB at rest; each scrape of a UPS that NUT can't reach hangs for a minute
    memory: { request: "32Mi", limit: "64Mi" },
  };
}

/** A request for each UPS, labelled as NUT writes it: `rack@192.168.10.40`. */
function endpointsOf({ address, ups }: UpsSite["servers"][number]): Endpoint[] {
  const path = "/ups_metrics";
  const server = formatHost(addressOf(address));
  if (ups === undefined) return [{ path, params: { server }, labels: { ups: server } }];
  return ups.map((name) => ({ path, params: { server, ups: name }, labels: { ups: `${name}@${server}` } }));
}

function addressOf(text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${quote(text)} is not an IP address; the site should have refused it`);
  return address;
}
