/**
 * `npm run cost`: adds a rule, a recording, a detector and an exporter of either kind to a copy of the repository, each as a contributor would, and
 * sees that each costs the files that CONTRIBUTING.md says, that nothing else has to be touched, and that what was added is there.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ADDITIONS, type Addition } from "./additions";

const ROOT = join(__dirname, "..", "..");

function main(): number {
  const folder = mkdtempSync(join(tmpdir(), "belfry-cost-"));
  try {
    const wrong = [...ADDITIONS.flatMap((addition) => alone(addition, join(folder, addition.name))), ...together(join(folder, "all"))];
    for (const one of wrong) console.error(one);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is wrong with an addition by itself. */
function alone(addition: Addition, copy: string): string[] {
  const { name, files, shown } = addition;
  copyTo(copy);
  add(addition, copy);
  const paths = Object.keys(files);
  console.log(`${name}: ${paths.length} files (${paths.join(", ")})`);
  const synth = run(copy, ["bin/belfry.cjs", "synth"]);
  if (synth !== undefined) return [`${name}: the synth refuses it:\n${synth}`];
  const output = join(copy, "dist", shown.file);
  const isShown = existsSync(output) && readFileSync(output, "utf8").includes(shown.text);
  const promised = promisedFiles(name);
  return [
    ...(isShown ? [] : [`${name}: dist/${shown.file} does not hold ${JSON.stringify(shown.text)}`]),
    ...(promised === paths.length ? [] : [`${name}: it costs ${paths.length} files, and CONTRIBUTING.md says ${promised}`]),
  ];
}

/** With all of them no test, no type and no file elsewhere has to follow. */
function together(copy: string): string[] {
  copyTo(copy);
  for (const addition of ADDITIONS) add(addition, copy);
  console.log("all of them: types, format and tests");
  const commands = [
    ["node_modules/typescript/bin/tsc", "--noEmit"],
    ["node_modules/@biomejs/biome/bin/biome", "check", "."],
    ["node_modules/jest/bin/jest.js", "--silent"],
  ];
  return commands.flatMap((command) => {
    const output = run(copy, command);
    return output === undefined ? [] : [`with all of them, ${command.join(" ")} fails:\n${output}`];
  });
}

/** What is known to git here, committed or not. */
function copyTo(copy: string): void {
  const known = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of known.trimEnd().split("\n")) {
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

function add({ files }: Addition, copy: string): void {
  for (const [path, change] of Object.entries(files)) {
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, change(existsSync(file) ? readFileSync(file, "utf8") : ""));
  }
}

/** The output of a program that fails. */
function run(folder: string, args: readonly string[]): string | undefined {
  try {
    execFileSync(process.execPath, args, { cwd: folder, stdio: "pipe", encoding: "utf8" });
    return undefined;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`.slice(-20000);
  }
}

/** The row of CONTRIBUTING.md's table. */
function promisedFiles(name: string): number {
  const [, files] = new RegExp(`^\\| ${name} \\| (\\d+) \\|`, "m").exec(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8")) ?? [];
  return Number(files ?? Number.NaN);
}

process.exitCode = main();
