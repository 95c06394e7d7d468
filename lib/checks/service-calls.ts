import { jsonOf } from "../kubernetes/object";
import type { Platform } from "../platform/platform";
import { HEALTH_PATH, METRICS_PATH, READINESS_PATH, type ServiceDeclaration } from "../service/declaration";
import { didYouMean } from "../site/did-you-mean";
import { inClusterUrlsIn } from "../site/in-cluster-urls";
import { type Finding, objectPlace } from "./check";

/** Calls of a service of ours at a path that it does not serve: each would be answered 404. */
export function callFindings({ manifests }: Platform): Finding[] {
  const byHost = new Map<string, ServiceDeclaration>(
    manifests.flatMap(({ object: { metadata }, service }) =>
      service ? [[`${metadata.name}.${metadata.namespace}`, service] as const] : [],
    ),
  );
  return manifests.flatMap((manifest) =>
    inClusterUrlsIn(jsonOf(manifest.object)).flatMap(({ name, namespace, path }): Finding[] => {
      const service = byHost.get(`${name}.${namespace}`);
      if (!service || path === "") return [];
      const served = pathsOf(service);
      if (served.includes(path)) return [];
      const near = didYouMean(path, served);
      return [
        {
          where: objectPlace(manifest),
          what: `it calls ${path} of service "${service.name}", which does not serve it${near === undefined ? "" : `; did you mean "${near}"?`}`,
          fix: `use one of: ${served.join(", ")}`,
        },
      ];
    }),
  );
}

function pathsOf({ paths }: ServiceDeclaration): string[] {
  return [...paths.map((path) => path.slice(path.indexOf("/"))), HEALTH_PATH, READINESS_PATH, METRICS_PATH];
}
