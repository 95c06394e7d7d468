// Prevents a declaration that becomes nothing: rules that no object holds, a workload that nobody makes, an address that leads nowhere.
import { applicationName } from "../gitops/application";
import { gitopsTarget } from "../gitops/target";
import type { KubernetesObject } from "../kubernetes/object";
import { podTemplates } from "../kubernetes/pod-templates";
import { selects } from "../kubernetes/selector";
import { isOf, type Workload, workloadPlace } from "../network/workload";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";

export const objects: Check = {
  name: "objects",
  run: (platform) => [
    ...platform.namespaces.flatMap(({ name }) => missing(platform, `namespace "${name}"`, "Namespace", name, "charts/namespaces.ts")),
    ...platform.rules.flatMap(({ area }) => missing(platform, `rules/${area}.ts`, "VMRule", area, "charts/rules.ts")),
    ...platform.charts.flatMap(({ name }) =>
      missing(platform, `chart "${name}"`, "Application", applicationName(gitopsTarget(platform.site), name), "charts/gitops.ts"),
    ),
    ...platform.credentials
      .filter(({ name, namespace }) => !platform.manifests.some(({ object }) => isCalled(object, "ExternalSecret", name, namespace)))
      .flatMap(({ name, namespace }) => absent(`credential "${name}" in ${namespace}`, "ExternalSecret", name, "charts/secrets.ts")),
    ...platform.workloads
      .filter(({ elsewhere }) => elsewhere === undefined)
      .flatMap((workload) => [...makerFindings(workload, platform), ...serviceFindings(workload, platform)]),
  ],
};

function missing({ manifests }: Platform, where: string, kind: string, name: string, part: string): Finding[] {
  return manifests.some(({ object }) => object.kind === kind && object.metadata.name === name) ? [] : absent(where, kind, name, part);
}

function absent(where: string, kind: string, name: string, part: string): Finding[] {
  return [
    {
      where,
      what: `it is declared, and no ${kind} "${name}" is in dist/`,
      fix: `list the part that builds it (${part}) in charts/platform.ts`,
    },
  ];
}

/** What makes a workload's pods is there, on the declared port. */
function makerFindings(workload: Workload, { manifests }: Platform): Finding[] {
  const { madeBy, namespace, ports } = workload;
  const where = workloadPlace(workload);
  const fix = "build it in the part that declares the workload";
  if (madeBy === undefined) {
    const isMade = podTemplates(manifests).some(({ manifest: { object }, template }) => {
      return isOf(workload, { namespace: object.metadata.namespace ?? "", labels: template.metadata?.labels ?? {} });
    });
    return isMade ? [] : [{ where, what: "no pod template in dist/ has its labels", fix }];
  }
  if ("upstream" in madeBy) return [];
  const maker = manifests.find(({ object }) => isCalled(object, madeBy.kind, madeBy.name, namespace));
  if (maker === undefined) return [{ where, what: `no ${madeBy.kind} "${madeBy.name}" in dist/ makes it`, fix }];
  const { port } = maker.object.spec as { port?: string };
  if (port === undefined || Number(port) === ports.http) return [];
  return [
    {
      where: objectPlace(maker),
      what: `its port is ${port}, ${where} declares ${ports.http}`,
      fix: "take the port from the workload's declaration",
    },
  ];
}

interface ServiceSpec {
  readonly selector?: Readonly<Record<string, string>>;
  readonly ports?: readonly { readonly port: number; readonly targetPort?: number | string }[];
}

/** Each address that a workload serves leads to its pods, on the declared container port. Its operator makes the Service of its own name. */
function serviceFindings(workload: Workload, { manifests }: Platform): Finding[] {
  const { name, namespace, pods, ports, serves = [], madeBy } = workload;
  const where = workloadPlace(workload);
  return serves
    .filter(({ service }) => madeBy === undefined || service !== name)
    .flatMap(({ service, port, to }): Finding[] => {
      const manifest = manifests.find(({ object }) => isCalled(object, "Service", service, namespace));
      const at = `${service}.${namespace}:${port}`;
      if (manifest === undefined)
        return [{ where, what: `it is called at ${at}, and no such Service is in dist/`, fix: "build the Service beside it" }];
      const { selector = {}, ports: served = [] } = manifest.object.spec as ServiceSpec;
      const { targetPort = port } = served.find((one) => one.port === port) ?? { targetPort: 0 };
      const behind = typeof targetPort === "string" ? ports[targetPort] : targetPort;
      const isItsOwn = Object.keys(selector).length > 0 && selects({ matchLabels: selector }, pods);
      if (isItsOwn && behind === ports[to]) return [];
      return [
        {
          where: objectPlace(manifest),
          what: `${at} does not lead to ${where} on ${ports[to]}`,
          fix: "take selector and port from the workload's declaration",
        },
      ];
    });
}

function isCalled({ kind, metadata }: KubernetesObject, ofKind: string, name: string, namespace: string): boolean {
  return kind === ofKind && metadata.name === name && metadata.namespace === namespace;
}
