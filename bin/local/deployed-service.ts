/** A service of ours as it is deployed: its bundle, and the environment and files of its pod with their ends in the trial. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Manifest } from "../../lib/gitops/manifest";
import { bundleEntries } from "../../lib/images/bundle";
import { entryOf } from "../../lib/images/entry";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { nodeArguments } from "../../lib/service/node-flags";
import { LOOPBACK } from "./loopback-server";
import type { Launch } from "./process";

export interface ServicePlace {
  /** Where its files are written. */
  readonly folder: string;
  readonly port: number;
  /** Variables that are others in a trial, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** What stands for its secrets. */
  readonly secret: string;
}

interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}
interface PodSpec {
  readonly containers: readonly [Container];
  readonly volumes?: readonly { readonly name: string; readonly configMap?: { readonly name: string }; readonly secret?: object }[];
}

export type ServiceName = "relay" | "status-page" | "dead-man";

/** The deployment that runs a service; a site may do without. */
export const deploymentOf = (name: ServiceName, manifests: readonly Manifest[]): KubernetesObject | undefined =>
  manifests.find(({ service, object }) => service?.name === name && object.kind === "Deployment")?.object;

/** The bundles of services, made at once. */
export function bundledServices(names: readonly ServiceName[], folder: string): ReadonlyMap<string, string> {
  const bundles = bundleEntries(Object.fromEntries(names.map((name) => [name, entryOf(name)])));
  return new Map(
    [...bundles].map(([name, source]) => {
      const path = join(folder, `${name}.cjs`);
      writeFileSync(path, source);
      return [name, path];
    }),
  );
}

export function serviceLaunch(
  name: ServiceName,
  bundle: string,
  deployment: KubernetesObject,
  manifests: readonly Manifest[],
  place: ServicePlace,
): Launch {
  const pod = (deployment.spec as { readonly template: { readonly spec: PodSpec } }).template.spec;
  const [{ env = [] }] = pod.containers;
  const files = mountedFiles(pod, deployment, manifests);
  mkdirSync(place.folder, { recursive: true });
  const written = (path: string): string => {
    const file = join(place.folder, basename(path));
    writeFileSync(file, files.get(path) ?? place.secret);
    return file;
  };
  const isFile = (value: string) => pod.containers[0].volumeMounts?.some(({ mountPath }) => value.startsWith(`${mountPath}/`));
  const deployed = env.map(({ name, value = "" }) => [name, isFile(value) ? written(value) : value]);
  return {
    name,
    program: process.execPath,
    args: nodeArguments(bundle),
    ready: `http://${LOOPBACK}:${place.port}/readyz`,
    env: { PATH: process.env.PATH, ...Object.fromEntries(deployed), ...place.variables, HOST: LOOPBACK, PORT: String(place.port) },
  };
}

/** The files of its configuration, by their path in the pod. What else is mounted is secret. */
function mountedFiles(pod: PodSpec, { metadata }: KubernetesObject, manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  const { volumes = [] } = pod;
  const mounts = pod.containers[0].volumeMounts ?? [];
  const entries = mounts.flatMap(({ name, mountPath }) => {
    const map = volumes.find((volume) => volume.name === name)?.configMap?.name;
    const found = manifests.find(
      ({ object }) => object.kind === "ConfigMap" && object.metadata.name === map && object.metadata.namespace === metadata.namespace,
    );
    const data = (found?.object as { readonly data?: Readonly<Record<string, string>> } | undefined)?.data ?? {};
    return Object.entries(data).map(([file, content]) => [`${mountPath}/${file}`, content] as const);
  });
  return new Map(entries);
}
