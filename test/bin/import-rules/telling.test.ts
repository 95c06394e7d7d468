import { told } from "../../../bin/import-rules/telling";

test("a kind of what was refused names no file", () => {
  const refused = { file: "/home/a/b.yml", at: { line: 1, column: 1 }, fix: "", rules: 0 };
  const { lines } = told({
    path: "/home/a",
    sources: [],
    refused: [
      { ...refused, what: "it can't be read: ENOENT: no such file or directory, open '/home/a/b.yml'" },
      { ...refused, what: "it is not UTF-8" },
    ],
    changed: [],
    files: 2,
    passedOver: [],
  });
  expect(lines.at(-1)).toBe("0 of 0 rules in 2 files came through; refused: 2 not readable");
});
