import { type Blob, blobOf, type Descriptor, type ImagePlatform, jsonBlob, MEDIA_TYPES, sha256 } from "./oci";
import { storedGzip } from "./stored-gzip";
import { type ArchiveFile, tarOf } from "./tar";

/*
 * Our layer on a base, without a daemon and without the network. The digest follows from what stands here and in what it imports: a change of
 * these files is another tag (tag.ts).
 */

/** Our layer, as an image refers to it. */
export interface LayerSum {
  readonly digest: string;
  readonly size: number;
  /** Of the archive in it. */
  readonly diff_id: string;
}

export interface Layer extends LayerSum {
  readonly blob: Blob;
}

/** How what lies in an image is started, behind the base's entrypoint. */
export interface Start {
  readonly arguments: readonly string[];
  readonly port?: number;
  readonly user: number;
}

/** A base image, whose layers are known by their digests alone. */
export interface Base {
  readonly image: string;
  readonly digest: string;
  /** Whether it is one of several platforms. */
  readonly isIndex: boolean;
  readonly platforms: readonly BasePlatform[];
}

export interface BasePlatform {
  /** As the index says it; of an image that is no index, what its configuration says. */
  readonly platform: ImagePlatform;
  readonly layers: readonly Descriptor[];
  /** The configuration, whole. */
  readonly config: BaseConfig;
}

export interface BaseConfig {
  readonly rootfs: { readonly type: string; readonly diff_ids: readonly string[] };
  readonly history?: readonly HistoryEntry[];
  readonly config?: { readonly Entrypoint?: readonly string[] | null; readonly ExposedPorts?: object; readonly [more: string]: unknown };
  readonly [more: string]: unknown;
}

interface HistoryEntry {
  readonly empty_layer?: boolean | null;
  readonly [more: string]: unknown;
}

export interface Image {
  /** Of the index, or of the one manifest. */
  readonly top: Blob;
  /** Those of an index. */
  readonly manifests: readonly Blob[];
  readonly configs: readonly Blob[];
  readonly platforms: readonly ImagePlatform[];
}

export function layerOf(files: Readonly<Record<string, ArchiveFile>>): Layer {
  const archive = tarOf(files);
  const blob = blobOf(MEDIA_TYPES.layer, storedGzip(archive));
  const { digest, size } = blob.descriptor;
  return { digest, size, diff_id: sha256(archive), blob };
}

/** The images of all platforms of the base, with our layer on each. */
export function assembled(base: Base, layer: LayerSum, start: Start): Image {
  const annotations = { "org.opencontainers.image.base.name": base.image, "org.opencontainers.image.base.digest": base.digest };
  const each = base.platforms.map(({ platform, layers, config }) => {
    const own = jsonBlob(MEDIA_TYPES.config, configOn(config, layer, start));
    const manifest = jsonBlob(MEDIA_TYPES.manifest, {
      schemaVersion: 2,
      mediaType: MEDIA_TYPES.manifest,
      config: own.descriptor,
      layers: [...layers, { mediaType: MEDIA_TYPES.layer, digest: layer.digest, size: layer.size }],
      annotations,
    });
    return { platform, config: own, manifest };
  });
  const [only] = each;
  const configs = each.map(({ config }) => config);
  const platforms = each.map(({ platform }) => platform);
  if (!base.isIndex && only !== undefined) return { top: only.manifest, manifests: [], configs, platforms };
  const top = jsonBlob(MEDIA_TYPES.index, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.index,
    manifests: each.map(({ platform, manifest }) => ({ ...manifest.descriptor, platform })),
    annotations,
  });
  return { top, manifests: each.map(({ manifest }) => manifest), configs, platforms };
}

const EPOCH = "1970-01-01T00:00:00Z";

/** What the base says stays, its entrypoint and variables among it. */
function configOn(base: BaseConfig, layer: LayerSum, { arguments: args, port, user }: Start): object {
  const { Entrypoint, ExposedPorts, ...kept } = base.config ?? {};
  const ports = { ...ExposedPorts, ...(port !== undefined && { [`${port}/tcp`]: {} }) };
  return {
    ...base,
    created: EPOCH,
    config: {
      ...kept,
      // a base that says nothing of how it is started is expected to have node in its path
      Entrypoint: Entrypoint?.length ? Entrypoint : ["node"],
      Cmd: args,
      User: `${user}:${user}`,
      ...(Object.keys(ports).length > 0 && { ExposedPorts: ports }),
    },
    rootfs: { type: "layers", diff_ids: [...base.rootfs.diff_ids, layer.diff_id] },
    history: [...historyOf(base), { created: EPOCH, created_by: "belfry images" }],
  };
}

/** One entry for each layer, as tools count on: a base that has none, or others, gets them. */
function historyOf({ history = [], rootfs }: BaseConfig): readonly HistoryEntry[] {
  const filled = history.filter(({ empty_layer = false }) => !empty_layer).length;
  return filled === rootfs.diff_ids.length ? history : rootfs.diff_ids.map(() => ({ created: EPOCH, created_by: "the base image" }));
}
