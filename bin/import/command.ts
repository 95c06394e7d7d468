import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { KINDS, type KindOrigin } from "../../lib/kubernetes/kinds";
import { messageOf } from "../../lib/message-of";
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
  /** One document in place of the lines. @default false */
  readonly json?: boolean;
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
  const { json = false, print = console.log, printError = console.error } = options;
  const told: Told = { written: [], kept: [], findings: [] };
  const lines = json ? { print: () => {}, printError: () => {} } : { print, printError };
  try {
    await writeImports(options, told, lines.print);
  } catch (error) {
    const where = options.from ?? "cdk8s.yaml";
    told.findings.push({ check: "import", where, what: messageOf(error) });
  }
  for (const { what } of told.findings) lines.printError(`import: ${what}`);
  const isRight = told.findings.length === 0;
  if (json) print(JSON.stringify({ ok: isRight, ...told }, undefined, 2));
  return isRight ? 0 : 1;
}

/** Files from the root on, and what failed. */
interface Told {
  readonly written: string[];
  readonly kept: string[];
  readonly findings: { readonly check: "import"; readonly where: string; readonly what: string }[];
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

async function writeImports({ root, from, kinds = KINDS }: ImportOptions, told: Told, print: (line: string) => void): Promise<void> {
  const wanted = new Set(Object.entries(kinds).map(([kind, { group, version }]) => schemaKey(group, version, kind)));
  const schemas = bySchemaKey(
    from === undefined ? await schemasFromUrls(importUrls(join(root, "cdk8s.yaml")), wanted) : schemasFromFolder(from, wanted),
  );
  for (const [kind, origin] of Object.entries(kinds)) {
    const apiVersion = `${origin.group}/${origin.version}`;
    const file = importFile(kind, origin);
    const found = schemas.get(schemaKey(origin.group, origin.version, kind));
    if (found !== undefined) {
      checkScope(kind, origin, found);
      const text = formatted(await specTypeFile(apiVersion, kind, found.schema));
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
      told.written.push(file);
      print(`${apiVersion} ${kind}: ${file}, ${text.split("\n").length - 1} lines`);
    } else if (existsSync(join(root, file))) {
      told.kept.push(file);
      print(`${apiVersion} ${kind}: no schema in the source, ${file} stays as it is`);
    } else {
      const fix = "add its release to cdk8s.yaml or its file to the folder";
      told.findings.push({
        check: "import",
        where: file,
        what: `${apiVersion} ${kind}: no schema in the source and no ${file} yet; ${fix}`,
      });
    }
  }
}

/** A kind listed with the wrong scope would lose its namespace, or be given one that the API server refuses. */
function checkScope(kind: string, origin: KindOrigin, found: FoundSchema): void {
  if (found.scope === undefined || found.scope === origin.scope) return;
  throw new Error(`${kind} is "${found.scope}" in "${found.origin}" but "${origin.scope}" in lib/kubernetes/kinds.ts; correct the list`);
}
