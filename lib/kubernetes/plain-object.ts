import { ApiObject } from "cdk8s";

/**
 * An object that is made of plain values, as all of ours are. cdk8s puts each of them to its resolvers, and then copies the whole once
 * more: that took as long as to print it.
 */
export class PlainObject extends ApiObject {
  readonly #fields: object;
  #isPatched = false;

  constructor(...given: ConstructorParameters<typeof ApiObject>) {
    super(...given);
    [, , this.#fields] = given;
  }

  override addJsonPatch(...operations: Parameters<ApiObject["addJsonPatch"]>): void {
    this.#isPatched = true;
    super.addJsonPatch(...operations);
  }

  /** The same as cdk8s's, which is asked where there is a token, a patch or a mistake. */
  override toJson(): object {
    const { apiVersion, kind, ...fields } = this.#fields as Readonly<Record<string, unknown>>;
    const rest = this.#isPatched ? NOT_PLAIN : plain({ ...fields, metadata: undefined });
    return rest === NOT_PLAIN ? super.toJson() : { apiVersion, kind, metadata: this.metadata.toJson(), ...(rest as object) };
  }
}

const NOT_PLAIN = Symbol();

/** A copy with its keys sorted, without those that have no value. */
function plain(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== "object") return typeof value === "function" ? NOT_PLAIN : value;
  if (Array.isArray(value)) {
    const items = value.map(plain);
    return items.includes(NOT_PLAIN) ? NOT_PLAIN : items;
  }
  if (value.constructor !== Object) return NOT_PLAIN;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const item = plain(value[key as keyof typeof value]);
    if (item === NOT_PLAIN) return NOT_PLAIN;
    if (item !== undefined) copy[key] = item;
  }
  return copy;
}
