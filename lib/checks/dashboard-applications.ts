import { parse } from "yaml";
import * as z from "zod";
import type { Manifest } from "../gitops/manifest";
import { type Container, type PodTemplate, podTemplates } from "../kubernetes/pod-templates";
import { rememberedOf } from "../remembered";

/** A folder that a container finds. */
export interface Mounted {
  readonly path: string;
  readonly volume: string;
  /** The ConfigMaps whose keys are files there. */
  readonly maps: readonly string[];
}

/** What brings the files of a path into a folder of the application. */
export interface Provider {
  readonly name: string;
  readonly path: string;
  /** The title. @default - folders are made of those of the files */
  readonly folder?: string;
  readonly folderUid?: string;
}

/** A process of the dashboard application as its manifests have it. */
export interface Application {
  readonly manifest: Manifest;
  readonly variables: ReadonlyMap<string, string>;
  readonly mounts: readonly Mounted[];
  /** Of the files that it is given. */
  readonly providers: readonly Provider[];
  readonly dataSources: readonly { readonly uid: string; readonly type: string }[];
  /** What writes files for it. @default - nothing does */
  readonly sidecar?: { readonly variables: ReadonlyMap<string, string>; readonly mounts: readonly Mounted[] };
}

const PROVISIONING = "/etc/grafana/provisioning";

const ProviderFile = z.object({
  providers: z.array(
    z.object({
      name: z.string(),
      folder: z.string().optional(),
      folderUid: z.string().optional(),
      options: z.object({ path: z.string() }),
    }),
  ),
});
const DataSourceFile = z.object({ datasources: z.array(z.object({ uid: z.string(), type: z.string() })) });

/** Every pod of the application's image. */
export const readApplications = rememberedOf((manifests: readonly Manifest[]): readonly Application[] => {
  return podTemplates(manifests).flatMap(({ manifest, template }) => {
    const { containers = [] } = template.spec;
    const container = containers.find(({ image = "" }) => /(?:^|\/)grafana\/grafana[:@]/.test(image));
    if (container === undefined) return [];
    const mounts = mountsOf(container, template);
    const texts = (kind: string) => mountedTexts(manifests, manifest.object.metadata.namespace, mounts, `${PROVISIONING}/${kind}`);
    const sidecar = containers.find((one) => one !== container && variablesOf(one).has("FOLDER"));
    return [
      {
        manifest,
        variables: variablesOf(container),
        mounts,
        providers: texts("dashboards")
          .flatMap((text) => ProviderFile.safeParse(parse(text)).data?.providers ?? [])
          .map(({ options: { path }, ...provider }) => ({ ...provider, path })),
        dataSources: texts("datasources").flatMap((text) => DataSourceFile.safeParse(parse(text)).data?.datasources ?? []),
        ...(sidecar && { sidecar: { variables: variablesOf(sidecar), mounts: mountsOf(sidecar, template) } }),
      },
    ];
  });
});

const variablesOf = ({ env = [] }: Container): Map<string, string> =>
  new Map(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])));

function mountsOf({ volumeMounts = [] }: Container, { spec: { volumes = [] } }: PodTemplate): Mounted[] {
  return volumeMounts.map(({ name, mountPath }) => {
    const { configMap, projected } = volumes.find((volume) => volume.name === name) ?? { name };
    const sources = [configMap, ...(projected?.sources ?? []).map((source) => source.configMap)];
    return { path: mountPath, volume: name, maps: sources.flatMap((source) => source?.name ?? []) };
  });
}

/** What a container finds in a folder that ConfigMaps are mounted at. */
function mountedTexts(manifests: readonly Manifest[], namespace: string | undefined, mounts: readonly Mounted[], folder: string): string[] {
  const maps = mounts.filter(({ path }) => path === folder).flatMap((mount) => mount.maps);
  return manifests
    .filter(({ object: { kind, metadata } }) => kind === "ConfigMap" && metadata.namespace === namespace && maps.includes(metadata.name))
    .flatMap(({ object }) => Object.values((object.data ?? {}) as Readonly<Record<string, string>>));
}
