/** The compressed states of Home Assistant's `subscribe_entities`: a full snapshot first, then what changed. */
import * as z from "zod/mini";

const context = z.union([
  z.string(),
  z.object({ id: z.optional(z.string()), user_id: z.optional(z.nullable(z.string())), parent_id: z.optional(z.nullable(z.string())) }),
]);
/** Of an entity's attributes those that its value has to keep to: a number's range, a list's options. */
const limits = z.object({ min: z.optional(z.unknown()), max: z.optional(z.unknown()), options: z.optional(z.unknown()) });
const added = z.object({ s: z.string(), c: context, a: z.optional(limits) });
const changed = z.object({
  "+": z.optional(z.object({ s: z.optional(z.string()), c: z.optional(context), a: z.optional(limits) })),
});
const schema = z.object({
  a: z.optional(z.record(z.string(), added)),
  c: z.optional(z.record(z.string(), changed)),
  r: z.optional(z.array(z.string())),
});

export interface EntityContext {
  readonly id: string;
  readonly userId: string | undefined;
  readonly parentId: string | undefined;
}

export interface EntitySnapshot {
  readonly state: string;
  readonly context: EntityContext;
  readonly limits: z.infer<typeof limits>;
}

export interface EntityChange {
  readonly entityId: string;
  readonly old: EntitySnapshot | undefined;
  /** undefined: the entity is gone. */
  readonly now: EntitySnapshot | undefined;
}

/** The changes that an event describes, with `known` as the states before it; undefined when it can't be understood. */
export function readEntityEvent(event: unknown, known: ReadonlyMap<string, EntitySnapshot>): EntityChange[] | undefined {
  const result = z.safeParse(schema, event);
  if (!result.success) return undefined;
  const { a = {}, c = {}, r = [] } = result.data;
  const changes: EntityChange[] = [];
  for (const [entityId, { s, c: added, a: limits = {} }] of Object.entries(a))
    changes.push({ entityId, old: known.get(entityId), now: { state: s, context: merge(undefined, added), limits } });
  for (const [entityId, { "+": plus }] of Object.entries(c)) {
    const old = known.get(entityId);
    if (!old || !plus) continue;
    const limits = { ...old.limits, ...plus.a };
    changes.push({ entityId, old, now: { state: plus.s ?? old.state, context: merge(old.context, plus.c), limits } });
  }
  for (const entityId of r) changes.push({ entityId, old: known.get(entityId), now: undefined });
  return changes;
}

/** A context carries only what differs from the one before: a bare text is a new id with the same user and parent. */
function merge(old: EntityContext | undefined, next: z.infer<typeof context> | undefined): EntityContext {
  const base = old ?? { id: "", userId: undefined, parentId: undefined };
  if (next === undefined) return base;
  if (typeof next === "string") return { ...base, id: next };
  return {
    id: next.id ?? base.id,
    userId: next.user_id === undefined ? base.userId : (next.user_id ?? undefined),
    parentId: next.parent_id === undefined ? base.parentId : (next.parent_id ?? undefined),
  };
}
