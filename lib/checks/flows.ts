// Prevents log lines that silently reach nobody: a flow that matches nothing, greps for something else than its detector, or ships ten minutes late.
import { isDeepStrictEqual } from "node:util";
import { type Detector, type LocalDetector, patternOf, podPatternOf } from "../logs/detector";
import { conditionsOf, NAMESPACE_KEY, namespaceExclusion, POD_KEY, podPattern } from "../logs/flow";
import { nameOfChoice } from "../logs/namespace-choice";
import { problems, rubyLiteral } from "../logs/pattern";
import { TEXT_KEY } from "../logs/text-key";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { outputFindings } from "./flow-outputs";
import { type FlowSpec, isFlow, relayOutputs } from "./flow-spec";

const BY_DETECTOR = "make the flow from the detector (components/logging/flows.ts)";

export const flows: Check = {
  name: "flows",
  run: (platform) => [...detectorFindings(platform), ...flowFindings(platform), ...outputFindings(platform)],
};

function detectorFindings({ detectors }: Platform): Finding[] {
  return detectors.flatMap((detector): Finding[] => {
    const where = `detector "${detector.alert}" (components/relay/detectors)`;
    const pod = detector.scope.pod === undefined ? [] : [{ source: detector.scope.pod, flags: "" }];
    const single = [...detector.lines, ...(detector.modernLines ?? []), ...pod].flatMap(problems);
    // together they may still cost too much; only worth saying when each alone is fine
    const found = single.length > 0 ? single : problems(patternOf(detector));
    const unreadable = found.map((what) => ({
      where,
      what,
      fix: "write it so that the aggregator and the relay read it alike (lib/logs/pattern.ts)",
    }));
    return unreadable.length > 0
      ? unreadable
      : [...lineFindings(where, detector), ...needlessPatterns(where, detector), ...podFindings(where, detector)];
  });
}

/** A pattern that no line needs may be misspelt, and would be missed by nobody. */
function needlessPatterns(where: string, { lines, modernLines = [], fires }: Detector): Finding[] {
  const among = (patterns: readonly RegExp[]) => (pattern: RegExp) =>
    patterns.length > 1 && !fires.some((line) => pattern.test(line) && patterns.every((other) => other === pattern || !other.test(line)));
  // the specification's patterns stand for themselves: a modern one may take more than one of them does
  return [...lines.filter(among(lines)), ...modernLines.filter(among([...lines, ...modernLines]))].map((pattern) => ({
    where,
    what: `no line of \`fires\` needs its pattern ${pattern}: without it the others still match`,
    fix: "correct the pattern, add a line that it alone matches, or leave the pattern out",
  }));
}

/** Its lines say nothing of the pods that it looks at: their names do. */
function podFindings(where: string, { scope, pods }: Detector): Finding[] {
  const pattern = podPatternOf({ scope });
  if (pattern === undefined) {
    return pods === undefined
      ? []
      : [
          {
            where,
            what: "it lists `pods`, and its scope takes every pod",
            fix: "add the pattern `pod` to its scope, or leave the list out",
          },
        ];
  }
  if (pods === undefined) {
    const what = `nothing needs its pod pattern /${scope.pod}/: no pod's name is listed that it takes or leaves out`;
    return [{ where, what, fix: 'add for example pods: { fires: ["mail-0"], silent: ["webmail-0"] }' }];
  }
  const fix = "fix the pattern or the name";
  return [
    ...pods.fires
      .filter((name) => !pattern.test(name))
      .map((name) => ({ where, what: `it must look at the pod "${name}", and its pod pattern leaves it out`, fix })),
    ...pods.silent
      .filter((name) => pattern.test(name))
      .map((name) => ({ where, what: `it must not look at the pod "${name}", and its pod pattern takes it`, fix })),
  ];
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
      fix: "fix the pattern or the line",
    })),
    ...caught.map((line) => ({
      where,
      what: `it must stay silent on ${excerpt(line)} and matches it`,
      fix: "narrow the pattern or fix the line",
    })),
  ];
}

const excerpt = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}...` : line);

function flowFindings(platform: Platform): Finding[] {
  const { manifests, detectors, logs, site } = platform;
  const findings: Finding[] = [];
  const flowObjects = manifests.filter(isFlow);
  const atRelay = relayOutputs(platform);
  const feeds = ({ globalOutputRefs = [] }: FlowSpec) => globalOutputRefs.some((name) => atRelay.has(name));
  const isRead = (kind: string, namespace: string | undefined) => kind === "ClusterFlow" && namespace === site.namespaces.logging;
  const byName = new Map(detectors.map((detector) => [detector.flow, detector]));

  for (const manifest of flowObjects) {
    const spec = manifest.object.spec as FlowSpec;
    const where = objectPlace(manifest);
    findings.push(...matchFindings(where, spec));
    const { kind, metadata } = manifest.object;
    if (kind === "ClusterFlow" && !isRead(kind, metadata.namespace)) {
      findings.push({
        where,
        what: `it stands in namespace "${metadata.namespace}", where the operator never reads it`,
        fix: `put it into the control namespace "${site.namespaces.logging}"`,
      });
    }
    const feedsRelay = feeds(spec);
    const detector = byName.get(metadata.name);
    if (feedsRelay && detector) findings.push(...detectorFlowFindings(where, spec, detector));
    if (feedsRelay && !detector) {
      findings.push({
        where,
        what: `it feeds the relay and belongs to no detector; its volume overflows the relay's buffer`,
        fix: "give what it looks for a detector of its own; only detectors' flows feed the relay",
      });
    }
  }

  for (const { flow, alert } of detectors) {
    const twin = detectors.find((other) => other.flow === flow);
    if (twin && twin.alert !== alert) {
      findings.push({
        where: `detector "${alert}"`,
        what: `its flow "${flow}" is detector "${twin.alert}"'s too: one file can carry one pattern`,
        fix: "give each detector a flow of its own",
      });
    }
    const isFed = flowObjects.some(
      ({ object: { kind, metadata, spec } }) => metadata.name === flow && isRead(kind, metadata.namespace) && feeds(spec as FlowSpec),
    );
    if (isFed) continue;
    findings.push({
      where: `detector "${alert}"`,
      what: `no flow "${flow}" feeds it: the alert can never fire`,
      fix: `let flow "${flow}" ship to output "${logs.relayOutput}"`,
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
        fix: "put `select: {}` first, then the exclude (specification, part 8)",
      },
    ];
  }
  if (!hasExclude) return [];
  if (match.some(({ select, exclude }) => select !== undefined && exclude !== undefined)) {
    return [
      {
        where,
        what: "one entry of its match list holds both select and exclude, which the operator refuses",
        fix: "make two entries of it: `select: {}` first, then the exclude",
      },
    ];
  }
  const findings: Finding[] = [];
  if (match[0]?.select === undefined) {
    findings.push({ where, what: "an exclude stands before the first select", fix: "put `select: {}` first, then the exclude" });
  }
  const grepped = filters.flatMap(({ grep }) => grep?.exclude ?? []);
  if (!grepped.some(({ key, pattern }) => key === NAMESPACE_KEY && pattern === namespaceExclusion(excluded))) {
    findings.push({
      where,
      what: `it excludes ${excluded.join(", ") || "something"} after a select, where the router never looks`,
      fix: `add a grep exclude on ${NAMESPACE_KEY} with ${namespaceExclusion(excluded)}; \`except\` of lib/logs/flow.ts makes both`,
    });
  }
  return findings;
}

function detectorFlowFindings(where: string, { match = [], filters = [] }: FlowSpec, detector: LocalDetector): Finding[] {
  const findings: Finding[] = [];
  const expected = rubyLiteral(patternOf(detector));
  const { namespaces, passesOver, scope } = detector;
  const conditions = conditionsOf({ namespaces, passesOver, pod: scope.pod, text: expected });
  const regexps = filters.flatMap(({ grep }) => grep?.regexp ?? []);
  const actual = regexps.find(({ key }) => key === TEXT_KEY)?.pattern;
  if (actual !== expected) {
    findings.push({
      where,
      what: `its grep on "${TEXT_KEY}" is ${actual ?? "missing"}, its detector "${detector.alert}" looks for ${expected}`,
      fix: "make the flow from the detector (components/logging/flows.ts): one pattern, both places",
    });
  }
  if (!isDeepStrictEqual(namespacesOf(match), namespacesOf(conditions.match))) {
    const { selected, excluded } = namespacesOf(match);
    const without = excluded.length === 0 ? "" : ` without [${excluded.join(", ")}]`;
    findings.push({
      where,
      what: `it selects namespaces [${selected.join(", ")}]${without}, its detector "${detector.alert}" looks at ${nameOfChoice(detector.namespaces)}`,
      fix: BY_DETECTOR,
    });
  }
  const pods = regexps.filter(({ key }) => key === POD_KEY);
  const podExpected = detector.scope.pod === undefined ? "" : podPattern(detector.scope.pod);
  if (pods.map(({ pattern }) => pattern).join() !== podExpected) {
    findings.push({
      where,
      what: `it takes pods ${pods.map(({ pattern }) => pattern).join() || "of any name"}, its detector "${detector.alert}" ${podExpected || "any"}`,
      fix: BY_DETECTOR,
    });
  }
  // nothing of it is wrong, and yet it is not what the detector makes: something was added, or what it passes over is another's
  if (findings.length === 0 && !isDeepStrictEqual({ match, filters }, conditions)) {
    findings.push({
      where,
      what: `it holds other conditions than its detector "${detector.alert}": lines that match could stay out, or lines that only quote come in`,
      fix: BY_DETECTOR,
    });
  }
  return findings;
}

function namespacesOf(match: NonNullable<FlowSpec["match"]>) {
  return {
    selected: match.flatMap(({ select }) => select?.namespaces ?? []),
    excluded: match.flatMap(({ exclude }) => exclude?.namespaces ?? []),
  };
}
