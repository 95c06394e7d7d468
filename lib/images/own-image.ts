import type { ServiceDeclaration } from "../service/declaration";
import { nodeArguments } from "../service/node-flags";
import type { Site } from "../site/schema";
import type { Start } from "./assemble";
import { IMAGE_USER } from "./base";
import { dockerfile } from "./dockerfile";
import { entryOf } from "./entry";
import { PLUGIN_START, type Plugin, type PluginImageDeclaration, pluginDockerfile } from "./plugin-image";
import { referenceParts } from "./reference";
import { type ScriptImageDeclaration, scriptArguments, scriptDockerfile } from "./script-image";
import { imageHashOf } from "./tag";

/** An image of ours, of whatever kind. */
export interface OwnImage {
  readonly name: string;
  readonly start: Start;
  /** Path in the image -> where the bundle that lies there begins in the repository. */
  readonly bundles: Readonly<Record<string, string>>;
  /** What it carries of others' making: archives that have to be fetched. */
  readonly plugins: readonly Plugin[];
  readonly dockerfile: string;
}

export function ofService(service: ServiceDeclaration): OwnImage {
  return {
    name: service.name,
    start: { arguments: nodeArguments("/app/server.cjs"), port: service.port, user: IMAGE_USER },
    bundles: { "app/server.cjs": entryOf(service.name) },
    plugins: [],
    dockerfile: dockerfile(service),
  };
}

export function ofScripts(declaration: ScriptImageDeclaration): OwnImage {
  const { name, folder, scripts } = declaration;
  return {
    name,
    start: { arguments: scriptArguments(declaration), user: IMAGE_USER },
    bundles: Object.fromEntries(Object.entries(scripts).map(([script, entry]) => [`${folder.slice(1)}/${script}`, entry])),
    plugins: [],
    dockerfile: scriptDockerfile(declaration),
  };
}

export function ofPlugins(declaration: PluginImageDeclaration): OwnImage {
  const { name, plugins } = declaration;
  return { name, start: { arguments: PLUGIN_START, user: IMAGE_USER }, bundles: {}, plugins, dockerfile: pluginDockerfile(declaration) };
}

/** Whether an image is one of ours, by their names: others' may lie in the same registry, or below the same path. */
export function isOwnReference(reference: string, names: readonly string[], { image_registry }: Pick<Site, "image_registry">): boolean {
  const { repository } = referenceParts(reference);
  return names.some((name) => repository === `${image_registry}/${name}`);
}

/** The tag of an image on a base, as its name or {@link lockedBase} tells it. */
export const tagOf = ({ bundles, dockerfile: text }: OwnImage, base: string): string => imageHashOf(Object.values(bundles), text, base);
