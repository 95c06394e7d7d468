import type { JSONSchema } from "json-schema-to-typescript";
import type { Schema } from "./schema";

/**
 * How json-schema-to-typescript is told to print `readonly T[]`: it has no option for it, but it prints this intersection as
 * `(readonly & T[])`, of which spec-type.ts takes the `&` away.
 */
const READONLY: JSONSchema = { tsType: "readonly" };

/**
 * The same schema with what a type needs and nothing else, in the words of plain JSON schema:
 *
 * - Descriptions go: they are nine tenths of the size, and the field names are those of the upstream reference. So do titles (the
 *   library would name types after them), defaults, patterns and bounds. Fields that are called so stay.
 * - `nullable` goes too: cdk8s removes a null from what it prints, so a null would never arrive.
 * - Kubernetes' own `x-kubernetes-*` marks become types.
 * - Fields are sorted, so that the same release gives the same file from whichever source it came.
 */
export function cleanSchema(schema: Schema, path: string): JSONSchema {
  if (schema["x-kubernetes-int-or-string"] === true) return { type: ["number", "string"] };
  if (schema.enum !== undefined) return { enum: [...schema.enum] as JSONSchema["enum"] };
  switch (schema.type) {
    case "string":
    case "boolean":
    case "integer":
    case "number":
      return { type: schema.type };
    case "array":
      // Readonly lists accept our own readonly declarations and mutable lists alike.
      return { allOf: [READONLY, { type: "array", items: schema.items === undefined ? {} : cleanSchema(schema.items, `${path}[]`) }] };
    case "object":
      return cleanObject(schema, path);
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === true) return {};
  // Not `unknown`: a release with a construction we do not know would turn its typos into accepted fields.
  throw new Error(`${path}: cannot tell the type of ${JSON.stringify(schema).slice(0, 120)}; teach bin/import/clean-schema.ts`);
}

function cleanObject(schema: Schema, path: string): JSONSchema {
  const properties = Object.entries(schema.properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const others = schema.additionalProperties ?? schema["x-kubernetes-preserve-unknown-fields"] ?? false;

  // An object that lists nothing and keeps nothing unknown: the API server prunes every field of it. `{}` would accept any value.
  if (properties.length === 0 && others === false) return { tsType: "Record<string, never>" };
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(([name, property]) => [name, cleanSchema(property, `${path}.${name}`)])),
    required: [...(schema.required ?? [])],
    additionalProperties: typeof others === "object" ? cleanSchema(others, `${path}{}`) : others,
  };
}
