import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { parseSite } from "../../lib/site/load";
import { EXAMPLE_FILE, ROOT } from "../example";

/*
 * Tools that edit a site file read and write YAML 1.1 (PyYAML, yq before 4), where off, no and 12:30 are no texts.
 */

test.each([EXAMPLE_FILE, join(ROOT, "test/fixtures/elsewhere.yaml")])(
  "%s stays the same site in the hands of a tool of YAML 1.1",
  (file) => {
    const text = readFileSync(file, "utf8");
    const written = stringify(parse(text, { version: "1.1" }), { version: "1.1" });
    expect(parseSite(written, "written")).toEqual(parseSite(text, "read"));
  },
);

test("Off without quotes, as such a tool writes it, is Off", () => {
  const text = readFileSync(EXAMPLE_FILE, "utf8");
  expect(parseSite(text.replaceAll('mode: "Off"', "mode: false"), "written")).toEqual(parseSite(text, "read"));
});
