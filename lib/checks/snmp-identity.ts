// Prevents a reader of devices that anybody on the way could be: SNMP is version 3, authenticated and encrypted, and nothing else.
import { jsonOf } from "../kubernetes/object";
import { type Check, type Finding, objectPlace } from "./check";

export const snmpIdentity: Check = {
  name: "snmp-identity",
  run: ({ manifests }) =>
    manifests
      .filter(({ object }) => jsonOf(object).includes("auths:"))
      .flatMap((manifest) =>
        [...texts(manifest.object)].filter((text) => /^auths:/m.test(text)).flatMap((text) => findingsOf(text, objectPlace(manifest))),
      ),
};

/** What each identity says, and the values that are right (snmp_exporter 0.28, `auths`). */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  version: ["3"],
  security_level: ["authPriv"],
  auth_protocol: ["SHA", "SHA224", "SHA256", "SHA384", "SHA512"],
  priv_protocol: ["AES", "AES192", "AES192C", "AES256", "AES256C"],
};

function findingsOf(text: string, where: string): Finding[] {
  return identitiesOf(text).flatMap(({ name, fields }) =>
    Object.entries(FIELDS).flatMap(([field, right]): Finding[] => {
      const value = fields.get(field);
      if (value !== undefined && right.includes(value)) return [];
      const what = `the SNMP identity "${name}" has ${value === undefined ? `no ${field}` : `${field} ${value}`}: a stranger could read it, or read along`;
      return [{ where, what, fix: `write ${field}: ${right[0]}` }];
    }),
  );
}

/** By lines, since the values of a template are none of YAML. */
function identitiesOf(text: string): { readonly name: string; readonly fields: ReadonlyMap<string, string> }[] {
  const [, below = ""] = text.split(/^auths:.*\n/m);
  const [own = ""] = below.split(/^\S/m);
  return own
    .split(/^ {2}(?=[\w-]+:)/m)
    .slice(1)
    .map((part) => ({
      name: part.slice(0, part.indexOf(":")),
      fields: new Map(Array.from(part.matchAll(/^ +(\w+): *["']?([^"'\s]*)/gm), ([, field = "", value = ""]) => [field, value] as const)),
    }));
}

/** Every text of an object, wherever it stands. */
function* texts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) yield* texts(one);
}
