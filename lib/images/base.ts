/**
 * The base image of every service, locked here and nowhere else: Node on Debian 12 without a shell,
 * run as user 65532. The digest can't be fetched from where this is developed: a maintainer appends
 * `@sha256:...` (the index digest of the tag) before the first build, and again to take a new base.
 */
export const BASE_IMAGE = "gcr.io/distroless/nodejs22-debian12:nonroot";

/** The user and the group that a service runs as. */
export const IMAGE_USER = 65532;
