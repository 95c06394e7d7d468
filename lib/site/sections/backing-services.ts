import { isAddress } from "../../address";
import { choice, type Flaw, section, text } from "../field";
import { dnsName, isDnsName } from "../name";

/** What the cluster has and the platform uses: volumes, credentials, images. */
export const backingServices = {
  keys: {
    storage_class: dnsName("storage"),
    secret_store: section({
      kind: choice(["ClusterSecretStore", "SecretStore"]),
      name: dnsName("secret-store"),
    }),
    image_registry: text("registry.example.org/belfry", registryFlaw),
  },
};

/** An image reference without tag and digest: those come from the content of the image. */
export function registryFlaw(text: string): Flaw | undefined {
  if (text.includes("://")) return { wrong: "begins with a scheme" };
  if (text.includes("@")) return { wrong: "holds a digest or credentials" };
  const [host = "", ...path] = text.split("/");
  if (/:[^/]*$/.test(text) && path.length > 0) return { wrong: "ends with a tag" };
  const [, ipv6, name = "", port] = /^(?:\[([\da-f:]+)\]|([^:]*))(?::([1-9]\d{0,4}))?$/.exec(host) ?? [];
  // Without a dot or port, container tools read the first part as a folder of their default registry.
  const isHost = isAddress(ipv6 ?? name) || (isDnsName(name) && (port !== undefined || name.includes(".")));
  const isPath = path.every((part) => /^[a-z0-9]+([._-]+[a-z0-9]+)*$/.test(part));
  return isHost && isPath ? undefined : { wrong: "is not a registry path (host[:port]/path, lower-case)" };
}
