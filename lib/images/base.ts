/**
 * The base image of every service, where the site names no other: Node on Debian 12 without a shell, run as user 65532. Its digest stands in
 * images.lock.json: what this is called today may be another image tomorrow.
 */
export const BASE_IMAGE = "gcr.io/distroless/nodejs22-debian12:nonroot";

/** The base image of a site. */
export const baseImageOf = ({ base_image = BASE_IMAGE }: { readonly base_image?: string }): string => base_image;

/** The user and the group that a service runs as. */
export const IMAGE_USER = 65532;
