import { configOf, type FieldConfigSource, patternOf } from "./field-config";
import type { Cell, Field, Frame } from "./frame";
import { REDUCER_NAMES, reduced } from "./reduce";

export interface Transformation {
  readonly id: string;
  readonly disabled?: boolean;
  readonly options?: Readonly<Record<string, unknown>>;
}

type Options = Readonly<Record<string, unknown>>;
type Transform = (frames: readonly Frame[], options: Options) => readonly Frame[];

/** Frames as a panel shows them: each transformation in turn, then every field with the look that its last name asks for. */
export function transformed(frames: readonly Frame[], all: readonly Transformation[], config: FieldConfigSource): readonly Frame[] {
  const done = all
    .filter(({ disabled = false }) => !disabled)
    .reduce((so, { id, options = {} }) => {
      const transform = TRANSFORMS[id];
      if (transform === undefined)
        throw new Error(`the transformation "${id}" is not drawn here; it can be one of ${Object.keys(TRANSFORMS).join(", ")}`);
      return transform(so, options);
    }, frames);
  return done.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => ({
      ...field,
      config: configOf(config, { name: field.name, kind: field.kind, refId: frame.refId }),
    })),
  }));
}

const lengthOf = ({ fields }: Frame): number => Math.max(0, ...fields.map(({ values }) => values.length));
const cell = (value: Cell | undefined): Cell => value ?? null;

/** Rows whose common fields are alike become one. */
function merge(frames: readonly Frame[]): readonly Frame[] {
  const [first, ...more] = frames.filter((frame) => lengthOf(frame) > 0);
  if (first === undefined) return frames.slice(0, 1);
  if (more.length === 0) return [first];
  const all = [first, ...more];
  const names = [...new Set(all.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const common = names.filter((name) => all.every(({ fields }) => fields.some((field) => field.name === name)));
  const rows: Map<string, Cell>[] = [];
  const byKey = new Map<string, Map<string, Cell>[]>();
  for (const frame of all) {
    for (let index = 0; index < lengthOf(frame); index++) {
      const own = new Map(frame.fields.map(({ name, values }) => [name, cell(values[index])]));
      const key = JSON.stringify(common.map((name) => own.get(name)));
      const alike = byKey.get(key) ?? [];
      // one that has another value of the same field is another row
      const row = alike.find((known) => [...own].every(([name, value]) => !known.has(name) || known.get(name) === value));
      if (row !== undefined) for (const [name, value] of own) row.set(name, value);
      else {
        rows.push(own);
        byKey.set(key, [...alike, own]);
      }
    }
  }
  const fieldNamed = (name: string) => all.flatMap(({ fields }) => fields).find((field) => field.name === name);
  const fields = names.flatMap((name): Field[] => {
    const field = fieldNamed(name);
    return field === undefined ? [] : [{ ...field, values: rows.map((row) => cell(row.get(name))) }];
  });
  return [{ refId: first.refId, fields }];
}

const record = <T>(value: unknown): Readonly<Record<string, T>> => (value ?? {}) as Readonly<Record<string, T>>;

function organize(frames: readonly Frame[], options: Options): readonly Frame[] {
  const [included, excluded] = [record<boolean>(options.includeByName), record<boolean>(options.excludeByName)];
  const [places, names] = [record<number>(options.indexByName), record<string>(options.renameByName)];
  const isShown = ({ name }: Field) => (Object.keys(included).length > 0 ? included[name] === true : excluded[name] !== true);
  const place = ({ name }: Field) => places[name] ?? Number.POSITIVE_INFINITY;
  return frames.map((frame) => {
    const shown = frame.fields.filter(isShown).sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
    return { ...frame, fields: shown.map((field) => ({ ...field, name: names[field.name] || field.name })) };
  });
}

function filterFields(frames: readonly Frame[], { include, exclude }: Options): readonly Frame[] {
  const matches = (options: unknown, { name }: Field) => {
    const { names = [], pattern } = (options ?? {}) as { readonly names?: readonly string[]; readonly pattern?: string };
    return names.includes(name) || (pattern !== undefined && pattern !== "" && patternOf(pattern).test(name));
  };
  const isShown = (field: Field) =>
    (include === undefined || matches(include, field)) && !(exclude !== undefined && matches(exclude, field));
  return frames.map((frame) => ({ ...frame, fields: frame.fields.filter(isShown) }));
}

const inOrder = (fields: readonly Field[], order: readonly number[]): Field[] =>
  fields.map((field) => ({ ...field, values: order.map((index) => cell(field.values[index])) }));

export function compare(a: Cell, b: Cell): number {
  if (typeof a === "number" && typeof b === "number") return Number.isNaN(a) ? -1 : Number.isNaN(b) ? 1 : a - b;
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

function sortBy(frames: readonly Frame[], { sort }: Options): readonly Frame[] {
  const [{ field = "", desc = false } = {}] = (sort ?? []) as readonly { readonly field?: string; readonly desc?: boolean }[];
  return frames.map((frame) => ({ ...frame, fields: sorted(frame.fields, field, desc) }));
}

export function sorted(fields: readonly Field[], name: string, isDescending: boolean): Field[] {
  const values = fields.find((field) => field.name === name)?.values;
  if (values === undefined) return [...fields];
  const order = values.map((_, index) => index).sort((a, b) => compare(cell(values[a]), cell(values[b])) * (isDescending ? -1 : 1));
  return inOrder(fields, order);
}

function limit(frames: readonly Frame[], { limitField = 10 }: Options): readonly Frame[] {
  return frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => ({ ...field, values: field.values.slice(0, Number(limitField)) })),
  }));
}

function renameByRegex(frames: readonly Frame[], { regex = "", renamePattern = "" }: Options): readonly Frame[] {
  const rename = (name: string) => name.replace(patternOf(String(regex)), String(renamePattern));
  return frames.map((frame) => ({ ...frame, fields: frame.fields.map((field) => ({ ...field, name: rename(field.name) })) }));
}

/** By a field that all have, a row for each of its values. */
function joinByField(frames: readonly Frame[], { byField, mode = "outer" }: Options): readonly Frame[] {
  const key = typeof byField === "string" ? byField : "Time";
  const columns = frames.map((frame) => ({ frame, keys: frame.fields.find(({ name }) => name === key)?.values ?? [] }));
  const first = columns.find(({ keys }) => keys.length > 0)?.frame;
  if (first === undefined) return frames;
  const keys = [...new Set(columns.flatMap(({ keys }) => keys))].filter(
    (one) => mode !== "inner" || columns.every(({ keys }) => keys.includes(one)),
  );
  const [keyField] = first.fields.filter(({ name }) => name === key);
  const others = columns.flatMap(({ frame, keys: own }) =>
    frame.fields
      .filter(({ name }) => name !== key)
      .map((field): Field => ({ ...field, values: keys.map((one) => cell(field.values[own.indexOf(one)])) })),
  );
  return [{ refId: first.refId, fields: [...(keyField === undefined ? [] : [{ ...keyField, values: keys }]), ...others] }];
}

function reduce(frames: readonly Frame[], options: Options): readonly Frame[] {
  const reducers = (options.reducers ?? ["max"]) as readonly string[];
  const numbers = frames.flatMap(({ fields }) => fields.filter(({ kind }) => kind === "number"));
  const [refId = "A"] = frames.map((frame) => frame.refId);
  const column = (by: string): Field => ({
    name: REDUCER_NAMES[by] ?? by,
    kind: "number",
    values: numbers.map(({ values }) => reduced(values as readonly (number | null)[], by)),
    config: {},
  });
  return [
    { refId, fields: [{ name: "Field", kind: "string", values: numbers.map(({ name }) => name), config: {} }, ...reducers.map(column)] },
  ];
}

const TRANSFORMS: Readonly<Record<string, Transform>> = {
  merge,
  organize,
  filterFieldsByName: filterFields,
  sortBy,
  limit,
  renameByRegex,
  joinByField,
  seriesToColumns: joinByField,
  reduce,
};
