import { baseImageOf, IMAGE_USER } from "./base";
import { bundleEntries } from "./bundle";
import { type ImageSite, imageHashOf } from "./tag";

/** An image of scripts that are run one at a time, each once. */
export interface ScriptImageDeclaration {
  readonly name: string;
  /** Where the scripts lie in the image. */
  readonly folder: string;
  /** The file name of each script there, which has no extension, and where it begins in the repository. */
  readonly scripts: Readonly<Record<string, string>>;
}

export interface ScriptImage {
  readonly name: string;
  /** Path -> content of the build context. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** The tag: tells contents apart. */
  readonly hash: string;
}

/** Where the scripts lie in the build context. */
const CONTEXT_FOLDER = "jobs";

export function scriptImage(declaration: ScriptImageDeclaration, base?: string): ScriptImage {
  const bundles = Array.from(bundleEntries(declaration.scripts), ([name, content]) => [`${CONTEXT_FOLDER}/${name}`, content]);
  const files = { ...Object.fromEntries(bundles), Dockerfile: new TextEncoder().encode(scriptDockerfile(declaration)) };
  return { name: declaration.name, files, hash: scriptImageHash(declaration, base) };
}

/** The tag, without bundling. */
export function scriptImageHash(declaration: ScriptImageDeclaration, base?: string): string {
  return imageHashOf(Object.values(declaration.scripts), scriptDockerfile(declaration), base);
}

/** The reference that a manifest names: `<registry>/<image>:<content hash>`. */
export function scriptImageReference(site: ImageSite, declaration: ScriptImageDeclaration): string {
  return `${site.image_registry}/${declaration.name}:${scriptImageHash(declaration, baseImageOf(site))}`;
}

/** What the image does where nobody says which script. */
export const scriptArguments = ({ folder, scripts }: Pick<ScriptImageDeclaration, "folder" | "scripts">): string[] => [
  `${folder}/${Object.keys(scripts)[0]}`,
  "--help",
];

export function scriptDockerfile({ folder, scripts }: ScriptImageDeclaration): string {
  const names = Object.keys(scripts);
  return [
    "# The base comes from lib/images/base.ts, which also goes into the image's tag: docker build --build-arg BASE=... .",
    "ARG BASE",
    `FROM \${BASE}`,
    `COPY --chmod=0444 ${names.map((name) => `${CONTEXT_FOLDER}/${name}`).join(" ")} ${folder}/`,
    `USER ${IMAGE_USER}:${IMAGE_USER}`,
    `# The base's entrypoint is node: the argument says which script. Nothing is written, so the root file system may be read-only.`,
    `CMD ${JSON.stringify(scriptArguments({ folder, scripts }))}`,
    "",
  ].join("\n");
}
