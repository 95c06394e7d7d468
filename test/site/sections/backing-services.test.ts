import { registryFlaw } from "../../../lib/site/sections/backing-services";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

test.each([
  "registry.example.org",
  "registry.example.org/belfry",
  "registry:5000/a/b-c",
  "registry.example.org:5000",
  "192.168.10.20:5000/belfry",
  "[2001:db8::20]",
  "[2001:db8::20]/belfry",
  "[2001:db8::20]:5000/belfry",
])("%s is a registry", (text) => {
  expect(registryFlaw(text)).toBeUndefined();
});

test.each([
  ["oci://registry.example.org", "begins with a scheme"],
  ["registry.example.org/belfry:latest", "ends with a tag"],
  ["registry.example.org:5000/belfry:latest", "ends with a tag"],
  ["registry.example.org/belfry@sha256:abc", "holds a digest or credentials"],
  ["belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["registry.example.org/", "is not a registry path (host[:port]/path, lower-case)"],
  ["registry.example.org/Belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["2001:db8::20/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::20/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::x]/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::20]x/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::20]:5000/belfry:latest", "ends with a tag"],
  ["registry.example.org:latest", "is not a registry path (host[:port]/path, lower-case)"],
])("%j %s", (text, wrong) => {
  expect(registryFlaw(text)?.wrong).toBe(wrong);
});

const FIRST_LINE = PLAIN_SITE.split("\n").length;

test.each([
  ["a class of the cluster", "priority_class: platform-critical\n", []],
  ["a class of the orchestrator", "priority_class: system-cluster-critical\n", []],
  [
    "a class that can't exist",
    "priority_class: Platform critical\n",
    [
      '1:17 priority_class: "Platform critical" is not a DNS name (lower-case labels with dots between them); use for example platform-critical',
    ],
  ],
  ["an entry of the secret store", "image_pull_secret: { key: infra/registry, property: .dockerconfigjson }\n", []],
  [
    "an entry without the property",
    "image_pull_secret: { key: registry }\n",
    ["1:1 image_pull_secret.property: is missing; write for example dockerconfigjson"],
  ],
  [
    "the credential itself",
    'image_pull_secret: { key: registry, property: "{auths: {}}" }\n',
    [
      '1:47 image_pull_secret.property: "{auths: {}}" is not the name of an entry (letters, digits, ., /, - and _); use for example dockerconfigjson',
    ],
  ],
])("%s", (_, text, expected) => {
  const found = mistakesOf(PLAIN_SITE + text).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE + 1)));
  expect(found).toEqual(expected);
});
