// Prevents log lines that silently reach nobody: a flow that matches nothing, greps for something else than its detector, or ships ten minutes late.
import type { Manifest } from "../gitops/manifest";
import { type Detector, patternOf } from "../logs/detector";
import { NAMESPACE_KEY, namespaceExclusion, POD_KEY, podPattern, TEXT_KEYS } from "../logs/flow";
import { problems, rubyLiteral } from "../logs/pattern";
import { type Check, type Finding, objectPlace, type Platform } from "./check";

export const flows: Check = {
  name: "flows",
  run: (platform) => [...detectorFindings(platform), ...flowFindings(platform), ...outputFindings(platform)],
};

/** The parts of a ClusterFlow that decide what it ships. */
interface FlowSpec {
  readonly match?: readonly { readonly select?: Selection; readonly exclude?: Selection }[];
  readonly filters?: readonly { readonly grep?: Grep }[];
  readonly globalOutputRefs?: readonly string[];
}

interface Selection {
  readonly namespaces?: readonly string[];
}

interface Condition {
  readonly key: string;
  readonly pattern: string;
}

interface Grep {
  readonly regexp?: readonly Condition[];
  readonly exclude?: readonly Condition[];
  readonly or?: readonly { readonly regexp?: readonly Condition[] }[];
}

function detectorFindings({ detectors }: Platform): Finding[] {
  return detectors.flatMap((detector): Finding[] => {
    const where = `detector "${detector.alert}" (components/relay/detectors)`;
    const pod = detector.scope.pod === undefined ? [] : [new RegExp(detector.scope.pod)];
    const single = [...detector.lines, ...(detector.modernLines ?? []), ...pod].flatMap(problems);
    // together they may still cost too much; only worth saying when each alone is fine
    const found = single.length > 0 ? single : problems(patternOf(detector));
    const unreadable = found.map((what) => ({
      where,
      what,
      mend: "write it so that the aggregator and the relay read it alike (lib/logs/pattern.ts)",
    }));
    return unreadable.length > 0 ? unreadable : lineFindings(where, detector);
  });
}

/** The lines of a detector's proof, judged by its pattern; what its `where` adds depends on the site. */
function lineFindings(where: string, detector: Detector): Finding[] {
  const pattern = patternOf(detector);
  const missed = detector.fires.filter((line) => !pattern.test(line));
  const caught = detector.where ? [] : detector.silent.filter((line) => pattern.test(line));
  return [
    ...missed.map((line) => ({
      where,
      what: `it must fire on ${excerpt(line)} and does not match it`,
      mend: "mend the pattern or the line",
    })),
    ...caught.map((line) => ({
      where,
      what: `it must stay silent on ${excerpt(line)} and matches it`,
      mend: "narrow the pattern or mend the line",
    })),
  ];
}

const excerpt = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}...` : line);

function flowFindings({ manifests, detectors, logs }: Platform): Finding[] {
  const findings: Finding[] = [];
  const flowObjects = manifests.filter(({ object }) => object.kind === "ClusterFlow" || object.kind === "Flow");
  const byName = new Map(detectors.map((detector) => [detector.flow, detector]));

  for (const manifest of flowObjects) {
    const spec = manifest.object.spec as FlowSpec;
    const where = objectPlace(manifest);
    findings.push(...matchFindings(where, spec));
    const feedsRelay = spec.globalOutputRefs?.includes(logs.relayOutput) === true;
    const detector = byName.get(manifest.object.metadata.name);
    if (feedsRelay && detector) findings.push(...detectorFlowFindings(where, spec, detector));
    if (feedsRelay && !detector) {
      findings.push({
        where,
        what: `it feeds the relay and belongs to no detector; its volume overflows the relay's buffer`,
        mend: "give what it looks for a detector of its own; only detectors' flows feed the relay",
      });
    }
  }

  for (const { flow, alert } of detectors) {
    const isFed = flowObjects.some(
      ({ object }) => object.metadata.name === flow && (object.spec as FlowSpec).globalOutputRefs?.includes(logs.relayOutput),
    );
    if (isFed) continue;
    findings.push({
      where: `detector "${alert}"`,
      what: `no flow "${flow}" feeds it: the alert can never fire`,
      mend: `let flow "${flow}" ship to output "${logs.relayOutput}"`,
    });
  }
  return findings;
}

function matchFindings(where: string, { match, filters = [] }: FlowSpec): Finding[] {
  if (match === undefined) return [];
  const excluded = match.flatMap(({ exclude }) => exclude?.namespaces ?? []);
  const hasExclude = match.some(({ exclude }) => exclude !== undefined);
  if (!match.some(({ select }) => select !== undefined)) {
    return [
      {
        where,
        what: hasExclude
          ? "it only excludes: such a flow never matches a record, though its status says Active"
          : "its match list is empty",
        mend: "put `select: {}` first, then the exclude (specification, part 8)",
      },
    ];
  }
  if (!hasExclude) return [];
  const findings: Finding[] = [];
  if (match[0]?.select === undefined) {
    findings.push({ where, what: "an exclude stands before the first select", mend: "put `select: {}` first, then the exclude" });
  }
  const grepped = filters.flatMap(({ grep }) => grep?.exclude ?? []);
  if (!grepped.some(({ key, pattern }) => key === NAMESPACE_KEY && pattern === namespaceExclusion(excluded))) {
    findings.push({
      where,
      what: `it excludes ${excluded.join(", ") || "something"} after a select, where the router never looks`,
      mend: `add a grep exclude on ${NAMESPACE_KEY} with ${namespaceExclusion(excluded)}; \`except\` of lib/logs/flow.ts makes both`,
    });
  }
  return findings;
}

function detectorFlowFindings(where: string, { match = [], filters = [] }: FlowSpec, detector: Detector): Finding[] {
  const findings: Finding[] = [];
  const expected = rubyLiteral(patternOf(detector));
  const texts = filters.flatMap(({ grep }) => (grep?.or ?? []).flatMap(({ regexp = [] }) => regexp));
  for (const key of TEXT_KEYS) {
    const actual = texts.find((condition) => condition.key === key)?.pattern;
    if (actual === expected) continue;
    findings.push({
      where,
      what: `its grep on "${key}" is ${actual ?? "missing"}, its detector "${detector.alert}" looks for ${expected}`,
      mend: "make the flow from the detector (components/logging/flows.ts): one pattern, both places",
    });
  }
  const selected = match.flatMap(({ select }) => select?.namespaces ?? []).join();
  if (selected !== (detector.scope.namespace ?? "")) {
    findings.push({
      where,
      what: `it selects namespaces [${selected}], its detector "${detector.alert}" looks at ${detector.scope.namespace ?? "all"}`,
      mend: "make the flow from the detector (components/logging/flows.ts)",
    });
  }
  const pods = filters.flatMap(({ grep }) => grep?.regexp ?? []).filter(({ key }) => key === POD_KEY);
  const podExpected = detector.scope.pod === undefined ? "" : podPattern(detector.scope.pod);
  if (pods.map(({ pattern }) => pattern).join() !== podExpected) {
    findings.push({
      where,
      what: `it takes pods ${pods.map(({ pattern }) => pattern).join() || "of any name"}, its detector "${detector.alert}" ${podExpected || "any"}`,
      mend: "make the flow from the detector (components/logging/flows.ts)",
    });
  }
  return findings;
}

function outputFindings({ manifests, logs, site }: Platform): Finding[] {
  const outputs = manifests.filter(({ object }) => object.kind === "ClusterOutput" || object.kind === "Output");
  const names = new Set(outputs.map(({ object }) => object.metadata.name));
  const findings = outputs.flatMap((manifest) => bufferFindings(manifest, logs.maxBodyBytes, logs.relayOutput));
  for (const manifest of manifests) {
    if (manifest.object.kind !== "ClusterFlow" && manifest.object.kind !== "Flow") continue;
    for (const name of (manifest.object.spec as FlowSpec).globalOutputRefs ?? []) {
      if (names.has(name)) continue;
      findings.push({
        where: objectPlace(manifest),
        what: `output "${name}" does not exist`,
        mend: `use one of: ${[...names].join(", ")}`,
      });
    }
  }
  const catchAll = manifests.find(({ object }) => object.kind === "ClusterFlow" && object.metadata.name === logs.catchAllFlow);
  const must = [site.namespaces.orchestrator, site.namespaces.logging];
  const missing = must.filter((namespace) => !excludedBy(catchAll).includes(namespace));
  if (catchAll && missing.length > 0) {
    findings.push({
      where: objectPlace(catchAll),
      what: `it ships the namespaces ${missing.join(", ")}, whose logs it makes longer by shipping them`,
      mend: "list them in `except` (components/logging/flows.ts)",
    });
  }
  return findings;
}

function excludedBy(manifest: Manifest | undefined): readonly string[] {
  const spec = manifest?.object.spec as FlowSpec | undefined;
  return (spec?.match ?? []).flatMap(({ exclude }) => exclude?.namespaces ?? []);
}

interface Buffer {
  readonly flush_mode?: string;
  readonly flush_interval?: string;
  readonly chunk_limit_size?: string;
}

function bufferFindings(manifest: Manifest, maxBodyBytes: number, relayOutput: string): Finding[] {
  const findings: Finding[] = [];
  const where = objectPlace(manifest);
  for (const [plugin, options] of Object.entries(manifest.object.spec as Record<string, { buffer?: Buffer } | undefined>)) {
    const buffer = options?.buffer;
    if (!buffer) continue;
    if (buffer.flush_interval !== undefined && buffer.flush_mode !== "interval") {
      findings.push({
        where: `${where} ${plugin}.buffer`,
        what: `flush_interval ${buffer.flush_interval} stands without flush_mode: interval, and is ignored: logs would arrive ten minutes late`,
        mend: "set `flush_mode: interval` beside it (lib/logs/buffer.ts makes both)",
      });
    }
    const chunk = bytesOf(buffer.chunk_limit_size);
    if (manifest.object.metadata.name === relayOutput && (chunk === undefined || chunk > maxBodyBytes)) {
      findings.push({
        where: `${where} ${plugin}.buffer`,
        what: `a chunk may be ${buffer.chunk_limit_size ?? "of any size"}, the relay takes ${maxBodyBytes} bytes and refuses more`,
        mend: "set `chunk_limit_size` below MAX_BODY_BYTES",
      });
    }
  }
  return findings;
}

/** Fluentd's sizes: k, m, g, t are powers of 1024. */
function bytesOf(size: string | undefined): number | undefined {
  const [, digits, unit = ""] = /^(\d+)([kmgt]?)$/i.exec(size ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits) * 1024 ** ["", "k", "m", "g", "t"].indexOf(unit.toLowerCase());
}
