import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import { keyOfPath, schemaKey } from "../../bin/import/schema";
import { remembered } from "../../lib/remembered";

/** The custom resources' JSON schemas lie beside the repository, `<group>/<kind>_<version>.json`; a clone alone does not have them. */
const SCHEMAS = join(__dirname, "../../../shared/crds");

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

export function schemasPresent(): boolean {
  return existsSync(SCHEMAS);
}

/** The folder for `npm run import -- --from`. */
export function schemaFolder(): string {
  return SCHEMAS;
}

/** `describe` where the schemas are present, else a skipped test that says what is missing (describe.skip would still run the block). */
export function describeWithSchemas(name: string, tests: () => void): void {
  if (schemasPresent()) describe(name, tests);
  else test.skip(`${name} (skipped: there are no schemas in ../shared/crds)`, () => undefined);
}

let files: ReadonlyMap<string, string> | undefined;

function schemaFiles(): ReadonlyMap<string, string> {
  files ??= new Map(
    (schemasPresent() ? readdirSync(SCHEMAS, { recursive: true, encoding: "utf8" }) : []).sort().flatMap((name) => {
      const key = keyOfPath(name);
      return key === undefined ? [] : [[key, join(SCHEMAS, name)] as const];
    }),
  );
  return files;
}

/** What can be validated, as `<group>/<version> <kind in lower case>`. */
export function schemaKinds(): readonly string[] {
  return [...schemaFiles().keys()];
}

function keyOf({ apiVersion, kind }: Manifest): string {
  const [group = "", version = ""] = apiVersion.split("/");
  return schemaKey(group, version, kind);
}

/** Core kinds have no schema here, and VMCluster has none either. */
export function hasSchema(manifest: Manifest): boolean {
  return schemaFiles().has(keyOf(manifest));
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly [keyword: string]: unknown;
}

const schemas = new Map<string, Schema>();

function schemaOf(manifest: Manifest): Schema | undefined {
  const key = keyOf(manifest);
  const file = schemaFiles().get(key);
  if (file !== undefined && !schemas.has(key)) schemas.set(key, closedAtTheTop(JSON.parse(readFileSync(file, "utf8"))));
  return schemas.get(key);
}

/** The catalog closes every object but the outermost, so `specs:` would pass. A status is never ours to write. */
function closedAtTheTop(schema: Schema): Schema {
  const { status: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, additionalProperties: false };
}

/**
 * The schema without the fields that none of the values has: what is not there can't be wrong. Whether it may be missing says
 * `required`, which stays. Compiling a whole schema takes a second, and longer than all that is ever validated.
 */
function prunedTo(schema: Schema, values: readonly unknown[]): Schema {
  const { properties, items, additionalProperties, ...rest } = schema;
  const objects = values.filter((value): value is Record<string, unknown> => typeof value === "object" && value !== null);
  const of = (key: string) => objects.flatMap((value) => (Object.hasOwn(value, key) ? [value[key]] : []));
  const known = properties ?? {};
  const others = objects.flatMap((value) => Object.entries(value).flatMap(([key, item]) => (Object.hasOwn(known, key) ? [] : [item])));
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).flatMap(([key, one]) => (of(key).length === 0 ? [] : [[key, prunedTo(one, of(key))]])),
      ),
    }),
    ...(items && { items: prunedTo(items, objects.filter(Array.isArray).flat()) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: typeof additionalProperties === "object" ? prunedTo(additionalProperties, others) : additionalProperties,
    }),
  };
}

// Not strict: the files carry x-kubernetes-* keywords and formats that are no part of JSON schema.
const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true, validateFormats: false, code: { optimize: false } });

/** Objects of one kind mostly have the same fields. */
const compiled = remembered((schema) => ajv.compile(JSON.parse(schema) as Schema));

/** What is wrong with a custom resource, field by field; empty when its schema accepts it. An unknown field is wrong. */
export const validateManifest = (manifest: Manifest): readonly string[] => problemsOf(JSON.stringify(manifest));

/** Most objects of a site are those of another one, too. */
const problemsOf = remembered((text): readonly string[] => {
  const manifest = JSON.parse(text) as Manifest;
  const schema = schemaOf(manifest);
  if (schema === undefined) return [`no schema of ${manifest.apiVersion} ${manifest.kind} in ../shared/crds`];
  const validate = compiled(JSON.stringify(prunedTo(schema, [manifest])));
  return validate(manifest) ? [] : (validate.errors ?? []).map(describeError);
});

function describeError({ instancePath, message, keyword, params }: ErrorObject): string {
  const where = instancePath === "" ? "the object" : instancePath.slice(1).replaceAll("/", ".");
  if (keyword === "additionalProperties") return `${where}: unknown field "${params.additionalProperty}"`;
  if (keyword === "enum") return `${where}: ${message}: ${params.allowedValues.join(", ")}`;
  return `${where}: ${message}`;
}
