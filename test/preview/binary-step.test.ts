import { binaryStep } from "../../lib/preview/binary-step";

const KIB = 1024;

test.each<[string, Parameters<typeof binaryStep>, ReturnType<typeof binaryStep>]>([
  ["bytes", [[[0, 800]], false, 0], { step: 200, min: 0, max: 800 }],
  ["kibibytes", [[[0, 7 * KIB]], false, 0], { step: 2 * KIB, min: 0, max: 8 * KIB }],
  ["lines on each other", [[[4 * KIB], [4 * KIB]], true, 0], { step: 2 * KIB, min: 0, max: 8 * KIB }],
  ["a line that goes the other way", [[[4 * KIB], [-3 * KIB, null]], false, undefined], { step: 2 * KIB, min: -4 * KIB, max: 4 * KIB }],
  ["less than a byte", [[[0.5]], false, 0], undefined],
  ["nothing", [[], false, undefined], undefined],
])("%s", (_, asked, expected) => {
  expect(binaryStep(...asked)).toEqual(expected);
});
