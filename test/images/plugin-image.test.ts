import { pluginsImage } from "../../components/dashboards/plugins";
import { pluginArguments, pluginDockerfile, pluginImage, pluginImageReference } from "../../lib/images/plugin-image";

const TEXT = pluginDockerfile(pluginsImage);
const [plugin] = pluginsImage.plugins;

test("each archive is taken by its sum, from its maker's catalogue, and unpacked where the image is built", () => {
  expect(pluginsImage.plugins.map(({ sha256 }) => sha256)).toEqual(pluginsImage.plugins.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
  for (const { id, version, sha256 } of pluginsImage.plugins) {
    expect(TEXT).toContain(`ADD --checksum=sha256:${sha256} https://grafana.com/api/plugins/${id}/versions/${version}/download `);
  }
});

test("it is run as nobody, and copies what it carries to where it is told", () => {
  expect(TEXT).toContain("USER 65532:65532");
  expect(TEXT).toContain("COPY --from=unpacked /plugins /plugins");
  expect(pluginArguments("/to").slice(2)).toEqual(["/plugins", "/to"]);
});

test("the tag follows what is carried", () => {
  const reference = pluginImageReference({ image_registry: "registry.example.org" }, pluginsImage);
  expect(reference).toBe(`registry.example.org/grafana-plugins:${pluginImage(pluginsImage).hash}`);
  const newer = { ...pluginsImage, plugins: [{ ...plugin, id: "other", version: "1.0.0", sha256: "0".repeat(64) }] };
  expect(pluginImageReference({ image_registry: "registry.example.org" }, newer)).not.toBe(reference);
});
