import type { Manifest } from "../gitops/manifest";
import type { KubernetesObject } from "../kubernetes/object";
import type { Container, PodTemplate, Volume } from "../kubernetes/pod-templates";

/** A file that a container finds: a key of a Secret or of a ConfigMap. */
export interface MountedFile {
  readonly source: "Secret" | "ConfigMap";
  /** Of the ConfigMap; a Secret's content is in no manifest. */
  readonly content?: string;
}

/** What a container finds at a path, or why there is nothing. */
export function mountedFile(
  manifests: readonly Manifest[],
  namespace: string | undefined,
  { template, container }: { readonly template: PodTemplate; readonly container: Container },
  path: string,
): MountedFile | { readonly missing: string } {
  const mount = mountAt(template, container, path);
  if (!mount) return { missing: "nothing is mounted there" };
  const { volume, rest: key } = mount;
  const inNamespace = manifests.map(({ object }) => object).filter(({ metadata }) => metadata.namespace === namespace);
  if (volume.secret) {
    const name = volume.secret.secretName ?? "";
    const keys = inNamespace.flatMap((object) => providedKeys(object, name));
    return keys.includes(key) ? { source: "Secret" } : { missing: `Secret "${name}" has no key "${key}"` };
  }
  if (volume.configMap) {
    const { name = "" } = volume.configMap;
    const map = inNamespace.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name);
    const content = ((map?.data ?? {}) as Record<string, string>)[key];
    return content === undefined ? { missing: `ConfigMap "${name}" has no key "${key}"` } : { source: "ConfigMap", content };
  }
  return { missing: `volume "${volume.name}" holds no such file` };
}

/** The volume that is mounted at a path or above it, and the path below its mount. */
export function mountAt(
  { spec }: PodTemplate,
  { volumeMounts = [] }: Container,
  path: string,
): { readonly volume: Volume; readonly rest: string } | undefined {
  const mount = volumeMounts.find(({ mountPath }) => path === mountPath || path.startsWith(`${mountPath}/`));
  const volume = spec.volumes?.find(({ name }) => name === mount?.name);
  return mount && volume ? { volume, rest: path.slice(mount.mountPath.length + 1) } : undefined;
}

/** The keys that an ExternalSecret gives a Secret. */
function providedKeys({ kind, spec }: KubernetesObject, secret: string): string[] {
  if (kind !== "ExternalSecret") return [];
  const { target, data = [] } = spec as { target: { name: string }; data?: { secretKey: string }[] };
  return target.name === secret ? data.map(({ secretKey }) => secretKey) : [];
}
