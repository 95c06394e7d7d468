import { createHash } from "node:crypto";

export interface Manifest {
  readonly digest: string;
  readonly mediaType: string;
  readonly body: Buffer;
}

/** What one thing of a registry says of another. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export const OCI_INDEX = "application/vnd.oci.image.index.v1+json";

/** Without these words a registry may answer with a form of 2015 that has no digests. */
export const ACCEPTED = [
  OCI_INDEX,
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

export function isDigest(reference: string): boolean {
  return reference.includes(":");
}

/** In the algorithm of another digest, to compare the two; sha256 where there is none. */
export function digestLike(digest: string | undefined, content: Buffer): string {
  const algorithm = digest?.startsWith("sha512:") ? "sha512" : "sha256";
  return `${algorithm}:${createHash(algorithm).update(content).digest("hex")}`;
}
