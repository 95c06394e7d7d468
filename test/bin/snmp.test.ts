import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MODULES } from "../../components/snmp/modules/all";
import { recorded, without } from "../snmp/recorded";
import { called } from "./called";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "belfry-walk-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = (module: string, walk: string | Buffer, ...more: readonly string[]) => {
  const file = join(folder, "device.walk");
  writeFileSync(file, walk);
  return called(["snmp", "check", "--module", module, "--walk", file, ...more]);
};

test("a walk that has all is right", async () => {
  expect(await check("bmc", recorded("server"))).toEqual({
    status: 0,
    stdout: "bmc: all there, 6 series with 12 samples\n",
    stderr: "",
  });
});

test("a column that no row has is a mistake, named", async () => {
  const { status, stdout, stderr } = await check("bmc", without(recorded("server"), /6\.7\.1\.9/));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^cpqHeFltTolFanCondition \(1\.3\.6\.1\.4\.1\.232\.6\.2\.6\.7\.1\.9\) is missing\n/);
});

test("a column that one row lacks is said, and no mistake", async () => {
  const { status, stdout, stderr } = await check("ifmib", without(recorded("switch"), /2\.2\.1\.14\.10109 /));
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("  ifInErrors (1.3.6.1.2.1.2.2.1.14): not there in 1 of 5 rows: 10109\n");
});

test("a walk that was cut off is a mistake, whatever it holds", async () => {
  const { status, stdout, stderr } = await check("bmc", `${recorded("server")}Timeout: No Response from 192.0.2.4\n`);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^the end of the walk is missing: .*"Timeout: No Response from 192\.0\.2\.4"; record it anew/);
  expect(stderr).toMatch(/bmc: 1 missing or wrong, 6 series with 12 samples\n$/);
});

test.each([
  ["the lesser byte first", Buffer.from(`\uFEFF${recorded("server")}`, "utf16le")],
  ["the greater byte first", Buffer.from(`\uFEFF${recorded("server")}`, "utf16le").swap16()],
])("a walk in UTF-16 is read, %s", async (_, walk) => {
  expect(await check("bmc", walk)).toMatchObject({ status: 0, stdout: "bmc: all there, 6 series with 12 samples\n" });
});

test.each([
  ["-OQ", /(?<= = )\w+: /gm],
  ["-Oq", / =(?: \w+:)?/gm],
])("a walk recorded with %s is refused in one sentence", async (option, left) => {
  const { status, stdout, stderr } = await check("ifmib", recorded("switch").replaceAll(left, ""));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe(`${join(folder, "device.walk")} was recorded with ${option}, which leaves out what each value is; use -On alone\n`);
});

test("as JSON it says the same", async () => {
  const { status, stdout } = await check("ifmib", without(recorded("switch"), /2\.2\.1\.14\.10109 /), "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    module: "ifmib",
    missing: [],
    notes: ["ifInErrors (1.3.6.1.2.1.2.2.1.14): not there in 1 of 5 rows: 10109"],
  });
});

test("a file that holds no walk is refused, and so is one that is not there", async () => {
  expect(await check("bmc", "Timeout: No Response from 192.0.2.2\n")).toEqual({
    status: 1,
    stdout: "",
    stderr: `${join(folder, "device.walk")} holds no value (line 1, "Timeout: No Response from 192.0.2.2", is none of snmpwalk -On); record the walk with snmpwalk -On\n`,
  });
  const absent = await called(["snmp", "check", "--module", "bmc", "--walk", join(folder, "none")]);
  expect([absent.status, absent.stderr]).toEqual([
    1,
    expect.stringMatching(/none can't be read: .*ENOENT.*; name what snmpwalk -On printed\n$/),
  ]);
});

test.each([
  ["swich_ext", "(Did you mean switch_ext?)\n"],
  ["vendor", ""],
])("the module %s is misuse: there is none of that name", async (name, guess) => {
  const { status, stdout, stderr } = await check(name, recorded("switch"));
  expect([status, stdout]).toEqual([2, ""]);
  const names = MODULES.map((one) => one.name).join(", ");
  expect(stderr).toContain(
    `error: option '--module <name>' argument '${name}' is invalid. Use one of: ${names}.\n${guess}\nUsage: belfry snmp check`,
  );
});
