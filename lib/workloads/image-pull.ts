import type { Credential } from "../kubernetes/credential";
import type { Site } from "../site/schema";

/** The type of a Secret that a kubelet pulls images with, and its key. */
export const PULL_SECRET = { type: "kubernetes.io/dockerconfigjson", key: ".dockerconfigjson" } as const;

/** The Secret that pods with images of ours pull with, by name; none where the registry asks nobody. */
export function pullSecret({ image_pull_secret }: Pick<Site, "image_pull_secret">): string | undefined {
  return image_pull_secret && "image-pull";
}

/** That Secret in a namespace: a pod pulls with one of its own namespace alone. */
export function pullCredential({ image_pull_secret, image_registry }: Site, namespace: string): Credential[] {
  const name = pullSecret({ image_pull_secret });
  if (image_pull_secret === undefined || name === undefined) return [];
  const [host] = image_registry.split("/");
  const holds = `a .dockerconfigjson, whole, whose auths hold an account at ${host} that may pull from ${image_registry}`;
  return [{ name, namespace, type: PULL_SECRET.type, keys: { [PULL_SECRET.key]: { ...image_pull_secret, holds } } }];
}
