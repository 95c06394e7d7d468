import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildSync } from "esbuild";
import { SOURCES } from "../../bin/work/watch";
import { entryOf, serviceNames } from "../../lib/images/entry";
import { bundlerInputs, inputsOf } from "../../lib/images/inputs";
import { EXAMPLE_FILE, ROOT } from "../example";
import { wideTest } from "../wide";
import { called } from "./called";
import { copyOfSources, edit } from "./copy";

jest.setTimeout(240_000);

const isWatched = (file: string) => SOURCES.some((source) => file === source || file.startsWith(`${source}/`));

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
  expect(Object.keys(metafile.inputs).filter((file) => !isWatched(file))).toEqual([]);
});

test("everything that it reads is watched, and so is what the tags of images are made from", async () => {
  const read = jest.spyOn(fs, "readFileSync");
  const { status } = await called(["check", EXAMPLE_FILE]);
  const files = read.mock.calls.map(([file]) => relative(ROOT, String(file)));
  read.mockRestore();
  expect(status).toBe(0);
  const tagged = [...serviceNames().map((name) => inputsOf(entryOf(name))), bundlerInputs()].flatMap(({ sources }) => sources);
  expect(files).toEqual(expect.arrayContaining([...tagged, "package-lock.json", "docs/runbooks/WatchdogOps.md"]));
  // these two are named by whoever calls, and watched beside the sources
  expect([...new Set(files)].filter((file) => !isWatched(file))).toEqual(["images.lock.json", relative(ROOT, EXAMPLE_FILE)]);
});

/** What changes with an alert's summary, which stands on the page of its area too. */
const OF_A_SUMMARY = ["alerts.md", "monitoring-grafana/configmap-dashboards-storage.yml", "monitoring-rules/storage.yml"]
  .map((file) => `changed dist/${file}\n`)
  .join("");

wideTest("--watch prints the files that a change has changed, shows what is wrong, and goes on", async () => {
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
    const signal = AbortSignal.timeout(60_000);
    while (!seen[stream].endsWith(end)) await once(child[stream], "data", { signal });
    const { ...all } = seen;
    seen.stdout = "";
    seen.stderr = "";
    return all;
  };
  const [rules, page] = [join(root, "rules/storage.ts"), join(root, "docs/runbooks/StorageVolumeFaulted.md")];
  try {
    const first = await printed("stdout", "added   dist/streams.tsv\n");
    expect(first.stderr).toBe("");
    expect(first.stdout.split("\n")).toContain("added   dist/alerts.md");

    expect(await printed("stdout", "rules/storage.yml\n", () => edit(rules, "has no working replica", "has lost its replicas"))).toEqual({
      stdout: OF_A_SUMMARY,
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

    // thrown by what runs since the start: its places are those of then, whatever has become of its sources
    const modules = join(root, "bin/work/modules.ts");
    const line =
      readFileSync(modules, "utf8")
        .split("\n")
        .findIndex((text) => text.includes("there is no such file; correct")) + 1;
    edit(modules, "import", "\n\n\nimport");
    const early = await printed("stderr", "\n", () => edit(rules, "\n", '\nimport "./not-yet";\n'));
    expect(early).toEqual({ stdout: "", stderr: expect.stringContaining(`${rules} imports ${join(root, "rules/not-yet")}, and `) });
    expect(early.stderr).toContain(`(${modules}:${line}:`);
    expect(early.stderr).not.toContain("bin/belfry.js");
    writeFileSync(join(root, "rules/not-yet.ts"), "export {};\n");

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

    const lock = join(root, "package-lock.json");
    const { packages } = JSON.parse(readFileSync(lock, "utf8")) as { packages: Record<string, { integrity: string }> };
    const { integrity = "" } = packages["node_modules/home-assistant-js-websocket"] ?? {};
    const pinned = await printed("stdout", "deployment-boiler-bridge.yml\n", () => edit(lock, integrity, "sha512-another"));
    expect(pinned).toEqual({
      stdout: "changed dist/INSTALL.md\nchanged dist/boiler-bridge/deployment-boiler-bridge.yml\n",
      stderr: "",
    });

    const away = await printed("stderr", "\n", () => renameSync(join(root, "rules"), join(root, "away")));
    expect(away).toEqual({ stdout: "", stderr: expect.stringContaining("no such file or directory") });
    renameSync(join(root, "away"), join(root, "rules"));
    const back = await printed("stdout", "rules/storage.yml\n", () => edit(rules, "has lost its replicas", "has no replica"));
    expect(back).toEqual({ stdout: OF_A_SUMMARY, stderr: "" });
  } finally {
    child.kill();
    await once(child, "exit");
    rmSync(root, { recursive: true });
  }
});
