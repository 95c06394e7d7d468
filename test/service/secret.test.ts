import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentSecret } from "../../lib/service/secret";

const folder = mkdtempSync(join(tmpdir(), "secret-"));
const file = join(folder, "token");
afterAll(() => rmSync(folder, { recursive: true }));

test("from a file is the file's present text, trimmed", () => {
  const secret = currentSecret("old", file);
  writeFileSync(file, "  one\n");
  expect(secret()).toBe("one");
  writeFileSync(file, "two");
  expect(secret()).toBe("two");
});

test("stays while its file is empty or gone", () => {
  const secret = currentSecret("first", file);
  writeFileSync(file, "\n");
  expect(secret()).toBe("first");
  rmSync(file);
  expect(secret()).toBe("first");
});

test("without a file is what it was", () => expect(currentSecret("fixed", undefined)()).toBe("fixed"));

test("is the new one when the cluster replaces the folder behind the mount's link", () => {
  const mount = join(folder, "mount");
  mkdirSync(mount);
  /** As the kubelet does it: a new folder, then one rename of the link that all files lead through. */
  const write = (version: string, text: string) => {
    mkdirSync(join(mount, version));
    writeFileSync(join(mount, version, "token"), text);
    symlinkSync(version, join(mount, "..data_tmp"));
    renameSync(join(mount, "..data_tmp"), join(mount, "..data"));
  };
  write("..1", "old");
  symlinkSync(join("..data", "token"), join(mount, "token"));
  const secret = currentSecret("old", join(mount, "token"));
  expect(secret()).toBe("old");
  write("..2", "new");
  rmSync(join(mount, "..1"), { recursive: true });
  expect(secret()).toBe("new");
});
