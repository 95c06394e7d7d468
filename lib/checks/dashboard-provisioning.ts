// Prevents a folder or a dashboard that is generated and never appears, or not as it was generated: no mount, no provider over it, no label, another folder or text.
import type { SavedDashboard } from "../dashboards/dashboard";
import { jsonOf } from "../dashboards/files";
import { FOLDERS } from "../dashboards/folder";
import { fileName, MOST_BYTES, MOST_PACKED, packedBytes } from "../dashboards/pack";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Manifest } from "../gitops/manifest";
import { printYaml } from "../gitops/yaml";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { type Application, type Mounted, type Provider, readApplications } from "./dashboard-applications";

/** What each process of the application allows at least: faster refreshes are what loads the metrics store (specification, part 8). */
const REFRESH = { variable: "GF_DASHBOARDS_MIN_REFRESH_INTERVAL", value: "30s" } as const;

export const dashboardProvisioning: Check = {
  name: "dashboard-provisioning",
  run: (platform) => {
    const { manifests } = platform;
    const applications = readApplications(manifests);
    const placed = placedDashboards(platform);
    return [
      ...sizes(manifests, placed),
      ...applications.flatMap(refresh),
      ...applications.flatMap(sidecars),
      ...applications.flatMap(providerTwins),
      ...placed.flatMap((one) => appears(one, platform, applications)),
    ];
  },
};

/** In every form that one is written in. */
function sizes(manifests: readonly Manifest[], placed: readonly SavedDashboard[]): Finding[] {
  const large = placed.flatMap((one) => {
    const bytes = packedBytes({ uid: one.model.uid, json: jsonOf(one) });
    return bytes <= MOST_PACKED ? [] : [{ one, bytes }];
  });
  const files = new Set(large.map(({ one }) => fileName(one.model.uid)));
  const maps = manifests.flatMap((manifest) => {
    const { kind, data = {} } = manifest.object as Manifest["object"] & { readonly data?: Readonly<Record<string, string>> };
    // what is told by its name
    if (kind !== "ConfigMap" || Object.keys(data).some((file) => files.has(file))) return [];
    const inside = Object.values(data).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    // no sign takes more than six in any form
    if (inside * 6 <= MOST_BYTES) return [];
    const bytes = Math.max(Buffer.byteLength(JSON.stringify(manifest.object)), Buffer.byteLength(printYaml(manifest.object)));
    if (bytes <= MOST_BYTES) return [];
    const what = `it holds ${Math.ceil(bytes / 1024)} KiB, and the API server takes 1 MiB of a ConfigMap with all around it`;
    return [{ where: objectPlace(manifest), what, fix: "split it (packsOf of lib/dashboards/pack.ts), or make what is in it smaller" }];
  });
  return [
    ...large.map(({ one, bytes }) => ({
      where: dashboardPlace(one),
      what: `it takes ${Math.ceil(bytes / 1024)} KiB of a ConfigMap, which has room for ${Math.floor(MOST_PACKED / 1024)}`,
      fix: "make two dashboards of it, each with a question of its own",
    })),
    ...maps,
  ];
}

/** The application takes one of two of a name, and puts what two bring to one uid into one folder. */
function providerTwins({ manifest, providers }: Application): Finding[] {
  const twice = (all: readonly (string | undefined)[]) =>
    new Set(all.filter((one, index) => one !== undefined && all.indexOf(one) < index));
  return [
    ...Array.from(twice(providers.map(({ name }) => name)), (name) => `two of its providers have the name "${name}"`),
    ...Array.from(twice(providers.map(({ folderUid }) => folderUid)), (uid) => `two of its providers have the folderUid "${uid}"`),
  ].map((what) => ({ where: objectPlace(manifest), what, fix: "give each one of its own (lib/dashboards/provider.ts)" }));
}

function refresh({ manifest, variables }: Application): Finding[] {
  if (variables.get(REFRESH.variable) === REFRESH.value) return [];
  return [
    {
      where: objectPlace(manifest),
      what: `it lets a dashboard refresh faster than every ${REFRESH.value}`,
      fix: `set ${REFRESH.variable} to ${REFRESH.value} (components/dashboards/settings.ts)`,
    },
  ];
}

/** What a sidecar writes is read by exactly one provider, from a folder that both containers have. */
function sidecars({ manifest, mounts, providers, sidecar }: Application): Finding[] {
  if (sidecar === undefined) return [];
  const where = objectPlace(manifest);
  const lacking = (["LABEL", "FOLDER", "FOLDER_ANNOTATION", "NAMESPACE"] as const).filter(
    (name) => (sidecar.variables.get(name) ?? "") === "",
  );
  if (lacking.length > 0)
    return [{ where, what: `its sidecar has no ${lacking.join(", ")}`, fix: "set it as a plain variable of the container" }];
  const folder = sidecar.variables.get("FOLDER") ?? "";
  const covering = providers.filter(({ path }) => isBelow(folder, path));
  const shared = [mounts, sidecar.mounts].map((all) => mountOf(all, folder)?.volume);
  return [
    ...(covering.length === 1
      ? []
      : [
          {
            where,
            what: `${covering.length === 0 ? "no provider reads" : `${covering.length} providers read`} ${folder}, where its sidecar writes`,
            fix: "let one provider have it as its path (lib/dashboards/provider.ts)",
          },
        ]),
    ...(shared[0] !== undefined && shared[0] === shared[1]
      ? []
      : [
          {
            where,
            what: `its sidecar writes to ${folder}, and the application finds another volume there`,
            fix: "mount one volume in both",
          },
        ]),
  ];
}

/** Where a dashboard is, and who brings it from there into the application. */
function appears(one: SavedDashboard, { manifests }: Platform, applications: readonly Application[]): Finding[] {
  const where = dashboardPlace(one);
  const file = fileName(one.model.uid);
  const holders = manifests.filter(({ object }) => object.kind === "ConfigMap" && Object.hasOwn(object.data ?? {}, file));
  const [holder] = holders;
  if (holder === undefined || holders.length > 1) {
    const what =
      holder === undefined
        ? "it is in no ConfigMap, and nobody sees it"
        : `it is in ${holders.length} ConfigMaps, and the application would take neither`;
    return [{ where, what, fix: "let folderPacks of components/dashboards/provisioning.ts pack it, once" }];
  }
  const ways =
    FOLDERS[one.folder] === "sidecar"
      ? applications.filter(({ sidecar }) => sidecar !== undefined && isWatched(holder, sidecar.variables, one.folder))
      : applications.filter((application) => isProvided(holder, file, application));
  if (ways.length === 1) return as(one, holder, ways);
  const by = FOLDERS[one.folder] === "sidecar" ? "sidecar" : "provider";
  return [
    {
      where,
      what:
        ways.length === 0
          ? `no ${by} brings ${objectPlace(holder)} into the application, and it never appears`
          : `${ways.length} processes bring it into one database, and each undoes what the other does`,
      fix:
        by === "sidecar"
          ? "label and annotate the ConfigMap as the sidecar's variables ask (components/dashboards/provisioning.ts)"
          : "mount its ConfigMap at the path of one provider, in the Deployment of its namespace (components/dashboards/construct.ts)",
    },
  ];
}

/** What appears is what was generated, in its folder. */
function as(one: SavedDashboard, holder: Manifest, ways: readonly Application[]): Finding[] {
  const where = dashboardPlace(one);
  const file = fileName(one.model.uid);
  const held = (holder.object.data as Readonly<Record<string, unknown>>)[file];
  const folders = new Set(ways.flatMap((way) => providersOver(holder, file, way).map(({ folder }) => folder)));
  folders.delete(one.folder);
  return [
    ...(held === jsonOf(one)
      ? []
      : [
          {
            where,
            what: `${objectPlace(holder)} holds another text than the file of it`,
            fix: "let both be jsonOf of lib/dashboards/files.ts",
          },
        ]),
    ...Array.from(FOLDERS[one.folder] === "sidecar" ? [] : folders, (folder) => ({
      where,
      what: `its provider brings it into the folder ${folder === undefined ? "without a name" : `"${folder}"`}`,
      fix: `let the provider of its path have the folder "${one.folder}" (lib/dashboards/provider.ts)`,
    })),
  ];
}

/** Whether a ConfigMap is one that a sidecar takes, for that folder. */
function isWatched({ object: { metadata } }: Manifest, variables: ReadonlyMap<string, string>, folder: string): boolean {
  const { labels = {}, annotations = {}, namespace = "" } = metadata;
  const [label, value, scope] = ["LABEL", "LABEL_VALUE", "NAMESPACE"].map((name) => variables.get(name) ?? "");
  const isThere = scope === "ALL" || (scope ?? "").split(",").includes(namespace);
  const isLabelled = label !== undefined && Object.hasOwn(labels, label) && (value === "" || labels[label] === value);
  return isThere && isLabelled && annotations[variables.get("FOLDER_ANNOTATION") ?? ""] === folder;
}

/** Whether the file of a ConfigMap lies at the path of exactly one provider. */
function isProvided(holder: Manifest, file: string, application: Application): boolean {
  const isThere = application.manifest.object.metadata.namespace === holder.object.metadata.namespace;
  return isThere && pathsOf(holder, file, application).length === 1 && providersOver(holder, file, application).length === 1;
}

const pathsOf = ({ object: { metadata } }: Manifest, file: string, { mounts }: Application): string[] =>
  mounts.filter(({ maps }) => maps.includes(metadata.name)).map(({ path }) => `${path}/${file}`);

const providersOver = (holder: Manifest, file: string, application: Application): Provider[] =>
  application.providers.filter((provider) => pathsOf(holder, file, application).some((path) => isBelow(path, provider.path)));

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The mount that a path is in: the deepest, where one lies in another. */
function mountOf(mounts: readonly Mounted[], path: string): Mounted | undefined {
  return [...mounts].sort((a, b) => b.path.length - a.path.length).find((mount) => isBelow(path, mount.path));
}
