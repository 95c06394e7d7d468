import { relayService } from "../../components/relay/declaration";
import { services } from "../../components/services";
import { bundleServices } from "../../lib/images/bundle";
import { dockerfile } from "../../lib/images/dockerfile";
import { REPOSITORY, serviceNames } from "../../lib/images/entry";
import { serviceImage } from "../../lib/images/image";
import { digest, imageHash, imageReference } from "../../lib/images/tag";

const bundles = bundleServices();
/** Those of the images, which are made anew. */
const again = new Map(services.map((service) => [service.name, serviceImage(service).files["server.cjs"]]));

test("every service is declared and bundled", () => {
  expect(services.map(({ name }) => name)).toEqual(serviceNames());
  expect([...bundles.keys()].sort()).toEqual(serviceNames());
});

test.each([...bundles])("the bundle of %s is the same twice, small, and knows nothing of the checkout", (name, bundle) => {
  expect(Buffer.compare(bundle, again.get(name) ?? Buffer.alloc(0))).toBe(0);
  const text = Buffer.from(bundle).toString();
  expect(text).not.toContain(REPOSITORY);
  expect(bundle.length).toBeLessThan(1_000_000);
});

test.each([...bundles])("the bundle of %s holds no construct library", (_, bundle) => {
  expect(Buffer.from(bundle).toString()).not.toMatch(/cdk8s|constructs/);
});

test("a reference names registry, service and content", () => {
  expect(imageReference({ image_registry: "registry.example.org/belfry" }, relayService)).toBe(
    `registry.example.org/belfry/relay:${serviceImage(relayService).hash}`,
  );
  expect(serviceImage(relayService).hash).toMatch(/^[0-9a-f]{12}$/);
});

test("the tag follows the base, and no byte moves between its parts unseen", () => {
  expect(imageHash(relayService, "another-base")).not.toBe(imageHash(relayService));
  const digests = [["a", "b"], ["x", "b"], ["a", "x"], ["ab", ""], ["", "ab"], ["ab"]].map((parts) => digest(parts));
  expect(new Set(digests).size).toBe(digests.length);
});

test("an unknown service is refused with what to do", () => {
  expect(() => imageHash({ ...relayService, name: "none" })).toThrow(
    `service "none" has no components/none/service/main.ts; use one of: ${serviceNames().join(", ")}`,
  );
});

describe("a Dockerfile", () => {
  test.each(services.map((service) => [service.name, service] as const))(
    "of %s says the declared port and what is mounted",
    (name, service) => {
      const text = dockerfile(service);
      expect(text).toMatch(new RegExp(`^EXPOSE ${service.port}$`, "m"));
      expect(Buffer.from(serviceImage(service).files.Dockerfile).toString()).toBe(text);
      const mounted = Object.entries(service.variables).filter(([, { secret, siteFile }]) => secret || siteFile);
      for (const [variable] of mounted) expect([name, text]).toEqual([name, expect.stringContaining(variable)]);
      expect(text.match(/^# {3}/gm) ?? []).toHaveLength(mounted.length);
    },
  );

  test("follows the declaration into the tag", () => {
    expect(serviceImage({ ...relayService, port: 1 }).hash).not.toBe(serviceImage(relayService).hash);
  });

  test("of the relay", () => {
    expect(
      dockerfile(relayService),
    ).toBe(`# The base comes from lib/images/base.ts, which also goes into the image's tag: docker build --build-arg BASE=... .
ARG BASE
FROM \${BASE}
# Not part of the image, mounted by the cluster:
#   site.json (RELAY_SITE_FILE)
COPY --chmod=0444 server.cjs /app/server.cjs
USER 65532:65532
EXPOSE 9999
# The base's entrypoint is node. Nothing is written, so the root file system may be read-only.
CMD ["--max-semi-space-size=4","--expose-gc","/app/server.cjs"]
`);
  });
});
