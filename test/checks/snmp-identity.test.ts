import { snmp } from "../../charts/snmp";
import { snmpIdentity } from "../../lib/checks/snmp-identity";
import { add, SMALL_PARTS, smallPlatform, whats } from "./small-platform";

const identity = (...lines: readonly string[]) =>
  ["auths:", "  reader:", ...lines.map((line) => `    ${line}`), "other: {}", ""].join("\n");
const RIGHT = ["version: 3", "security_level: authPriv", "username: {{ .username }}", "auth_protocol: SHA", "priv_protocol: AES"] as const;
const holding = (text: string) =>
  add({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x", namespace: "monitoring" }, data: { "auths.yml": text } });
const instead = (old: string, fresh: string) => RIGHT.map((line) => (line === old ? fresh : line));

test("the example installation passes, and has an identity", () => {
  const { manifests, ...rest } = smallPlatform({}, [...SMALL_PARTS, snmp]);
  expect(snmpIdentity.run({ ...rest, manifests })).toEqual([]);
  expect(JSON.stringify(manifests).includes("security_level: authPriv")).toBe(true);
});

test.each([
  ["authenticated and encrypted", RIGHT, []],
  ["of a better digest", instead("auth_protocol: SHA", "auth_protocol: SHA256"), []],
  ["not encrypted", instead("security_level: authPriv", "security_level: authNoPriv"), ["security_level authNoPriv"]],
  ["of version 2", instead("version: 3", "version: 2"), ["version 2"]],
  ["of MD5", instead("auth_protocol: SHA", 'auth_protocol: "MD5"'), ["auth_protocol MD5"]],
  ["of DES", instead("priv_protocol: AES", "priv_protocol: DES"), ["priv_protocol DES"]],
  ["of a community", ["community: public"], ["no version", "no security_level", "no auth_protocol", "no priv_protocol"]],
] as const)("an identity %s", (_, lines, wrong) => {
  expect(whats(snmpIdentity, holding(identity(...lines)))).toEqual(
    wrong.map((one) => `the SNMP identity "reader" has ${one}: a stranger could read it, or read along`),
  );
});

test("each of several is judged", () => {
  const two = identity(...RIGHT).replace("other: {}", "  second:\n    version: 3");
  expect(whats(snmpIdentity, holding(two))).toHaveLength(3);
});
