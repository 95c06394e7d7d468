// Prevents a workload that the restricted Pod Security profile would refuse, and a namespace that lets any traffic through.
import { POD_SECURITY_LABEL, POD_SECURITY_REASON } from "../kubernetes/namespace";
import { type PodTemplate, podTemplates } from "../kubernetes/pod-templates";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { operatorParts } from "./operator-parts";

export const podSecurity: Check = {
  name: "pod-security",
  run: (platform) => [...namespaceFindings(platform), ...workloadFindings(platform), ...operatorFindings(platform)],
};

function namespaceFindings({ manifests }: Platform): Finding[] {
  const findings: Finding[] = [];
  const denied = new Set(
    manifests
      .filter(({ object }) => object.kind === "NetworkPolicy" && deniesAll(object.spec))
      .map(({ object }) => object.metadata.namespace),
  );
  for (const manifest of manifests.filter(({ object }) => object.kind === "Namespace")) {
    const { name, labels = {}, annotations = {} } = manifest.object.metadata;
    const where = objectPlace(manifest);
    const level = labels[`${POD_SECURITY_LABEL}/enforce`];
    if (level !== "restricted" && (level === undefined || (annotations[POD_SECURITY_REASON] ?? "").trim() === "")) {
      findings.push({
        where,
        what: level === undefined ? "it enforces no Pod Security profile" : `it enforces "${level}" and does not say why`,
        fix: `enforce restricted, or say why not (\`because\` of platformNamespace, annotation ${POD_SECURITY_REASON})`,
      });
    }
    if (!denied.has(name)) {
      findings.push({
        where,
        what: "no policy denies its traffic by default",
        fix: "declare it with platformNamespace, which adds the policy",
      });
    }
    for (const { object } of manifests) {
      if (object.kind !== "NetworkPolicy" || object.metadata.namespace !== name || !allowsAll(object.spec)) continue;
      findings.push({
        where,
        what: `policy "${object.metadata.name}" lets all its traffic through`,
        fix: "name peers or ports in each of its rules, or the pods it is about (`allow` of lib/kubernetes/network-policy.ts)",
      });
    }
  }
  return findings;
}

/** The parts of a NetworkPolicy that decide what it lets through. */
interface PolicySpec {
  readonly podSelector?: object;
  readonly policyTypes?: readonly string[];
  readonly ingress?: readonly object[];
  readonly egress?: readonly object[];
}

function isAboutEveryPod({ podSelector = {} }: PolicySpec): boolean {
  return Object.values(podSelector).every((part) => Object.keys(part as object).length === 0);
}

/** A policy about every pod with a rule that names neither peers nor ports: it undoes the denial beside it. */
function allowsAll(spec: unknown): boolean {
  const { ingress = [], egress = [] } = spec as PolicySpec;
  return isAboutEveryPod(spec as PolicySpec) && [...ingress, ...egress].some((rule) => Object.keys(rule).length === 0);
}

/** A policy about every pod and both directions that lets nothing through. */
export function deniesAll(spec: unknown): boolean {
  const { policyTypes = [], ingress = [], egress = [] } = spec as PolicySpec;
  return (
    isAboutEveryPod(spec as PolicySpec) &&
    policyTypes.includes("Ingress") &&
    policyTypes.includes("Egress") &&
    ingress.length === 0 &&
    egress.length === 0
  );
}

function workloadFindings({ manifests }: Platform): Finding[] {
  const restricted = new Set(
    manifests
      .filter(({ object }) => object.kind === "Namespace" && object.metadata.labels?.[`${POD_SECURITY_LABEL}/enforce`] === "restricted")
      .map(({ object }) => object.metadata.name),
  );
  return podTemplates(manifests).flatMap(({ manifest, template }) => {
    const because = template.metadata?.annotations?.[POD_SECURITY_REASON];
    const problems = restrictedProblems(template);
    if (because !== undefined && because.trim() !== "") {
      const { namespace = "" } = manifest.object.metadata;
      if (problems.length === 0 || !restricted.has(namespace)) return [];
      return [
        {
          where: objectPlace(manifest),
          what: `it says why it needs more than the restricted profile, but namespace "${namespace}" enforces that profile`,
          fix: "the API server takes no excuse: move it to a namespace of a lower level, or fix the pod",
        },
      ];
    }
    return problems.map((problem) => ({
      where: objectPlace(manifest),
      what: `the restricted profile refuses it: ${problem}`,
      fix: `use ServiceWorkload's pod, or say why not in the pod annotation ${POD_SECURITY_REASON}`,
    }));
  });
}

/** Pods that the operator makes are restricted when they ask for it. */
function operatorFindings({ manifests }: Platform): Finding[] {
  return operatorParts(manifests)
    .filter(({ spec }) => spec.useStrictSecurity !== true)
    .map(({ manifest, path }) => ({
      where: `${objectPlace(manifest)} ${path}`,
      what: "its pods are not asked to meet the restricted profile",
      fix: "set useStrictSecurity: true (operatorPod does)",
    }));
}

const VOLUMES = ["configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"];

/** What the restricted profile refuses (Kubernetes, Pod Security Standards); the API server judges the same in the engine tests. */
export function restrictedProblems({ spec }: PodTemplate): string[] {
  const problems: string[] = [];
  const pod = spec.securityContext ?? {};
  for (const field of ["hostNetwork", "hostPID", "hostIPC"] as const) if (spec[field] === true) problems.push(`${field} is set`);
  // containers can't take back what the pod asks for
  if (pod.runAsNonRoot === false) problems.push("the pod may run as root (runAsNonRoot)");
  if (pod.runAsUser === 0) problems.push("the pod runs as user 0");
  if (pod.seccompProfile?.type === "Unconfined") problems.push("the pod is unconfined (seccompProfile)");
  for (const volume of spec.volumes ?? []) {
    const type = Object.keys(volume).find((key) => key !== "name");
    if (type !== undefined && !VOLUMES.includes(type)) problems.push(`volume "${volume.name}" is a ${type}`);
  }
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    const context = container.securityContext ?? {};
    const at = `container "${container.name}"`;
    if ((context.runAsNonRoot ?? pod.runAsNonRoot) !== true) problems.push(`${at} may run as root (runAsNonRoot)`);
    if (context.runAsUser === 0) problems.push(`${at} runs as user 0`);
    if (context.allowPrivilegeEscalation !== false) problems.push(`${at} may gain privileges (allowPrivilegeEscalation)`);
    if (context.privileged === true) problems.push(`${at} is privileged`);
    if (!context.capabilities?.drop?.includes("ALL")) problems.push(`${at} keeps capabilities (capabilities.drop)`);
    const added = (context.capabilities?.add ?? []).filter((capability) => capability !== "NET_BIND_SERVICE");
    if (added.length > 0) problems.push(`${at} adds capabilities ${added.join(", ")}`);
    const seccomp = (context.seccompProfile ?? pod.seccompProfile)?.type;
    if (seccomp !== "RuntimeDefault" && seccomp !== "Localhost") problems.push(`${at} has no seccomp profile`);
    if (container.ports?.some(({ hostPort }) => hostPort !== undefined && hostPort !== 0)) problems.push(`${at} opens a port of the host`);
  }
  return problems;
}
