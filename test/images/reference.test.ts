import { referenceParts, registryOf } from "../../lib/images/reference";

const DIGEST = `sha256:${"0".repeat(64)}`;

test.each([
  ["nats:2.14.5-alpine", { repository: "nats", tag: "2.14.5-alpine" }, "docker.io"],
  ["grafana/grafana", { repository: "grafana/grafana" }, "docker.io"],
  ["ghcr.io/a/b:1@sha256:00", { repository: "ghcr.io/a/b", tag: "1", digest: "sha256:00" }, "ghcr.io"],
  [`127.0.0.1:5000/relay@${DIGEST}`, { repository: "127.0.0.1:5000/relay", digest: DIGEST }, "127.0.0.1:5000"],
  ["registry:5000/relay", { repository: "registry:5000/relay" }, "registry:5000"],
  [`[::1]:5000/a/relay:1@${DIGEST}`, { repository: "[::1]:5000/a/relay", tag: "1", digest: DIGEST }, "[::1]:5000"],
  ["localhost/relay:1", { repository: "localhost/relay", tag: "1" }, "localhost"],
])("%s", (reference, parts, registry) => {
  expect(referenceParts(reference)).toEqual(parts);
  expect(registryOf(referenceParts(reference).repository)).toBe(registry);
});
