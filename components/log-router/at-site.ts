import { routerConfiguration } from "../../lib/logs/router-configuration";
import { type RouterPrograms, sourcesOf } from "../../lib/logs/router-transforms";
import type { Stream, StreamSource } from "../../lib/logs/stream";
import type { VectorConfiguration } from "../../lib/logs/vector";
import { hasIPv6 } from "../../lib/metrics/ip-families";
import { inClusterService } from "../../lib/site/in-cluster";
import { bytesOf } from "../../lib/site/name";
import type { Site } from "../../lib/site/schema";
import { DATA_FOLDER, volumeOf } from "./construct";
import { sendersOf } from "./senders";
import { routerStore } from "./store";
import { programText } from "./streams/program-text";

/** Those of the streams that something comes for here, each kept for as long as the site says. */
export function streamsAt(site: Pick<Site, "logs">, streams: readonly Stream[]): Stream[] {
  const days: Readonly<Record<string, number | undefined>> = site.logs?.retention_days ?? {};
  const hasDevices = sendersOf(site).length > 0;
  return streams
    .filter(({ source }) => source !== "devices" || hasDevices)
    .map((stream) => ({ ...stream, retentionDays: days[stream.name] ?? stream.retentionDays }));
}

/** The router's configuration at a site. */
export function configurationAt(site: Site, streams: readonly Stream[]): VectorConfiguration {
  const { port, path } = inClusterService(site.urls.router_url);
  return routerConfiguration({
    streams,
    programs: programsOf(site, streams),
    aggregator: { port, path: path === "" ? "/" : path },
    hasIPv6: hasIPv6(site),
    volume: { path: DATA_FOLDER, bytes: bytesOf(volumeOf(site)) },
    store: routerStore(site),
  });
}

const PROGRAMS = "components/log-router/programs";

function programsOf(site: Site, streams: readonly Stream[]): RouterPrograms {
  const senders = sendersOf(site);
  const text = (path: string) => programText(path, site, senders);
  const program = (name: StreamSource | "kept") => text(`${PROGRAMS}/${name}.vrl`);
  return {
    sources: Object.fromEntries(sourcesOf(streams).map((source) => [source, program(source)])),
    kept: program("kept"),
    streams: Object.fromEntries(streams.map(({ name, program }) => [name, text(program)])),
  };
}
