import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { DASHBOARDS_FOLDER, GRAFANA_BUNDLE } from "../../lib/dashboards/files";
import { FOLDER_TITLES, type Folder } from "../../lib/dashboards/folder";
import { DashboardModel } from "../../lib/dashboards/model";
import { REPOSITORY } from "../../lib/images/entry";

/** The dashboards of an output folder, or of what a revision of the repository makes. @throws where it is neither, for people */
export function dashboardsOf(name: string): SavedDashboard[] {
  return isFolder(name) ? dashboardsIn(name) : ofRevision(name);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Below an output, or a folder that holds the folders of dashboards. */
function dashboardsIn(dist: string): SavedDashboard[] {
  const inOutput = join(dist, GRAFANA_BUNDLE, DASHBOARDS_FOLDER);
  const root = isFolder(inOutput) ? inOutput : dist;
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const path = join(root, file);
    const read = DashboardModel.safeParse(parsed(path));
    if (!read.success) throw new Error(`${path} is no dashboard: ${read.error.issues[0]?.path.join(".")} ${read.error.issues[0]?.message}`);
    const folder = FOLDER_TITLES.find((title) => title === basename(dirname(path)));
    return { folder: folder ?? (FOLDER_TITLES[0] as Folder), model: read.data };
  });
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Made with the packages that are installed now. */
function ofRevision(name: string): SavedDashboard[] {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: REPOSITORY, stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 30 });
  try {
    git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  } catch {
    throw new Error(
      `"${name}" is neither a folder nor a revision of the repository; name an output such as dist, or a revision such as main`,
    );
  }
  const root = mkdtempSync(join(tmpdir(), "belfry-revision-"));
  try {
    execFileSync("tar", ["-x", "-C", root], { input: git("archive", name) });
    symlinkSync(join(REPOSITORY, "node_modules"), join(root, "node_modules"));
    const dist = join(root, "dist");
    execFileSync(process.execPath, [join(root, "bin/belfry.cjs"), "synth", join(root, "site.yaml")], {
      cwd: root,
      env: { ...process.env, CDK8S_OUTDIR: dist },
      stdio: ["ignore", "ignore", "pipe"],
    });
    return dashboardsIn(dist);
  } catch (error) {
    const { stderr } = error as { readonly stderr?: Buffer };
    throw new Error(`the dashboards of "${name}" can't be made: ${(stderr?.toString() || (error as Error).message).trim()}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
