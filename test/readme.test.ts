import { readFileSync } from "node:fs";
import { join } from "node:path";
import { summary } from "../lib/checks/report";
import { examplePlatform, ROOT } from "./example";

const README = readFileSync(join(ROOT, "README.md"), "utf8");

test("the README's synth counts what the example comes to", () => {
  const counts = (line: string) => line.replace(/, [\d.]+ s -> dist\/$/, "");
  const [, shown = ""] = /^\$ npm run synth\n(.*)$/m.exec(README) ?? [];
  expect(counts(shown)).toBe(counts(summary(examplePlatform(), "dist", 1)));
});
