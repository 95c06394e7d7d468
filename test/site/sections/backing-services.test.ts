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
  "127.0.0.1:5000",
  "127.8.9.10:5000/belfry",
  "[::1]:5000",
  "[::1]:5000/belfry",
  "localhost",
  "localhost:5000",
  "localhost/belfry",
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
  ["registry.example.org:65536/belfry", "has a port above 65535"],
  ["[2001:db8::20]:99999", "has a port above 65535"],
  ["registry.example.org:latest", "is not a registry path (host[:port]/path, lower-case)"],
])("%j %s", (text, wrong) => {
  expect(registryFlaw(text)?.wrong).toBe(wrong);
});

test.each([
  ["gcr.io/distroless/nodejs22-debian12:nonroot", undefined],
  ["127.0.0.1:5000/node:22", undefined],
  ["[::1]:5000/base/node:22", undefined],
  ["node:22-slim", undefined],
  [`registry.example.org/node@sha256:${"0".repeat(64)}`, undefined],
  [`registry.example.org/node:22@sha256:${"0".repeat(64)}`, undefined],
  ["docker://registry.example.org/node:22", "begins with a scheme"],
  ["registry.example.org/node", "has neither tag nor digest"],
  ["registry.example.org:5000/node", "has neither tag nor digest"],
  ["registry.example.org/node@sha256:0", "has a digest that is not sha256: and 64 hexadecimal digits"],
  [`127.0.0.1:5000/base/node:22@sha512:${"0".repeat(128)}`, "has a digest that is not sha256: and 64 hexadecimal digits"],
  ["user:password@registry.example.org/node@sha256:0", "is not an image (host[:port]/path:tag, lower-case)"],
  ["127.0.0.1:99999/node:22", "has a port above 65535"],
  ["127.0.0.1:65535/node:22", undefined],
  ["registry.example.org/Node:22", "is not an image (host[:port]/path:tag, lower-case)"],
  ["user:password@registry.example.org/node:22", "is not an image (host[:port]/path:tag, lower-case)"],
])("%s as a base image", (text, wrong) => {
  const [found] = mistakesOf(`${PLAIN_SITE}base_image: "${text}"\n`);
  if (wrong === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(` ${wrong}; use for example gcr.io/distroless/nodejs22-debian12:nonroot`);
});

test("a short digest is told with its image, which is no secret", () => {
  const [found] = mistakesOf(`${PLAIN_SITE}base_image: "127.0.0.1:5311/base/node:22@sha256:59c9"\n`);
  expect(found).toContain('"127.0.0.1:5311/base/node:22@sha256:59c9" has a digest that is not sha256: and 64 hexadecimal digits');
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
