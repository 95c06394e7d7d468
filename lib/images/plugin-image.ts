import { IMAGE_USER } from "./base";
import type { ScriptImage } from "./script-image";
import { imageHashOf } from "./tag";

/** A plugin of the dashboard application, from its maker's catalogue. */
export interface Plugin {
  readonly id: string;
  readonly version: string;
  /** Of the archive, in hexadecimal digits: another one under the same version is not taken. */
  readonly sha256: string;
}

/** An image that carries plugins to where the application finds them: none is downloaded where it runs. */
export interface PluginImageDeclaration {
  readonly name: string;
  readonly plugins: readonly Plugin[];
}

/** Unpacks, where the image is built. */
const UNPACKER = "busybox:1.37.0";
const FOLDER = "/plugins";

export function pluginImage(declaration: PluginImageDeclaration): ScriptImage {
  return {
    name: declaration.name,
    files: { Dockerfile: new TextEncoder().encode(pluginDockerfile(declaration)) },
    hash: pluginImageHash(declaration),
  };
}

const pluginImageHash = (declaration: PluginImageDeclaration): string => imageHashOf([], pluginDockerfile(declaration));

/** The reference that a manifest names: `<registry>/<image>:<content hash>`. */
export function pluginImageReference(registry: string, declaration: PluginImageDeclaration): string {
  return `${registry}/${declaration.name}:${pluginImageHash(declaration)}`;
}

/** What the image is started with: it copies all that it carries to a folder. */
export const pluginArguments = (to: string): string[] => [
  "--eval",
  "require('node:fs').cpSync(process.argv[1], process.argv[2], { recursive: true })",
  FOLDER,
  to,
];

/** Whole, with what it has for other machines: the signature is of every file of the archive. */
export function pluginDockerfile({ plugins }: PluginImageDeclaration): string {
  return [
    "# The base comes from lib/images/base.ts, which also goes into the image's tag: docker build --build-arg BASE=... .",
    "ARG BASE",
    `FROM ${UNPACKER} AS unpacked`,
    ...plugins.flatMap(({ id, version, sha256 }) => [
      `ADD --checksum=sha256:${sha256} https://grafana.com/api/plugins/${id}/versions/${version}/download /archives/${id}.zip`,
      `RUN mkdir -p ${FOLDER} && unzip -q /archives/${id}.zip -d ${FOLDER} && chmod -R a+rX,go-w ${FOLDER} && find ${FOLDER} -name 'gpx_*' -exec chmod a+x {} +`,
    ]),
    `FROM \${BASE}`,
    `COPY --from=unpacked ${FOLDER} ${FOLDER}`,
    `USER ${IMAGE_USER}:${IMAGE_USER}`,
    "# The base's entrypoint is node.",
    `CMD ${JSON.stringify(["--version"])}`,
    "",
  ].join("\n");
}
