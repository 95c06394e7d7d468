import { bundleServices, REPOSITORY, serviceNames } from "../../lib/images/bundle";
import { imageHash, imageReference, serviceImage } from "../../lib/images/image";

const bundles = bundleServices();

test("every service is bundled", () => {
  expect(serviceNames()).toEqual(["boiler-bridge", "dead-man", "relay", "status-page"]);
  expect([...bundles.keys()].sort()).toEqual(serviceNames());
});

test.each([...bundles])("the bundle of %s is the same twice, small, and knows nothing of the checkout", (name, bundle) => {
  expect(Buffer.compare(bundle, bundleServices().get(name) ?? Buffer.alloc(0))).toBe(0);
  const text = Buffer.from(bundle).toString();
  expect(text).not.toContain(REPOSITORY);
  expect(bundle.length).toBeLessThan(1_000_000);
});

test.each([...bundles])("the bundle of %s holds no construct library", (_, bundle) => {
  expect(Buffer.from(bundle).toString()).not.toMatch(/cdk8s|constructs/);
});

test("a reference names registry, service and content", () => {
  expect(imageReference("registry.example.org/belfry", "relay")).toBe(`registry.example.org/belfry/relay:${serviceImage("relay").hash}`);
  expect(serviceImage("relay").hash).toMatch(/^[0-9a-f]{12}$/);
});

test("the hash follows bundle, Dockerfile and base, and nothing can move between them unseen", () => {
  const files = (server: string, dockerfile: string) => ({ "server.cjs": Buffer.from(server), Dockerfile: Buffer.from(dockerfile) });
  const hashes = [
    imageHash(files("a", "b"), "c"),
    imageHash(files("x", "b"), "c"),
    imageHash(files("a", "x"), "c"),
    imageHash(files("a", "b"), "x"),
    imageHash(files("ab", ""), "c"),
    imageHash(files("", "ab"), "c"),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(imageHash(files("a", "b"), "c")).toBe(hashes[0]);
});

test("an unknown service is refused with what to do", () => {
  expect(() => serviceImage("none")).toThrow(
    'service "none" has no components/none/service/main.ts; use one of: boiler-bridge, dead-man, relay, status-page',
  );
});
