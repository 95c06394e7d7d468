import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readComponents } from "../../components/status-page/service/components-file";

const folder = mkdtempSync(join(tmpdir(), "status-page-"));
const file = join(folder, "components.json");
afterAll(() => rmSync(folder, { recursive: true }));

test("gives the ids in the order of the ten", () => {
  writeFileSync(file, '{"DNS": "d", "Mail": "m", "Sign-in (SSO)": "s"}');
  expect([...(readComponents(file) as ReadonlyMap<string, string>)]).toEqual([
    ["Mail", "m"],
    ["Sign-in (SSO)", "s"],
    ["DNS", "d"],
  ]);
});

test.each<[string, string, readonly RegExp[]]>([
  ["is no JSON", "{", [/COMPONENTS_FILE ".*components\.json": it is no JSON; write a JSON object/]],
  ["is an array", "[]", [/it is no JSON object/]],
  ["is empty", "{}", [/names no component; use some of: Mail, /]],
  [
    "names unknown components",
    '{"Disk": "x", "mail": "y"}',
    [/component "Disk" is unknown; use one of: Mail, /, /component "mail" is unknown/],
  ],
  ["has ids that are none", '{"Mail": 5, "DNS": "", "NTP": "../x"}', [/"Mail" has no page component id/, /"DNS" has no/, /"NTP" has no/]],
  ["gives two components one id", '{"Mail": "x", "DNS": "x"}', [/"DNS" has the id "x" of "Mail"; give each its own/]],
])("a file that %s is told with the reason", (_name, content, reasons) => {
  writeFileSync(file, content);
  expect(readComponents(file)).toEqual({ problems: reasons.map((reason) => expect.stringMatching(reason)) });
});

test("a file that is not there is told with the reason", () => {
  expect(readComponents(join(folder, "none.json"))).toEqual({ problems: [expect.stringMatching(/can't be read \(ENOENT\)/)] });
});
