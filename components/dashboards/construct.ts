import { Construct } from "constructs";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { FOLDERS, type Folder } from "../../lib/dashboards/folder";
import { pathOf, providersOf, SIDECAR_PATH } from "../../lib/dashboards/provider";
import { WAVE } from "../../lib/gitops/stage";
import { printConfiguration } from "../../lib/gitops/yaml";
import { pluginArguments, pluginImageReference } from "../../lib/images/plugin-image";
import { ConfigMap, type Probe } from "../../lib/kubernetes/core";
import { labelsOf } from "../../lib/kubernetes/labels";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { pullSecret } from "../../lib/workloads/image-pull";
import type { PostgresCluster } from "../../lib/workloads/postgres-cluster";
import { spareReplicas } from "../../lib/workloads/replicas";
import { probesOf, restrictedWorkload } from "../../lib/workloads/restricted-workload";
import type { MountedFolder, Sidecar } from "../../lib/workloads/restricted-workload-props";
import { logsVariables } from "./credentials";
import { dataSourcesFile } from "./data-sources";
import { pluginsImage } from "./plugins";
import { type FolderPacks, folderPacks } from "./provisioning";
import { framesVariables, peopleVariables } from "./settings";
import { dashboardSidecar, firstDashboards, sidecarRights } from "./sidecar";

/**
 * The last line of releases that has the metrics' data source in itself: from 13.2 on it is a plugin that is unpacked or downloaded at
 * start, and fails where the root file system is read-only (grafana/grafana#129166, #131490).
 */
const IMAGE = "grafana/grafana:13.1.5";
/** The user of its image. */
const USER = 472;

const DATA = "/var/lib/grafana";
const PROVISIONING = "/etc/grafana/provisioning";

/** What it writes beside its database: unpacked plugins, sockets to them, and pictures. Nothing of it is missed. */
const WRITTEN: readonly MountedFolder[] = [
  { name: "written", path: DATA, source: { emptyDir: { sizeLimit: "1Gi" } }, isWritten: true },
  { name: "tmp", path: "/tmp", source: { emptyDir: { sizeLimit: "128Mi" } }, isWritten: true },
];

/** Listens when its database has the tables of its release, which a first start makes; then it is alive whatever becomes of the database. */
const ALIVE: Probe = { httpGet: { path: "/healthz", port: "http" } };
const READY: Probe = { httpGet: { path: "/api/health", port: "http" } };
const { startupProbe, ...PROBES } = probesOf(ALIVE, READY);
const probes = { ...PROBES, startupProbe: { ...startupProbe, failureThreshold: 600 } };

const resources = (site: Site) => ({
  // not measured: the release's own documentation asks for 512 MB at least
  cpu: bySize(site, "services", { default: { request: "100m", limit: "1" }, small: { request: "10m", limit: "500m" } }),
  memory: bySize(site, "services", { default: "512Mi", small: { request: "128Mi", limit: "320Mi" } }),
  autoscaling: { mode: "Off", because: "opening a page with many panels takes all of it at once, and rests in between" } as const,
});

/** What people see first, where it is among the pages. */
const HOME = { people: "home-overview", frames: "rack-status" } as const;

export interface PeopleProps {
  readonly url: string;
  readonly workload: Workload;
  readonly database: PostgresCluster;
  readonly placed: readonly SavedDashboard[];
}

/** What people log in to: it alone reads files, so that no two bring the same into one database. */
export function peopleApplication(parent: Construct, site: Site, { url, workload, database, placed }: PeopleProps): void {
  const { name, namespace } = workload;
  const scope = new Construct(parent, name);
  const folders = folderPacks(placed);
  const home = placed.find(({ model }) => model.uid === HOME.people);
  const files = provisioningFiles(site, folders);
  for (const { map, data } of files) {
    new ConfigMap(scope, map, { metadata: { name: map, namespace, labels: labelsOf(map, "dashboards") }, data: { ...data } });
  }
  restrictedWorkload(scope, {
    ...resources(site),
    name,
    namespace,
    role: "dashboards",
    // two would not have the sidecar's files at the same moment, and each would take away what only the other has
    replicas: 1,
    isAlone: true,
    image: IMAGE,
    env: [...peopleVariables(site, url, database, home && fileOf(home)), ...logsVariables(site)],
    port: portOf(workload, "http"),
    probes,
    user: USER,
    config: {},
    credentials: [],
    folders: [
      ...WRITTEN,
      ...files.map(
        ({ kind, map }): MountedFolder => ({ name: map, path: `${PROVISIONING}/${kind}`, source: { configMap: { name: map } } }),
      ),
      ...folders.filter(({ folder }) => FOLDERS[folder] === "repository").map(mountedPacks),
      { name: "sidecar", path: SIDECAR_PATH, source: { emptyDir: { sizeLimit: "64Mi" } }, isWritten: true },
    ],
    readOnce: Object.fromEntries(files.map(({ map, data }) => [map, data])),
    before: [plugins(site), firstDashboards],
    pullSecret: pullSecret(site),
    sidecars: [dashboardSidecar],
    callsApi: true,
  });
  sidecarRights(scope, workload);
}

/** Copies what was taken in where the image was built. */
const plugins = (site: Site): Sidecar => ({
  name: "plugins",
  image: pluginImageReference(site, pluginsImage),
  args: pluginArguments(`${DATA}/plugins`),
  cpu: { request: "5m", limit: "500m" },
  memory: { request: "48Mi", limit: "96Mi" },
});

/** One path for all ConfigMaps of a folder, so that it may become several without the provider being told. */
function mountedPacks({ folder, packs }: FolderPacks): MountedFolder {
  return {
    name: packs[0]?.name ?? "",
    path: pathOf(folder),
    source: { projected: { sources: packs.map(({ name }) => ({ configMap: { name } })) } },
  };
}

const fileOf = ({ folder, model }: SavedDashboard): string | undefined =>
  FOLDERS[folder] === "repository" ? `${pathOf(folder)}/${model.uid}.json` : undefined;

/** A ConfigMap that is read when the application starts. */
interface ProvisioningFile {
  /** Of what, as the folder is called in which it looks. */
  readonly kind: "dashboards" | "datasources";
  readonly map: string;
  readonly data: Readonly<Record<string, string>>;
}

function provisioningFiles(site: Site, folders: readonly FolderPacks[]): ProvisioningFile[] {
  const titles = folders.map(({ folder }): Folder => folder);
  return [
    { kind: "dashboards", map: "grafana-providers", data: { "providers.yaml": printConfiguration(providersOf(titles)) } },
    { kind: "datasources", map: "grafana-data-sources", data: { "data-sources.yaml": printConfiguration(dataSourcesFile(site)) } },
  ];
}

/** What is shown in frames: it reads from the database what the other wrote there. */
export function framesApplication(parent: Construct, site: Site, { url, workload, database, placed }: PeopleProps): void {
  const { name, namespace } = workload;
  const home = placed.some(({ model }) => model.uid === HOME.frames) ? `/d/${HOME.frames}?kiosk` : undefined;
  const deployment = restrictedWorkload(new Construct(parent, name), {
    ...resources(site),
    name,
    namespace,
    role: "dashboards",
    replicas: spareReplicas(site),
    image: IMAGE,
    env: framesVariables(site, url, database, home),
    port: portOf(workload, "http"),
    probes,
    user: USER,
    config: {},
    credentials: [],
    folders: WRITTEN,
  });
  // after the other, which makes the tables that both use
  deployment.metadata.addAnnotation(WAVE, "1");
}
