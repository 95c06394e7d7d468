import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { KINDS, type KindOrigin } from "../../lib/kubernetes/kinds";
import { formatted } from "./format";
import { type FoundSchema, schemaKey } from "./schema";
import { importUrls, schemasFromFolder, schemasFromUrls } from "./sources";
import { specTypeFile } from "./spec-type";

export interface ImportOptions {
  /** The repository: cdk8s.yaml is read from it, imports/ is written to it. */
  readonly root: string;
  /** A folder of schemas. @default - the pinned releases are downloaded */
  readonly from?: string;
  /** @default KINDS */
  readonly kinds?: Readonly<Record<string, KindOrigin>>;
  /** @default console.log */
  readonly print?: (line: string) => void;
  /** @default console.error */
  readonly printError?: (line: string) => void;
}

/** The file of a kind below the repository's root. */
export function importFile(kind: string, { group }: KindOrigin): string {
  return `imports/${group}/${kind.toLowerCase()}.ts`;
}

/** Writes the type of the spec of every kind: 0 when each has its file, 1 when something failed. */
export async function importCommand(options: ImportOptions): Promise<0 | 1> {
  const { root, from, kinds = KINDS, print = console.log, printError = console.error } = options;
  try {
    const wanted = new Set(Object.entries(kinds).map(([kind, { group, version }]) => schemaKey(group, version, kind)));
    const found =
      from === undefined ? await schemasFromUrls(importUrls(join(root, "cdk8s.yaml")), wanted) : schemasFromFolder(from, wanted);
    return await writeImports(root, kinds, bySchemaKey(found), print, printError);
  } catch (error) {
    printError(`import: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

function bySchemaKey(found: readonly FoundSchema[]): Map<string, FoundSchema> {
  const schemas = new Map<string, FoundSchema>();
  for (const schema of found) {
    const other = schemas.get(schema.key);
    // Which one wins would depend on the order of the list: the types would no longer follow from the pinned releases.
    if (other !== undefined) throw new Error(`two schemas of ${schema.key}: "${other.origin}" and "${schema.origin}"; keep one of them`);
    schemas.set(schema.key, schema);
  }
  return schemas;
}

async function writeImports(
  root: string,
  kinds: Readonly<Record<string, KindOrigin>>,
  schemas: ReadonlyMap<string, FoundSchema>,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<0 | 1> {
  let exitCode: 0 | 1 = 0;
  for (const [kind, origin] of Object.entries(kinds)) {
    const apiVersion = `${origin.group}/${origin.version}`;
    const file = importFile(kind, origin);
    const found = schemas.get(schemaKey(origin.group, origin.version, kind));
    if (found !== undefined) {
      checkScope(kind, origin, found);
      const text = formatted(await specTypeFile(apiVersion, kind, found.schema));
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
      print(`${apiVersion} ${kind}: ${file}, ${text.split("\n").length - 1} lines`);
    } else if (existsSync(join(root, file))) {
      print(`${apiVersion} ${kind}: no schema in the source, ${file} stays as it is`);
    } else {
      printError(
        `import: ${apiVersion} ${kind}: no schema in the source and no ${file} yet; add its release to cdk8s.yaml or its file to the folder`,
      );
      exitCode = 1;
    }
  }
  return exitCode;
}

/** A kind listed with the wrong scope would lose its namespace, or be given one that the API server refuses. */
function checkScope(kind: string, origin: KindOrigin, found: FoundSchema): void {
  if (found.scope === undefined || found.scope === origin.scope) return;
  throw new Error(`${kind} is "${found.scope}" in "${found.origin}" but "${origin.scope}" in lib/kubernetes/kinds.ts; correct the list`);
}
