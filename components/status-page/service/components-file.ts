import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { errorCode } from "../../../lib/service/environment";
import { COMPONENTS, type Component, isComponent } from "../../../lib/site/component";

/** Component -> its id on the page, in the order of the ten. */
export type ComponentIds = ReadonlyMap<Component, string>;

const schema = z.record(z.string(), z.unknown());
const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** The map from its file, or everything that is wrong with it. */
export function readComponents(path: string): ComponentIds | { problems: string[] } {
  const at = `COMPONENTS_FILE ${JSON.stringify(path)}`;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is no JSON" : `can't be read (${errorCode(error)})`;
    return { problems: [`${at}: ${reason}; write a JSON object of component names and page component ids`] };
  }
  const result = z.safeParse(schema, value);
  if (!result.success)
    return { problems: [`${at}: it is no JSON object; write component names and page component ids, such as {"Mail": "abc123"}`] };
  const problems: string[] = [];
  const owners = new Map<string, string>();
  for (const [name, value] of Object.entries(result.data)) {
    const entry = `${at}: component ${JSON.stringify(name.slice(0, 100))}`;
    const parsed = z.safeParse(id, value);
    if (!isComponent(name)) problems.push(`${entry} is unknown; use one of: ${COMPONENTS.join(", ")}`);
    if (!parsed.success) problems.push(`${entry} has no page component id; use letters, digits, "-" and "_"`);
    else if (owners.has(parsed.data))
      problems.push(`${entry} has the id ${JSON.stringify(parsed.data)} of ${JSON.stringify(owners.get(parsed.data))}; give each its own`);
    else owners.set(parsed.data, name);
  }
  if (problems.length === 0 && owners.size === 0) problems.push(`${at}: it names no component; use some of: ${COMPONENTS.join(", ")}`);
  if (problems.length > 0) return { problems };
  const ids = new Map([...owners].map(([componentId, name]) => [name, componentId]));
  return new Map(COMPONENTS.flatMap((name) => (ids.has(name) ? [[name, ids.get(name) ?? ""] as const] : [])));
}
