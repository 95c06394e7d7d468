// Prevents a folder or a dashboard that is generated and never appears: no mount, no provider over it, no label.
import type { SavedDashboard } from "../dashboards/dashboard";
import { FOLDERS } from "../dashboards/folder";
import { MOST_BYTES } from "../dashboards/pack";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Manifest } from "../gitops/manifest";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { type Application, type Mounted, readApplications } from "./dashboard-applications";

/** What each process of the application allows at least: faster refreshes are what loads the metrics store (specification, part 8). */
const REFRESH = { variable: "GF_DASHBOARDS_MIN_REFRESH_INTERVAL", value: "30s" } as const;

export const dashboardProvisioning: Check = {
  name: "dashboard-provisioning",
  run: (platform) => {
    const { manifests } = platform;
    const applications = readApplications(manifests);
    const placed = placedDashboards(platform);
    return [
      ...sizes(manifests),
      ...applications.flatMap(refresh),
      ...applications.flatMap(sidecars),
      ...placed.flatMap((one) => appears(one, platform, applications)),
    ];
  },
};

function sizes(manifests: readonly Manifest[]): Finding[] {
  return manifests.flatMap((manifest) => {
    const { kind, data = {} } = manifest.object as Manifest["object"] & { readonly data?: Readonly<Record<string, string>> };
    if (kind !== "ConfigMap") return [];
    const bytes = Object.values(data).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes <= MOST_BYTES) return [];
    const what = `it holds ${Math.ceil(bytes / 1024)} KiB, and the API server takes 1 MiB of a ConfigMap with all around it`;
    return [{ where: objectPlace(manifest), what, fix: "split it (packsOf of lib/dashboards/pack.ts), or make what is in it smaller" }];
  });
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
  const file = `${one.model.uid}.json`;
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
  if (ways.length === 1) return [];
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

/** Whether a ConfigMap is one that a sidecar takes, for that folder. */
function isWatched({ object: { metadata } }: Manifest, variables: ReadonlyMap<string, string>, folder: string): boolean {
  const { labels = {}, annotations = {}, namespace = "" } = metadata;
  const [label, value, scope] = ["LABEL", "LABEL_VALUE", "NAMESPACE"].map((name) => variables.get(name) ?? "");
  const isThere = scope === "ALL" || (scope ?? "").split(",").includes(namespace);
  const isLabelled = label !== undefined && Object.hasOwn(labels, label) && (value === "" || labels[label] === value);
  return isThere && isLabelled && annotations[variables.get("FOLDER_ANNOTATION") ?? ""] === folder;
}

/** Whether the file of a ConfigMap lies at the path of exactly one provider. */
function isProvided({ object: { metadata } }: Manifest, file: string, { manifest, mounts, providers }: Application): boolean {
  if (manifest.object.metadata.namespace !== metadata.namespace) return false;
  const paths = mounts.filter(({ maps }) => maps.includes(metadata.name)).map(({ path }) => `${path}/${file}`);
  return paths.length === 1 && paths.every((path) => providers.filter((provider) => isBelow(path, provider.path)).length === 1);
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The mount that a path is in: the deepest, where one lies in another. */
function mountOf(mounts: readonly Mounted[], path: string): Mounted | undefined {
  return [...mounts].sort((a, b) => b.path.length - a.path.length).find((mount) => isBelow(path, mount.path));
}
