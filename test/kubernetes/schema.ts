import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { keyOfPath, schemaKey } from "../../bin/import/schema";

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

const validators = new Map<string, ValidateFunction>();

/** Compiled when first needed and kept: the Logging schema alone is 1 MB and takes a second. */
function validatorOf(manifest: Manifest): ValidateFunction | undefined {
  const key = keyOf(manifest);
  const file = schemaFiles().get(key);
  if (file === undefined) return undefined;
  let validate = validators.get(key);
  if (validate === undefined) {
    // Not strict: the files carry x-kubernetes-* keywords and formats that are no part of JSON schema.
    // Not optimized: compiling takes longer than all that is ever validated.
    const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true, validateFormats: false, code: { optimize: false } });
    validate = ajv.compile(closedAtTheTop(JSON.parse(readFileSync(file, "utf8"))));
    validators.set(key, validate);
  }
  return validate;
}

/**
 * The catalog closes every object but the outermost, so `specs:` would pass. A status is never ours to write; without it the
 * Application schema compiles in a quarter of the time.
 */
function closedAtTheTop(schema: { readonly properties: Readonly<Record<string, object>> }): object {
  const { status: _, ...properties } = schema.properties;
  return { ...schema, properties, additionalProperties: false };
}

/** What is wrong with a custom resource, field by field; empty when its schema accepts it. An unknown field is wrong. */
export function validateManifest(manifest: Manifest): string[] {
  const validate = validatorOf(manifest);
  if (validate === undefined) return [`no schema of ${manifest.apiVersion} ${manifest.kind} in ../shared/crds`];
  return validate(manifest) ? [] : (validate.errors ?? []).map(describeError);
}

function describeError({ instancePath, message, keyword, params }: ErrorObject): string {
  const where = instancePath === "" ? "the object" : instancePath.slice(1).replaceAll("/", ".");
  if (keyword === "additionalProperties") return `${where}: unknown field "${params.additionalProperty}"`;
  if (keyword === "enum") return `${where}: ${message}: ${params.allowedValues.join(", ")}`;
  return `${where}: ${message}`;
}
