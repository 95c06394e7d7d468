import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { SOURCES } from "../../bin/work/watch";
import { ROOT } from "../example";
import { copyOfSources, edit } from "./copy";

jest.setTimeout(60_000);

test("everything that a synth is made from is watched", () => {
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ["main.ts"],
    bundle: true,
    platform: "node",
    packages: "external",
    write: false,
    metafile: true,
    outfile: "main.js",
  });
  const isWatched = (file: string) => file === "main.ts" || SOURCES.some((folder) => file.startsWith(`${folder}/`));
  expect(Object.keys(metafile.inputs).filter((file) => !isWatched(file))).toEqual([]);
});

test("--watch prints the files that a change has changed, shows what is wrong, and goes on", async () => {
  const root = copyOfSources();
  const child = spawn(process.execPath, ["bin/belfry.cjs", "synth", "--watch"], {
    cwd: root,
    env: { ...process.env, SITE: "", CDK8S_OUTDIR: "" },
  });
  const seen = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (seen.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (seen.stderr += text));
  /** What is printed from now on, once it ends as told. */
  const printed = async (stream: "stdout" | "stderr", end: string, change: () => void = () => {}) => {
    change();
    // before the test's own limit, after which nothing would end the process
    const signal = AbortSignal.timeout(20_000);
    while (!seen[stream].endsWith(end)) await once(child[stream], "data", { signal });
    const { ...all } = seen;
    seen.stdout = "";
    seen.stderr = "";
    return all;
  };
  const [rules, page] = [join(root, "rules/storage.ts"), join(root, "docs/runbooks/StorageVolumeFaulted.md")];
  try {
    const first = await printed("stdout", "added   dist/series.tsv\n");
    expect(first.stderr).toBe("");
    expect(first.stdout.split("\n")).toContain("added   dist/alerts.md");

    expect(await printed("stdout", "storage.yml\n", () => edit(rules, "has no working replica", "has lost its replicas"))).toEqual({
      stdout: "changed dist/alerts.md\nchanged dist/monitoring-rules/storage.yml\n",
      stderr: "",
    });
    expect(readFileSync(join(root, "dist/monitoring-rules/storage.yml"), "utf8")).toContain("has lost its replicas");

    const right = readFileSync(rules, "utf8");
    const syntax = await printed("stderr", "\n", () => edit(rules, "\n", "\nconst = 1;\n"));
    expect(syntax).toEqual({ stdout: "", stderr: expect.stringContaining(`${rules}:2:6: `) });
    const thrown = await printed("stderr", "\n", () => edit(rules, "const = 1;", 'throw new Error("of a rule");'));
    expect(thrown).toEqual({ stdout: "", stderr: expect.stringContaining(`Error: of a rule\n    at ${rules}:2:`) });
    edit(rules, 'throw new Error("of a rule");\n', "");
    expect(readFileSync(rules, "utf8")).toBe(right);

    expect(await printed("stdout", "\n", () => edit(page, "\n## Mitigation", "\nAlso.\n\n## Mitigation"))).toEqual({
      stdout: "changed dist/runbooks/StorageVolumeFaulted.md\n",
      stderr: "",
    });

    const site = await printed("stderr", "\n", () => edit(join(root, "site.yaml"), "scale: single", "scale: double"));
    expect(site).toEqual({ stdout: "", stderr: expect.stringMatching(/^site\.yaml:\d+:8 scale: "double" is not an allowed value/) });
    edit(join(root, "site.yaml"), "scale: double", "scale: single");

    // not part of the synth's own sources, but of the tag of an image
    const service = join(root, "components/relay/service/main.ts");
    const tag = await printed("stdout", "deployment-relay.yml\n", () => edit(service, "\n", "\n// another\n"));
    expect(tag).toEqual({ stdout: "changed dist/INSTALL.md\nchanged dist/monitoring-relay/deployment-relay.yml\n", stderr: "" });
  } finally {
    child.kill();
    await once(child, "exit");
    rmSync(root, { recursive: true });
  }
});
