import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { arch } from "node:os";
import { dirname, join } from "node:path";
import { layerOf } from "../../lib/images/assemble";
import { type Blob, jsonBlob, MEDIA_TYPES } from "../../lib/images/oci";
import type { ArchiveFile } from "../../lib/images/tar";

/** As an image calls the architecture of this machine. */
export const OWN_ARCHITECTURE = arch() === "x64" ? "amd64" : arch();
const OTHER_ARCHITECTURE = OWN_ARCHITECTURE === "amd64" ? "arm64" : "amd64";

/**
 * A base like the one of Node without a shell: this machine's node with the libraries that it needs, in two layers, for this machine and, in name, for
 * another. Written as an OCI layout under the tag `22`.
 */
export function writeNodeBase(layout: string): void {
  const node = realpathSync(process.execPath);
  const libraries = Array.from(execFileSync("ldd", [node], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g), ([, path = ""]) => path);
  const system = layerOf({
    ...Object.fromEntries(libraries.map((path) => [path.slice(1), program(path)])),
    "etc/passwd": {
      content: Buffer.from("root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n"),
    },
  });
  const runtime = layerOf({ "nodejs/bin/node": program(node) });
  const layers = [system, runtime];
  const images = [
    { architecture: OWN_ARCHITECTURE, os: "linux" },
    { architecture: OTHER_ARCHITECTURE, os: "linux", variant: "v8" },
  ].map((platform) => {
    const config = jsonBlob(MEDIA_TYPES.config, {
      ...platform,
      created: "2026-01-01T00:00:00Z",
      config: {
        Env: ["PATH=/nodejs/bin", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"],
        Entrypoint: ["/nodejs/bin/node"],
        WorkingDir: "/home/nonroot",
      },
      rootfs: { type: "layers", diff_ids: layers.map(({ diff_id }) => diff_id) },
      history: layers.map((_, index) => ({ created_by: `layer ${index}` })),
    });
    const manifest = jsonBlob(MEDIA_TYPES.manifest, {
      schemaVersion: 2,
      mediaType: MEDIA_TYPES.manifest,
      config: config.descriptor,
      layers: layers.map(({ blob }) => blob.descriptor),
    });
    return { platform, config, manifest };
  });
  const top = jsonBlob(MEDIA_TYPES.index, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.index,
    manifests: images.map(({ platform, manifest }) => ({ ...manifest.descriptor, platform })),
  });
  writeLayout(layout, "22", top, [...images.flatMap(({ config, manifest }) => [config, manifest]), ...layers.map(({ blob }) => blob)]);
}

const program = (path: string): ArchiveFile => ({ content: readFileSync(realpathSync(path)), isExecutable: true });

function writeLayout(layout: string, tag: string, top: Blob, blobs: readonly Blob[]): void {
  for (const { descriptor, body } of [top, ...blobs]) {
    const file = join(layout, "blobs", ...descriptor.digest.split(":"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  const named = { ...top.descriptor, annotations: { "org.opencontainers.image.ref.name": tag } };
  writeFileSync(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(layout, "index.json"), JSON.stringify({ schemaVersion: 2, manifests: [named] }));
}
