import { amountOf } from "../../lib/autoscaling/amount";
import type { OutsideSetup } from "../../lib/platform/installation";
import type { AutoscalingSite, Site } from "../../lib/site/schema";
import { NOT_AUTOSCALED } from "../../lib/site/sections/autoscaling";
import { type AutoscaledWorkload, kindOf, podsOf } from "./autoscaler";

/**
 * The namespaces whose workloads no autoscaler looks at: identity services, hosted sites, and what the site says. Not those of the platform's
 * own workloads, each of which says itself how it is scaled, whosever component they are.
 */
export function excludedNamespaces({ components, autoscaling, namespaces, boiler }: Site): string[] {
  const ofComponents = components.filter(({ name }) => NOT_AUTOSCALED.some((one) => one === name)).flatMap(({ namespaces }) => namespaces);
  const own = new Set<string | undefined>([...Object.values(namespaces), boiler?.namespace]);
  return [...new Set([...ofComponents, ...(autoscaling?.excluded ?? [])])].filter((namespace) => !own.has(namespace)).sort();
}

/** What the containers of workloads in mode Off are declared to run with. */
export function recordedContainers({ workloads }: AutoscalingSite) {
  return workloads.flatMap((workload) =>
    (workload.containers ?? []).map(({ name: container, target, upper_bound }) => ({
      namespace: workload.namespace,
      kind: kindOf(workload),
      workload: workload.name,
      container,
      requests: amounts(target),
      limits: amounts(upper_bound),
    })),
  );
}

function amounts({ cpu, memory }: { readonly cpu: string; readonly memory: string }) {
  // the site refuses what is no amount
  return { cpu: amountOf(cpu) ?? 0, memory: amountOf(memory) ?? 0 };
}

/** What their owners have to set at the workloads that the autoscaler is told of. */
export function autoscalingSetup(site: Site, { workloads }: AutoscalingSite): OutsideSetup {
  const excluded = excludedNamespaces(site);
  return {
    title: "workloads that the autoscaler is told of",
    text: () =>
      [
        workloads.length === 0 ? "None beside our own." : table(workloads, site),
        workloads.some(({ mode }) => mode !== "Off")
          ? "Where it changes pods it keeps the proportion of request and limit: write them alike there, in each container, or a request that grows fourfold takes a limit far above it along."
          : "",
        ...workloads.filter(({ mode }) => mode === "Off").map(recorded),
        excluded.length === 0
          ? ""
          : `It is told of nothing in ${excluded.map(code).join(", ")}, and nobody else may tell it (VerticalAutoscalerWhereExcluded).`,
      ]
        .filter((paragraph) => paragraph !== "")
        .join("\n\n"),
  };
}

/** Workloads without a record: what they ask for is whatever somebody once guessed. */
export function autoscalingCautions({ workloads }: AutoscalingSite): string[] {
  return workloads
    .filter(({ mode, containers }) => mode === "Off" && containers === undefined)
    .map(
      ({ namespace, name }) =>
        `autoscaling.workloads: ${name} of ${namespace} is Off and has no recommendation recorded; after a week, write what its autoscaler recommends beside it (containers)`,
    );
}

const code = (text: string) => `\`${text}\``;

function table(workloads: readonly AutoscaledWorkload[], site: Site): string {
  const rows = workloads.map((one) => {
    const { namespace, name, mode, because } = one;
    const pods = mode === "Off" ? "" : String(podsOf(one, site));
    return `| ${code(namespace)} | ${kindOf(one)} ${code(name)} | ${code(mode)} | ${pods} | ${because === undefined ? "" : because.replaceAll("|", "\\|")} |`;
  });
  return ["| Namespace | Workload | Mode | Pods | Why |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

/** The resources of a workload in mode Off: requests from the recommendation's target, limits from its upper bound. */
function recorded({ namespace, kind, name, containers }: AutoscaledWorkload): string {
  const read = `kubectl -n ${namespace} get vpa ${kindOf({ kind }) === "Deployment" ? name : `${name}-${kindOf({ kind }).toLowerCase()}`} -o jsonpath='{.status.recommendation.containerRecommendations}'`;
  if (containers === undefined)
    return `Of ${kindOf({ kind })} ${code(`${namespace}/${name}`)} no recommendation is recorded. After a week, write what this says into \`autoscaling.workloads\`:\n\n\`\`\`sh\n${read}\n\`\`\``;
  const lines = containers.flatMap(({ name: container, recorded: day, target, upper_bound }) => [
    `# container ${container}, recorded ${day}`,
    "resources:",
    `  requests: { cpu: "${target.cpu}", memory: "${target.memory}" }`,
    `  limits: { cpu: "${upper_bound.cpu}", memory: "${upper_bound.memory}" }`,
  ]);
  return [
    `${kindOf({ kind })} ${code(`${namespace}/${name}`)} belongs to whoever installed it: set this in its own chart or repository, where no upgrade takes it back.`,
    ["```yaml", ...lines, "```"].join("\n"),
    `What is recommended now: ${code(read)}`,
  ].join("\n\n");
}
