import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { FOLDER_ANNOTATION, SIDECAR_LABEL, SIDECAR_VALUE } from "../../components/dashboards/provisioning";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { DASHBOARDS_FOLDER, GRAFANA_BUNDLE } from "../../lib/dashboards/files";
import { FOLDER_TITLES, type Folder } from "../../lib/dashboards/folder";
import { DashboardModel } from "../../lib/dashboards/model";
import { REPOSITORY } from "../../lib/images/entry";
import { INSTALL_FILE } from "../../lib/install/page";
import { messageOf } from "../../lib/message-of";

/** The dashboards of an output folder, or of what a revision of the repository makes. @throws where it is neither, for people */
export function dashboardsOf(name: string): SavedDashboard[] {
  return isFolder(name) ? dashboardsIn(name) : ofRevision(name);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Below an output, or a folder that holds the folders of dashboards. */
function dashboardsIn(dist: string): SavedDashboard[] {
  const bundle = join(dist, GRAFANA_BUNDLE);
  const inOutput = join(bundle, DASHBOARDS_FOLDER);
  const found = [...filesBelow(isFolder(bundle) ? inOutput : dist), ...inConfigMaps(bundle)];
  if (found.length === 0 && !existsSync(join(dist, INSTALL_FILE)))
    throw new Error(`${dist} holds no dashboards; name an output such as dist, or a folder with JSON files of dashboards`);
  const places = new Map<string, string>();
  return found.map(({ place, text, folder }) => {
    const read = DashboardModel.safeParse(parsed(place, text));
    if (!read.success)
      throw new Error(`${place} is no dashboard: ${read.error.issues[0]?.path.join(".")} ${read.error.issues[0]?.message}`);
    const { uid } = read.data;
    const known = places.get(uid);
    if (known !== undefined) throw new Error(`${known} and ${place} have the same uid "${uid}"; give one of them another`);
    places.set(uid, place);
    return { folder: FOLDER_TITLES.find((title) => title === folder) ?? (FOLDER_TITLES[0] as Folder), model: read.data };
  });
}

/** A dashboard's JSON, with the file that it is read from. */
interface Text {
  readonly place: string;
  readonly text: string;
  readonly folder: string | undefined;
}

function filesBelow(root: string): Text[] {
  if (!isFolder(root)) return [];
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const place = join(root, file);
    return { place, text: readFileSync(place, "utf8"), folder: basename(dirname(place)) };
  });
}

/** What the sidecar is given is written nowhere else; the other ConfigMaps hold what the files do. */
function inConfigMaps(bundle: string): Text[] {
  if (!isFolder(bundle)) return [];
  const files = readdirSync(bundle).filter((file) => /^configmap-.*\.ya?ml$/.test(file));
  return files.sort().flatMap((file) => {
    const path = join(bundle, file);
    const read = SidecarMap.safeParse(loadYaml(path));
    if (!read.success) return [];
    const { metadata, data } = read.data;
    return Object.entries(data).map(([name, text]) => ({
      place: `${path} "${name}"`,
      text,
      folder: metadata.annotations[FOLDER_ANNOTATION],
    }));
  });
}

const SidecarMap = z.object({
  metadata: z.object({
    labels: z.object({ [SIDECAR_LABEL]: z.literal(SIDECAR_VALUE) }),
    annotations: z.object({ [FOLDER_ANNOTATION]: z.string() }),
  }),
  data: z.record(z.string(), z.string()),
});

function loadYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} is no YAML: ${messageOf(error)}`);
  }
}

function parsed(place: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${place} is no JSON: ${messageOf(error)}`);
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
