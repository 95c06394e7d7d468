import { type ImageReference, parseReference } from "../../../../bin/images/registry/reference";

const SHA256 = `sha256:${"0123456789abcdef".repeat(4)}`;
const SHA512 = `sha512:${"0".repeat(128)}`;

test.each<[string, ImageReference]>([
  ["nginx", { registry: "docker.io", repository: "library/nginx", tag: "latest" }],
  ["nginx:1.29", { registry: "docker.io", repository: "library/nginx", tag: "1.29" }],
  ["grafana/grafana:13.0.0", { registry: "docker.io", repository: "grafana/grafana", tag: "13.0.0" }],
  ["docker.io/nginx", { registry: "docker.io", repository: "library/nginx", tag: "latest" }],
  ["index.docker.io/grafana/grafana", { registry: "docker.io", repository: "grafana/grafana", tag: "latest" }],
  ["ghcr.io/team/app/part:v1_2-3", { registry: "ghcr.io", repository: "team/app/part", tag: "v1_2-3" }],
  ["localhost/app", { registry: "localhost", repository: "app", tag: "latest" }],
  ["registry:5000/app", { registry: "registry:5000", repository: "app", tag: "latest" }],
  ["Registry/app", { registry: "Registry", repository: "app", tag: "latest" }],
  ["127.0.0.1:5000/team/app:1", { registry: "127.0.0.1:5000", repository: "team/app", tag: "1" }],
  ["[::1]:5000/app:1", { registry: "[::1]:5000", repository: "app", tag: "1" }],
  ["[::1]/app", { registry: "[::1]", repository: "app", tag: "latest" }],
  [`gcr.io/distroless/nodejs22-debian12@${SHA256}`, { registry: "gcr.io", repository: "distroless/nodejs22-debian12", digest: SHA256 }],
  [`registry.example:5000/app:1@${SHA256}`, { registry: "registry.example:5000", repository: "app", tag: "1", digest: SHA256 }],
  [`nginx@${SHA512}`, { registry: "docker.io", repository: "library/nginx", digest: SHA512 }],
  ["a.b/c__d.e---f/g0", { registry: "a.b", repository: "c__d.e---f/g0", tag: "latest" }],
])("%s", (text, reference) => {
  expect(parseReference(text)).toEqual(reference);
});

test.each([
  ["", '"" is no name of a repository'],
  ["registry.example/", '"" is no name of a repository'],
  ["registry.example/App", '"App" is no name of a repository'],
  ["registry.example/a//b", '"a//b" is no name of a repository'],
  ["registry.example/../x", '"../x" is no name of a repository'],
  ["registry.example/a?b", '"a?b" is no name of a repository'],
  ["registry.example/a___b", '"a___b" is no name of a repository'],
  ["-registry.example/a", '"-registry.example" is no registry'],
  ["ada:password@registry.example/a", '"registry.example/a" is no digest'],
  ["https://registry.example/a", '"https:" is no registry'],
  ["registry.example:/a", '"registry.example:" is no registry'],
  ["registry.example/a:", '"" is no tag'],
  [`registry.example/a:${"x".repeat(129)}`, "is no tag"],
  ["registry.example/a@sha256:123", '"sha256:123" is no digest'],
  [`registry.example/a@${SHA256.toUpperCase()}`, "is no digest"],
  [`registry.example/a@${SHA256}@${SHA256}`, "it has two digests"],
  [`registry.example/${"a/".repeat(130)}a`, "the name of its repository has 261 characters, and 255 are allowed"],
])("%s is refused", (text, why) => {
  expect(() => parseReference(text)).toThrow(why);
  expect(() => parseReference(text)).toThrow(
    /^image ".*": .*; write it as registry\.example:5000\/team\/app:tag, with or without @sha256:/s,
  );
});
