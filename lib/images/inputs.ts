import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { REPOSITORY } from "./entry";

/*
 * What a bundle is made from, found without bundling: the sources that a service's main.ts reaches, and the packages that they
 * name with all that those need, as the lock file pins them. test/images/inputs.test.ts compares it with what esbuild reads.
 */

export interface BundleInputs {
  /** Our own files, from the repository's root on, sorted. */
  readonly sources: readonly string[];
  /** `<path in node_modules>@<integrity>`, sorted. */
  readonly packages: readonly string[];
}

/** Specifiers of imports and exports that are not of types alone, of `import(...)` and of `require(...)`. */
const SPECIFIER =
  /(?:^|[;\n}])\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?["']([^"']+)["']|\b(?:import|require)\(\s*["']([^"']+)["']\s*\)/g;

const BUILTIN = new Set(builtinModules);

/** What the bundle of a service, or of any other entry, is made from. */
export function inputsOf(entry: string): BundleInputs {
  const sources = new Set<string>();
  const named = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sources.has(file)) continue;
    sources.add(file);
    const imported = importsOf(file);
    waiting.push(...imported.files);
    for (const name of imported.packages) named.add(name);
  }
  return { sources: [...sources].sort(), packages: pinned([...named]) };
}

interface Imports {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** Once for a file: services share most of theirs. */
const knownImports = new Map<string, Imports>();

function importsOf(file: string): Imports {
  const known = knownImports.get(file);
  if (known !== undefined) return known;
  const specifiers = Array.from(readSource(file).matchAll(SPECIFIER), ([, one, other]) => one ?? other ?? "");
  const [own, others] = [specifiers.filter((one) => one.startsWith(".")), specifiers.filter((one) => !one.startsWith("."))];
  const imports = {
    files: own.map((specifier) => sourceAt(posix.join(posix.dirname(file), specifier), file)),
    packages: others.filter((one) => !one.startsWith("node:") && !BUILTIN.has(one)).map(packageOf),
  };
  knownImports.set(file, imports);
  return imports;
}

const readSources = new Map<string, string>();

/** A file of ours is read once in a process. */
export function readSource(file: string): string {
  const known = readSources.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(REPOSITORY, file), "utf8");
  readSources.set(file, text);
  return text;
}

function sourceAt(path: string, importer: string): string {
  const found = [`${path}.ts`, `${path}/index.ts`, path].find((one) => existsSync(join(REPOSITORY, one)));
  if (found === undefined) throw new Error(`${importer} imports ${path}, and there is no such file; correct the import`);
  return found;
}

/** For a process that outlives an edit. */
export function forgetSources(): void {
  readSources.clear();
  knownImports.clear();
  locked = undefined;
}

/** `@scope/name/file` -> `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const LOCK = "package-lock.json";

let locked: Readonly<Record<string, Locked>> | undefined;

/** These packages and all that they need, wherever npm has put it. */
function pinned(names: readonly string[]): string[] {
  locked ??= (JSON.parse(readFileSync(join(REPOSITORY, LOCK), "utf8")) as { packages: Record<string, Locked> }).packages;
  const found = new Map<string, string>();
  const waiting = names.map((name) => ({ name, from: "" }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = installedAt(next.name, next.from, locked);
    // an optional one that is not for this machine has no entry
    if (path === undefined || found.has(path)) continue;
    const entry = locked[path] ?? {};
    found.set(path, `${path}@${entry.integrity ?? entry.version ?? ""}`);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies })) {
      waiting.push({ name, from: path });
    }
  }
  return [...found.values()].sort();
}

/** As Node looks for it: beside the importer, then in each folder above. */
function installedAt(name: string, from: string, packages: Readonly<Record<string, Locked>>): string | undefined {
  const path = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  if (from === "") return undefined;
  const above = from.includes("/node_modules/") ? from.slice(0, from.lastIndexOf("/node_modules/")) : "";
  return installedAt(name, above, packages);
}

/** The files of this folder that say how it is bundled, and the bundler. */
export function bundlerInputs(): BundleInputs {
  const here = posix.join("lib", "images");
  return { sources: ["bundle.ts", "left-out.ts"].map((file) => posix.join(here, file)), packages: pinned(["esbuild"]) };
}
