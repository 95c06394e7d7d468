import { DOCKER_HUB, hostIn } from "../../../lib/images/reference";

/** An image as it is written in a manifest, with what Docker reads into it where something is left out. */
export interface ImageReference {
  /** Host, with its port where it has one. */
  readonly registry: string;
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Docker Hub's older name, which means the same repositories. */
const OLD_DOCKER_HUB = "index.docker.io";
const LONGEST_NAME = 255;

const COMPONENT = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const REPOSITORY = new RegExp(`^${COMPONENT}(?:/${COMPONENT})*$`);
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const REGISTRY = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*|\\[[0-9A-Fa-f:.]+\\])(?::\\d{1,5})?$`);
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/** `registry.example:5000/team/app:tag@sha256:...` as Docker reads it: `nginx` is docker.io/library/nginx, and `latest` is what neither tag nor digest says. */
export function parseReference(text: string): ImageReference {
  const refuse = (why: string): never => {
    throw new Error(`image "${text}": ${why}; write it as registry.example:5000/team/app:tag, with or without @sha256:<64 digits>`);
  };
  const [tagged = "", digest, ...more] = text.split("@");
  if (more.length > 0) refuse("it has two digests");
  if (digest !== undefined && !DIGEST.test(digest)) refuse(`"${digest}" is no digest`);
  // a colon before the last slash is that of a port
  const colon = tagged.indexOf(":", tagged.lastIndexOf("/") + 1);
  const [name, tag] = colon === -1 ? [tagged, undefined] : [tagged.slice(0, colon), tagged.slice(colon + 1)];
  if (tag !== undefined && !TAG.test(tag)) refuse(`"${tag}" is no tag`);
  const { registry, path } = splitName(name);
  if (!REGISTRY.test(registry)) refuse(`"${registry}" is no registry`);
  const repository = registry === DOCKER_HUB && !path.includes("/") ? `library/${path}` : path;
  if (!REPOSITORY.test(path)) refuse(`"${path}" is no name of a repository, which is of small letters, digits and . _ - between them`);
  if (repository.length > LONGEST_NAME)
    refuse(`the name of its repository has ${repository.length} characters, and ${LONGEST_NAME} are allowed`);
  return {
    registry,
    repository,
    ...(tag === undefined && digest === undefined ? { tag: "latest" } : tag !== undefined && { tag }),
    ...(digest !== undefined && { digest }),
  };
}

function splitName(name: string): { readonly registry: string; readonly path: string } {
  const host = hostIn(name);
  if (host === undefined) return { registry: DOCKER_HUB, path: name };
  return { registry: host === OLD_DOCKER_HUB ? DOCKER_HUB : host, path: name.slice(host.length + 1) };
}
