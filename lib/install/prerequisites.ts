import { KUBERNETES } from "../kubernetes/core";
import { groupOf } from "../kubernetes/object";
import { hasIPv6 } from "../metrics/ip-families";
import type { Prerequisite } from "../platform/installation";
import type { Platform } from "../platform/platform";
import { cdKubectl, isRemote } from "./clusters";
import { blocks, code, codes, list, shell, table } from "./markdown";
import { others } from "./others";
import { volumesOf } from "./volumes";

/** What has to be there before the first bundle: programs with their versions, and where they may run. */
export function prerequisites(platform: Platform, step: number, siteFile: string): string {
  const { site } = platform;
  const clusterOf = (cell: string) => (isRemote(platform) ? [cell] : []);
  const ours = code(site.gitops.destination);
  return blocks(
    `## ${step}. Before the first apply`,
    `### Programs`,
    table(
      ["What", "Release", ...clusterOf("Cluster"), "Serves", "How it has to be set"],
      [
        [
          "Kubernetes",
          `${KUBERNETES} or later`,
          ...clusterOf(ours),
          "",
          `a network plugin that enforces NetworkPolicy${families(platform)}`,
        ],
        ...platform.prerequisites.map((one) => [
          one.name,
          one.release ?? "any that serves the kinds",
          ...clusterOf(one.isCdTool ? "the CD tool's" : ours),
          kindsOf(one, platform),
          one.settings.join(" "),
        ]),
      ],
    ),
    `Each kind in the table has to be there, and be served in that version:`,
    shell(
      ...platform.prerequisites.map((one) => `${one.isCdTool ? cdKubectl(platform) : "kubectl"} api-resources --api-group=${one.group}`),
    ),
    health(platform),
    `### Storage and images`,
    list([
      `StorageClass ${codes([site.storage_class, ...volumesOf(platform).map(({ storageClass }) => storageClass)])}, a volume for each pod: ${volumeTexts(platform)}.`,
      ...platform.cautions.map((one) => `Caution: ${one}.`),
      `Image registry ${code(site.image_registry)}: the nodes pull our images from there, and whoever builds them pushes there.`,
    ]),
    shell(`kubectl get storageclass ${site.storage_class}`),
    `### Where operators may run`,
    operatorPlaces(platform),
    others(platform, siteFile),
  );
}

function families({ site }: Platform): string {
  return hasIPv6(site) ? ", for IPv6 too" : "";
}

/** The kinds in this output that it makes something of, with their version. */
function kindsOf({ group }: Prerequisite, { manifests }: Platform): string {
  const ours = manifests.map(({ object }) => object).filter(({ apiVersion }) => groupOf(apiVersion) === group);
  const versions = [...new Set(ours.map(({ apiVersion }) => apiVersion))].sort();
  return versions
    .map(
      (version) =>
        `${code(version)}: ${[...new Set(ours.filter((one) => one.apiVersion === version).map(({ kind }) => kind))].sort().join(", ")}`,
    )
    .join("; ");
}

function volumeTexts(platform: Platform): string {
  const texts = volumesOf(platform).map(
    ({ of: { kind, metadata }, size }) =>
      `${size} for ${kind} ${code(metadata.name)}${metadata.namespace === undefined ? "" : ` in ${code(metadata.namespace)}`}`,
  );
  return texts.length === 0 ? "no volume is asked for" : texts.join(", ");
}

/** Argo CD does not know the health of an Application by itself (its documentation, operator-manual/health). */
function health({ site }: Platform): string {
  return blocks(
    `Argo CD knows the health of an Application only when it is told how to read it. Without it nothing breaks, but the Application that applies the others calls itself healthy while they are not. In its ConfigMap \`argocd-cm\`, in ${code(site.namespaces.gitops)}:`,
    [
      "```yaml",
      "data:",
      "  resource.customizations.health.argoproj.io_Application: |",
      '    local health = { status = "Progressing", message = "" }',
      "    if obj.status ~= nil and obj.status.health ~= nil then",
      "      health.status = obj.status.health.status",
      '      health.message = obj.status.health.message or ""',
      "    end",
      "    return health",
      "```",
    ].join("\n"),
  );
}

/** Our namespaces deny all traffic that we don't declare: an operator in one would lose its network. */
function operatorPlaces(platform: Platform): string {
  const { site, namespaces } = platform;
  const theirs = platform.workloads.filter(({ madeBy, namespace }) => {
    return (
      madeBy !== undefined &&
      "upstream" in madeBy &&
      namespaces.some(({ name }) => name === namespace) &&
      !isOurChart(platform, madeBy.upstream)
    );
  });
  return blocks(
    `In the namespaces ${codes(namespaces.map(({ name }) => name))} a policy denies all traffic that belfry does not declare, from the first apply on. What runs there beforehand loses its network: no API server, no name resolution, no webhook. So each program of the table runs in a namespace of its own, which is none of these. Look before the first apply; each has to list nothing that is not yours to lose:`,
    shell(...namespaces.map(({ name }) => `kubectl -n ${name} get pods`)),
    theirs.length === 0
      ? ""
      : blocks(
          "Only these belong there, because our policies know them by their labels and ports:",
          table(
            ["Pods", "Namespace", "Labels", "Ports", "Made by"],
            theirs.map(({ name, namespace, pods, ports, madeBy }) => [
              name,
              code(namespace),
              Object.entries(pods)
                .map(([label, value]) => code(`${label}=${value}`))
                .join(" "),
              Object.entries(ports)
                .map(([port, number]) => `${number} (${port})`)
                .join(", "),
              madeBy !== undefined && "upstream" in madeBy ? madeBy.upstream : "",
            ]),
          ),
        ),
    `Names are resolved in ${code(site.namespaces.orchestrator)}: our pods may ask a resolver there and nowhere else, on port 53. It is also where the CD tool may put what the charts need of the orchestrator.`,
    shell(`kubectl -n ${site.namespaces.orchestrator} get services`),
  );
}

function isOurChart({ charts }: Platform, upstream: string): boolean {
  return charts.some(({ chart }) => chart === upstream);
}
