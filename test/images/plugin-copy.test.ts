import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginArguments } from "../../lib/images/plugin-image";

test("the image's program copies folders with their files, programs as programs, over what a last start left", () => {
  const folder = mkdtempSync(join(tmpdir(), "plugins-"));
  try {
    const [from, to] = [join(folder, "plugins"), join(folder, "data", "plugins")];
    mkdirSync(join(from, "source"), { recursive: true });
    writeFileSync(join(from, "source", "gpx_linux"), "program", { mode: 0o755 });
    const copy = () =>
      execFileSync(
        process.execPath,
        pluginArguments(to).map((one) => (one === "/plugins" ? from : one)),
      );
    copy();
    copy();
    const copied = join(to, "source", "gpx_linux");
    expect([readFileSync(copied, "utf8"), statSync(copied).mode & 0o111]).toEqual(["program", 0o111]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
