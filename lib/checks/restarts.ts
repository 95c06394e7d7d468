// Prevents a process that runs on with an old configuration and looks healthy: a changed ConfigMap restarts what reads it.

import { REPOSITORY_PATH } from "../dashboards/provider";
import { configMapsOf, type PodTemplate, podTemplates } from "../kubernetes/pod-templates";
import { checksum, checksumAnnotation } from "../workloads/config-checksum";
import { type Check, type Finding, objectPlace } from "./check";

export const restarts: Check = {
  name: "restarts",
  run: ({ manifests }) => {
    const contents = new Map(
      manifests
        .filter(({ object }) => object.kind === "ConfigMap")
        .map(({ object }) => [`${object.metadata.namespace}/${object.metadata.name}`, (object.data ?? {}) as Record<string, string>]),
    );
    const findings: Finding[] = [];
    for (const { manifest, template } of podTemplates(manifests)) {
      const lookedAtAgain = dashboardMapsOf(template);
      for (const name of configMapsOf(template)) {
        const data = contents.get(`${manifest.object.metadata.namespace}/${name}`);
        const where = objectPlace(manifest);
        if (!data) {
          findings.push({
            where,
            what: `it reads ConfigMap "${name}", which is in no bundle`,
            fix: "declare the ConfigMap in the same namespace",
          });
          continue;
        }
        const annotation = checksumAnnotation(name);
        if (lookedAtAgain.has(name)) continue;
        if (template.metadata?.annotations?.[annotation] === checksum(data)) continue;
        findings.push({
          where,
          what: `a change of ConfigMap "${name}" would not restart it`,
          fix: `put the content's checksum into the pod annotation ${annotation}; \`config\` of ServiceWorkload does`,
        });
      }
    }
    return findings;
  },
};

/** The dashboard application looks at its folders again by itself (`updateIntervalSeconds` of their providers). */
function dashboardMapsOf({ spec: { volumes = [], containers = [] } }: PodTemplate): Set<string> {
  const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
  const isFolder = (volume: string) => {
    const paths = mounted.filter(({ name }) => name === volume).map(({ mountPath }) => mountPath);
    return paths.length > 0 && paths.every((path) => path.startsWith(`${REPOSITORY_PATH}/`));
  };
  const sources = volumes.filter(({ name }) => isFolder(name)).flatMap(({ projected }) => projected?.sources ?? []);
  return new Set(sources.flatMap(({ configMap }) => configMap?.name ?? []));
}
