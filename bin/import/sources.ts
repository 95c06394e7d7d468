import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type FoundSchema, keyOfPath, schemasIn } from "./schema";

/** Long enough for the operator's 3 MB file on a slow line. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** The `imports:` of a cdk8s.yaml: URLs only, because the list is there to pin upstream releases. */
export function importUrls(configFile: string): string[] {
  const config: unknown = parse(readFileSync(configFile, "utf8"));
  const imports = typeof config === "object" && config !== null && "imports" in config ? config.imports : undefined;
  if (!Array.isArray(imports) || imports.length === 0) throw new Error(`"${configFile}" has no "imports": list the URLs of the schemas`);
  return imports.map((spec: unknown) => {
    if (typeof spec === "string" && spec.startsWith("https://")) return spec;
    throw new Error(`"${configFile}": import ${JSON.stringify(spec)} is not an https:// URL`);
  });
}

export async function schemasFromUrls(urls: readonly string[], wanted: ReadonlySet<string>): Promise<FoundSchema[]> {
  const texts = await Promise.all(urls.map(async (url) => [url, await download(url)] as const));
  return texts.flatMap(([url, text]) => schemasIn(url, text)).filter(({ key }) => wanted.has(key));
}

/** Reads a folder of `<group>/<kind>_<version>.json` files, of CustomResourceDefinition YAML, or of both. */
export function schemasFromFolder(folder: string, wanted: ReadonlySet<string>): FoundSchema[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`--from "${folder}": there is no such folder`);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => isWantedFile(name, wanted))
    .sort()
    .flatMap((name) => schemasIn(join(folder, name), readFileSync(join(folder, name), "utf8")))
    .filter(({ key }) => wanted.has(key));
  if (found.length > 0) return found;
  throw new Error(
    `--from "${folder}": no schema of a kind in use; it takes <group>/<kind>_<version>.json files (argoproj.io/application_v1alpha1.json) ` +
      "or CustomResourceDefinitions in .yaml files",
  );
}

/** A JSON schema's path already tells its kind, so that a megabyte nobody asked for is not parsed. */
function isWantedFile(name: string, wanted: ReadonlySet<string>): boolean {
  return wanted.has(keyOfPath(name) ?? "") || /\.ya?ml$/.test(name);
}

async function download(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return await response.text();
  } catch (error) {
    throw new Error(
      `cannot download "${url}": ${reason(error)}; when offline, give a folder with the schemas: npm run import -- --from <folder>`,
    );
  }
}

/** fetch says only "fetch failed"; the cause says why. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
