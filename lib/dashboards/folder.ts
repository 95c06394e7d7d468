/**
 * The folders of the dashboard application, in the order of its list. Those of the repository are mounted into its pods; the others reach it as labelled
 * ConfigMaps by a sidecar, as what charts ship does (specification, part 1, dashboard provisioning).
 */
export const FOLDERS = {
  Overview: "repository",
  Cluster: "sidecar",
  Nodes: "repository",
  Storage: "sidecar",
  Backups: "repository",
  "Metrics Store": "repository",
  Logging: "repository",
  Alerting: "repository",
  Probes: "repository",
  Network: "repository",
  Security: "repository",
  Services: "repository",
} as const satisfies Readonly<Record<string, "repository" | "sidecar">>;

/** Its title. */
export type Folder = keyof typeof FOLDERS;

export const FOLDER_TITLES = Object.keys(FOLDERS) as readonly Folder[];

/** The folder as names of objects, tags and addresses have it. */
export const slugOf = (folder: Folder): string => folder.toLowerCase().replaceAll(" ", "-");
