import { baseImageOf, IMAGE_USER } from "./base";
import type { ScriptImage } from "./script-image";
import { type ImageSite, imageHashOf } from "./tag";

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
export const PLUGIN_FOLDER = "/plugins";

export function pluginImage(declaration: PluginImageDeclaration, base?: string): ScriptImage {
  return {
    name: declaration.name,
    files: { Dockerfile: new TextEncoder().encode(pluginDockerfile(declaration)) },
    hash: pluginImageHash(declaration, base),
  };
}

const pluginImageHash = (declaration: PluginImageDeclaration, base?: string): string =>
  imageHashOf([], pluginDockerfile(declaration), base);

/** The reference that a manifest names: `<registry>/<image>:<content hash>`. */
export function pluginImageReference(site: ImageSite, declaration: PluginImageDeclaration): string {
  return `${site.image_registry}/${declaration.name}:${pluginImageHash(declaration, baseImageOf(site))}`;
}

/** Nobody runs it without saying where to copy to. */
export const PLUGIN_START = ["--version"];

/** Where an archive is had. */
export const pluginUrl = ({ id, version }: Plugin): string => `https://grafana.com/api/plugins/${id}/versions/${version}/download`;

/** What the image is started with: it copies all that it carries to a folder. */
export const pluginArguments = (to: string): string[] => [
  "--eval",
  "require('node:fs').cpSync(process.argv[1], process.argv[2], { recursive: true })",
  PLUGIN_FOLDER,
  to,
];

/** Whole, with what it has for other machines: the signature is of every file of the archive. */
export function pluginDockerfile({ plugins }: PluginImageDeclaration): string {
  return [
    "# The base comes from lib/images/base.ts, which also goes into the image's tag: docker build --build-arg BASE=... .",
    "ARG BASE",
    `FROM ${UNPACKER} AS unpacked`,
    ...plugins.flatMap(({ id, version, sha256 }) => [
      `ADD --checksum=sha256:${sha256} ${pluginUrl({ id, version, sha256 })} /archives/${id}.zip`,
      `RUN mkdir -p ${PLUGIN_FOLDER} && unzip -q /archives/${id}.zip -d ${PLUGIN_FOLDER} && chmod -R a+rX,go-w ${PLUGIN_FOLDER} && find ${PLUGIN_FOLDER} -name 'gpx_*' -exec chmod a+x {} +`,
    ]),
    `FROM \${BASE}`,
    `COPY --from=unpacked ${PLUGIN_FOLDER} ${PLUGIN_FOLDER}`,
    `USER ${IMAGE_USER}:${IMAGE_USER}`,
    "# The base's entrypoint is node.",
    `CMD ${JSON.stringify(PLUGIN_START)}`,
    "",
  ].join("\n");
}
