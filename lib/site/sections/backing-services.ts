import { isAddress } from "../../address";
import { choice, type Flaw, section, text } from "../field";
import { dnsName, isDnsName } from "../name";

/** What the cluster has and the platform uses: volumes, credentials, images, priorities. */
export const backingServices = {
  keys: {
    storage_class: dnsName("storage"),
    secret_store: section({
      kind: choice(["ClusterSecretStore", "SecretStore"]),
      name: dnsName("secret-store"),
    }),
    image_registry: text("registry.example.org/belfry", registryFlaw),
    base_image: text("gcr.io/distroless/nodejs22-debian12:nonroot", imageFlaw).optional(),
    image_pull_secret: section({
      key: text("image-registry", entryFlaw),
      property: text("dockerconfigjson", entryFlaw),
    }).optional(),
    priority_class: dnsName("platform-critical").optional(),
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
  const isHost = isAddress(ipv6 ?? name) || name === "localhost" || (isDnsName(name) && (port !== undefined || name.includes(".")));
  const isPath = path.every((part) => /^[a-z0-9]+([._-]+[a-z0-9]+)*$/.test(part));
  if (isHost && isPath && Number(port ?? 0) > HIGHEST_PORT) return PORT_FLAW;
  return isHost && isPath ? undefined : { wrong: "is not a registry path (host[:port]/path, lower-case)" };
}

const HIGHEST_PORT = 65_535;
const PORT_FLAW: Flaw = { wrong: `has a port above ${HIGHEST_PORT}` };

/** An image, which a digest may pin; without tag and digest it would be whatever somebody pushed last. */
function imageFlaw(text: string): Flaw | undefined {
  if (text.includes("://")) return { wrong: "begins with a scheme" };
  const [, sum] = /^[^@]+@(sha\d+:.*)$/.exec(text) ?? [];
  if (sum !== undefined && !/^sha256:[0-9a-f]{64}$/.test(sum))
    return { wrong: "has a digest that is not sha256: and 64 hexadecimal digits" };
  const [, name = "", tag, digest] = /^([^@]+?)(?::(\w[\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(text) ?? [];
  // without a host it is one of the default registry
  const flaw = registryFlaw(name);
  if (flaw === PORT_FLAW) return flaw;
  const isName = flaw === undefined || /^[a-z0-9]+([._/-]+[a-z0-9]+)*$/.test(name);
  if (!isName) return { wrong: "is not an image (host[:port]/path:tag, lower-case)" };
  return tag === undefined && digest === undefined ? { wrong: "has neither tag nor digest" } : undefined;
}

/** The name of an entry of the secret store, or of a property of one: stores differ in what they allow. */
function entryFlaw(text: string): Flaw | undefined {
  const isName = /^[\w./-]{1,253}$/.test(text);
  return isName ? undefined : { wrong: "is not the name of an entry (letters, digits, ., /, - and _)" };
}
