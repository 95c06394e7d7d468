/** An image as a manifest names it: `<repository>:<tag>@<digest>`. */
export interface ImageReference {
  /** With its registry in front, unless that is the default one. */
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** The parts of a reference; a colon before the last slash is a port's, or an address's. */
export function referenceParts(reference: string): ImageReference {
  const [named = "", digest] = reference.split("@");
  const [, repository = named, tag] = /^(.+?)(?::([^:/]+))?$/.exec(named) ?? [];
  return { repository, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
}

/** The part before the first slash is a host if it looks like one; else the image is Docker Hub's (distribution, reference). */
export function hostIn(name: string): string | undefined {
  const slash = name.indexOf("/");
  const first = name.slice(0, slash);
  return slash !== -1 && (/[.:]|^localhost$/.test(first) || first !== first.toLowerCase()) ? first : undefined;
}

/** What `nginx` and `grafana/grafana` leave out. */
export const DOCKER_HUB = "docker.io";

export const registryOf = (repository: string): string => hostIn(repository) ?? DOCKER_HUB;
