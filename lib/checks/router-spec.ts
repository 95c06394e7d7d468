import { parse } from "yaml";
import type { Manifest } from "../gitops/manifest";
import { configMapsOf, type PodTemplate, podTemplates } from "../kubernetes/pod-templates";
import type { Platform } from "../platform/platform";
import { remembered } from "../remembered";

/** A part of Vector's configuration as it stands in a file, right or wrong. */
export interface RouterPart {
  readonly type?: string;
  readonly inputs?: readonly string[];
  readonly [option: string]: unknown;
}

/** A router's configuration as it stands in a file. */
export interface RouterFile {
  readonly manifest: Manifest;
  readonly key: string;
  readonly text: string;
  readonly acknowledgements?: unknown;
  readonly sources: Readonly<Record<string, RouterPart>>;
  readonly transforms: Readonly<Record<string, RouterPart>>;
  readonly sinks: Readonly<Record<string, RouterPart>>;
}

/** A router: what runs it, and what it reads. */
export interface RouterObject {
  readonly manifest: Manifest;
  readonly template: PodTemplate;
  readonly files: readonly RouterFile[];
}

const IMAGE = /(?:^|\/)timberio\/vector(?::|@)/;
/** Vector's other formats are not ours. */
const CONFIGURATION = /\.ya?ml$/;

/** Every router of the output, found by its image. */
export function routersOf({ manifests }: Pick<Platform, "manifests">): RouterObject[] {
  return podTemplates(manifests)
    .filter(({ template }) => (template.spec.containers ?? []).some(({ image = "" }) => IMAGE.test(image)))
    .map(({ manifest, template }) => {
      const { namespace } = manifest.object.metadata;
      const read = configMapsOf(template);
      const maps = manifests.filter(
        ({ object: { kind, metadata } }) => kind === "ConfigMap" && metadata.namespace === namespace && read.has(metadata.name),
      );
      return { manifest, template, files: maps.flatMap(filesOf) };
    });
}

function filesOf(manifest: Manifest): RouterFile[] {
  const data = (manifest.object.data ?? {}) as Record<string, string>;
  return Object.entries(data)
    .filter(([key]) => CONFIGURATION.test(key))
    .map(([key, text]) => ({ manifest, key, text, ...configurationIn(text) }));
}

/** Several checks read one text. */
const configurationIn = remembered((text): Omit<RouterFile, "manifest" | "key" | "text"> => {
  const { acknowledgements, sources, transforms, sinks } = parse(text) as Partial<RouterFile>;
  return { acknowledgements, sources: sources ?? {}, transforms: transforms ?? {}, sinks: sinks ?? {} };
});

/** The sinks that bring records to the store, by their names. */
export function storeSinks({ sinks }: RouterFile): [string, RouterPart][] {
  return Object.entries(sinks).filter(([, { type }]) => type === "elasticsearch");
}

/** The stream that a sink writes to. */
export function indexOf(sink: RouterPart): string | undefined {
  const { index } = (sink.bulk ?? {}) as { index?: string };
  return index;
}
