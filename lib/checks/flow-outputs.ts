import type { Manifest } from "../gitops/manifest";
import type { Platform } from "../platform/platform";
import { type Finding, objectPlace } from "./check";
import { bufferBytes, type FlowSpec, isFlow, isOutput, relayOutputs } from "./flow-spec";

/** Outputs that are missing, late or too large, and a catch-all that ships what it must not. */
export function outputFindings(platform: Platform): Finding[] {
  const { manifests, logs } = platform;
  const atRelay = relayOutputs(platform);
  const outputs = manifests.filter(isOutput);
  const names = new Set(outputs.map(({ object }) => object.metadata.name));
  const findings = outputs.flatMap((manifest) =>
    bufferFindings(manifest, atRelay.has(manifest.object.metadata.name) ? logs.maxBodyBytes : undefined),
  );
  for (const manifest of manifests.filter(isFlow)) {
    for (const name of (manifest.object.spec as FlowSpec).globalOutputRefs ?? []) {
      if (names.has(name)) continue;
      findings.push({
        where: objectPlace(manifest),
        what: `output "${name}" does not exist`,
        fix: `use one of: ${[...names].join(", ")}`,
      });
    }
  }
  return [...findings, ...catchAllFindings(platform)];
}

/** Everything goes to the router but the lines that shipping makes. */
function catchAllFindings({ manifests, site, logs: { catchAllFlow: name, routerOutput } }: Platform): Finding[] {
  const catchAll = manifests.find(({ object }) => object.kind === "ClusterFlow" && object.metadata.name === name);
  if (!catchAll) {
    return [
      {
        where: `dist/monitoring-logging-flows/flow-${name}.yml`,
        what: "there is no such flow: live search and the log store get nothing",
        fix: "declare the catch-all flow (components/logging/flows.ts)",
      },
    ];
  }
  const { globalOutputRefs = [] } = catchAll.object.spec as FlowSpec;
  if (!globalOutputRefs.includes(routerOutput)) {
    return [
      {
        where: objectPlace(catchAll),
        what: `it ships to ${globalOutputRefs.join(", ") || "nothing"}: live search and the log store get nothing`,
        fix: `let it ship to output "${routerOutput}" (components/logging/flows.ts)`,
      },
    ];
  }
  const must = [site.namespaces.orchestrator, site.namespaces.logging];
  const missing = must.filter((namespace) => !excludedBy(catchAll).includes(namespace));
  if (missing.length === 0) return [];
  return [
    {
      where: objectPlace(catchAll),
      what: `it ships the namespaces ${missing.join(", ")}, whose logs it makes longer by shipping them`,
      fix: "list them in `except` (components/logging/flows.ts)",
    },
  ];
}

function excludedBy({ object }: Manifest): readonly string[] {
  return ((object.spec as FlowSpec).match ?? []).flatMap(({ exclude }) => exclude?.namespaces ?? []);
}

interface Buffer {
  readonly flush_mode?: string;
  readonly flush_interval?: string;
  readonly chunk_limit_size?: string;
}

/** `maxBodyBytes` for an output that ends at the relay: there alone a chunk can be too large, and late is useless. */
function bufferFindings(manifest: Manifest, maxBodyBytes: number | undefined): Finding[] {
  const findings: Finding[] = [];
  const where = objectPlace(manifest);
  for (const [plugin, options] of Object.entries(manifest.object.spec as Record<string, unknown>)) {
    if (typeof options !== "object" || options === null || Array.isArray(options)) continue;
    const { buffer = {} } = options as { buffer?: Buffer };
    if (buffer.flush_interval !== undefined && buffer.flush_mode !== "interval") {
      findings.push({
        where: `${where} ${plugin}.buffer`,
        what: `flush_interval ${buffer.flush_interval} stands without flush_mode: interval, and is ignored: logs would arrive ten minutes late`,
        fix: "set `flush_mode: interval` beside it (lib/logs/buffer.ts makes both)",
      });
    }
    if (maxBodyBytes === undefined) continue;
    const chunk = bufferBytes(buffer.chunk_limit_size);
    // the array's brackets and commas come on top of the chunk
    if (chunk === undefined || chunk >= maxBodyBytes) {
      findings.push({
        where: `${where} ${plugin}.buffer`,
        what: `a chunk may be ${buffer.chunk_limit_size ?? "of any size"}, the relay takes ${maxBodyBytes} bytes and refuses more`,
        fix: "set `chunk_limit_size` below MAX_BODY_BYTES",
      });
    }
    if (buffer.flush_interval === undefined && buffer.flush_mode !== "immediate") {
      findings.push({
        where: `${where} ${plugin}.buffer`,
        what: "logs would arrive ten minutes late: the default of flush_mode is lazy",
        fix: "set `flush_mode: interval` and `flush_interval` (lib/logs/buffer.ts makes both)",
      });
    }
  }
  return findings;
}
