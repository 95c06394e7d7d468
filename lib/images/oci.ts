import { createHash } from "node:crypto";
import { sortedKeys } from "../sorted-keys";

/** Media types of the OCI's specification of images (opencontainers/image-spec, media-types.md). */
export const MEDIA_TYPES = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
} as const;

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** What a manifest of an index is for. */
export interface ImagePlatform {
  readonly architecture: string;
  readonly os: string;
  readonly variant?: string;
  readonly [more: string]: unknown;
}

/** Something that lies in a registry under its digest. */
export interface Blob {
  readonly descriptor: Descriptor;
  readonly body: Buffer;
}

export function blobOf(mediaType: string, body: Buffer): Blob {
  return { descriptor: { mediaType, digest: sha256(body), size: body.length }, body };
}

/** Its keys sorted: a digest must not follow from the order in which something was read. */
export const jsonBlob = (mediaType: string, value: object): Blob => blobOf(mediaType, Buffer.from(JSON.stringify(sortedKeys(value))));

export const sha256 = (content: Uint8Array): string => `sha256:${createHash("sha256").update(content).digest("hex")}`;

/** As tools write it: `linux/arm64/v8`. */
export const platformName = ({ os, architecture, variant }: ImagePlatform): string =>
  [os, architecture, ...(variant === undefined ? [] : [variant])].join("/");
