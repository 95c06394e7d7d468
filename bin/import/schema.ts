import { basename, dirname } from "node:path";
import { parseAllDocuments } from "yaml";
import type { Scope } from "../../lib/kubernetes/kinds";

/** The parts of a structural OpenAPI schema that say something about a type. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly enum?: readonly unknown[];
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
}

export interface FoundSchema {
  /** `<group>/<version> <kind in lower case>`, see {@link schemaKey}. */
  readonly key: string;
  readonly schema: Schema;
  /** The file or URL it came from, for messages. */
  readonly origin: string;
  /** Known from a CustomResourceDefinition only. */
  readonly scope?: Scope;
}

/** Lower case, because the file name of a JSON schema does not keep the capitals of its kind. */
export function schemaKey(group: string, version: string, kind: string): string {
  return `${group}/${version} ${kind.toLowerCase()}`;
}

interface CustomResourceDefinition {
  readonly kind: "CustomResourceDefinition";
  readonly spec: {
    readonly group: string;
    readonly scope: Scope;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema?: { readonly openAPIV3Schema?: Schema } }[];
  };
}

function isCustomResourceDefinition(document: unknown): document is CustomResourceDefinition {
  return typeof document === "object" && document !== null && "kind" in document && document.kind === "CustomResourceDefinition";
}

/** The key that a path such as `argoproj.io/application_v1alpha1.json` promises, if it promises one. */
export function keyOfPath(path: string): string | undefined {
  const [, kind, version] = /^([a-z0-9]+)_(v\d\w*)\.json$/.exec(basename(path)) ?? [];
  return kind === undefined || version === undefined ? undefined : schemaKey(basename(dirname(path)), version, kind);
}

/** All schemas of one file: a JSON schema named by its path, or CustomResourceDefinitions (YAML, any number of them). */
export function schemasIn(origin: string, text: string): FoundSchema[] {
  const key = keyOfPath(origin);
  if (key !== undefined) return [{ key, schema: jsonSchema(origin, text), origin }];
  return documents(origin, text)
    .filter(isCustomResourceDefinition)
    .flatMap(({ spec }) =>
      spec.versions.flatMap((version) => {
        const schema = version.schema?.openAPIV3Schema;
        return schema === undefined
          ? []
          : [{ key: schemaKey(spec.group, version.name, spec.names.kind), schema, origin, scope: spec.scope }];
      }),
    );
}

function jsonSchema(origin: string, text: string): Schema {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`"${origin}" is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function documents(origin: string, text: string): unknown[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`"${origin}" is not YAML: ${error.message}`);
    return document.toJS();
  });
}
