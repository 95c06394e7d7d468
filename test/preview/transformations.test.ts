import { type StoreResult, tableFrame } from "../../lib/preview/answers";
import type { Cell, Frame } from "../../lib/preview/frame";
import { type Transformation, transformed } from "../../lib/preview/transformations";

const answer = (...rows: readonly (readonly [Readonly<Record<string, string>>, number])[]): StoreResult => ({
  resultType: "vector",
  result: rows.map(([metric, value]) => ({ metric, value: [100, String(value)] })),
});

const memory = tableFrame("A", answer([{ pod: "x" }, 1], [{ pod: "y" }, 2]), true, {});
const disk = tableFrame("B", answer([{ pod: "y" }, 20], [{ pod: "z" }, 30]), true, {});

const rowsOf = ([frame]: readonly Frame[]): Cell[][] => {
  const { fields = [] } = frame ?? {};
  return [
    fields.map(({ name }) => name),
    ...(fields[0]?.values ?? []).map((_, index) => fields.map(({ values }) => values[index] ?? null)),
  ];
};
const after = (frames: readonly Frame[], ...all: readonly Transformation[]) => rowsOf(transformed(frames, all, {}));

test("columns of several queries meet in the row that has the same labels", () => {
  expect(after([memory, disk], { id: "merge" })).toEqual([
    ["Time", "pod", "Value #A", "Value #B"],
    [100_000, "x", 1, null],
    [100_000, "y", 2, 20],
    [100_000, "z", null, 30],
  ]);
});

test("an empty answer takes nothing away", () => {
  const none = tableFrame("B", answer(), true, {});
  expect(after([memory, none], { id: "merge" })).toEqual(after([memory]));
});

test("what is included is shown, in order, by its new name", () => {
  const options = { includeByName: { pod: true, "Value #A": true }, indexByName: { "Value #A": 0, pod: 1 }, renameByName: { pod: "Pod" } };
  expect(after([memory], { id: "organize", options })).toEqual([
    ["Value #A", "Pod"],
    [1, "x"],
    [2, "y"],
  ]);
});

test("the look is that of the last name", () => {
  const overrides = [{ matcher: { id: "byName", options: "Pod" }, properties: [{ id: "custom.width", value: 7 }] }];
  const [frame] = transformed([memory], [{ id: "organize", options: { renameByName: { pod: "Pod" } } }], {
    defaults: { unit: "s" },
    overrides,
  });
  expect(frame?.fields.map(({ config }) => [config.unit, config.custom?.width])).toEqual([
    ["s", undefined],
    ["s", 7],
    ["s", undefined],
  ]);
});

test.each<[string, Transformation, Cell[][]]>([
  [
    "sorts",
    { id: "sortBy", options: { sort: [{ field: "Value #A", desc: true }] } },
    [
      ["Time", "pod", "Value #A"],
      [100_000, "y", 2],
      [100_000, "x", 1],
    ],
  ],
  [
    "keeps the first",
    { id: "limit", options: { limitField: 1 } },
    [
      ["Time", "pod", "Value #A"],
      [100_000, "x", 1],
    ],
  ],
  ["leaves fields out", { id: "filterFieldsByName", options: { include: { pattern: "^po" } } }, [["pod"], ["x"], ["y"]]],
  [
    "renames by a pattern",
    { id: "renameByRegex", options: { regex: "Value #(.)", renamePattern: "$1" } },
    [
      ["Time", "pod", "A"],
      [100_000, "x", 1],
      [100_000, "y", 2],
    ],
  ],
  [
    "reduces each column to a row",
    { id: "reduce", options: { reducers: ["max", "sum"] } },
    [
      ["Field", "Max", "Total"],
      ["Value #A", 2, 3],
    ],
  ],
  [
    "is left out where it is disabled",
    { id: "unknown", disabled: true },
    [
      ["Time", "pod", "Value #A"],
      [100_000, "x", 1],
      [100_000, "y", 2],
    ],
  ],
])("%s", (_, transformation, expected) => {
  expect(after([memory], transformation)).toEqual(expected);
});

test("frames are joined by a field", () => {
  expect(after([memory, disk], { id: "joinByField", options: { byField: "pod", mode: "inner" } })).toEqual([
    ["pod", "Time", "Value #A", "Time", "Value #B"],
    ["y", 100_000, 2, 100_000, 20],
  ]);
});

test("one that is not drawn is told", () => {
  expect(() => after([memory], { id: "calculateField" })).toThrow(
    'the transformation "calculateField" is not drawn here; it can be one of merge, organize',
  );
});
