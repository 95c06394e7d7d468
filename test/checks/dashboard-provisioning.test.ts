import { dashboards as part } from "../../charts/dashboards";
import { dashboardProvisioning } from "../../lib/checks/dashboard-provisioning";
import type { Dashboard } from "../../lib/dashboards/dashboard";
import type { Part } from "../../lib/platform/part";
import type { Platform } from "../../lib/platform/platform";
import { board } from "../dashboards/board";
import { exampleSite } from "../example-site";
import { changesOf } from "../platform-changes";
import { SMALL_PARTS, smallPlatformOf, whats } from "./small-platform";

/** One in a folder of the repository, and one in the sidecar's. */
const BOARDS: readonly Dashboard[] = [board(), board({ uid: "claims", title: "Claims", folder: "Storage" })];

const platformWith = (all: readonly Dashboard[]): Platform =>
  smallPlatformOf(exampleSite(), [...SMALL_PARTS, { ...part, at: (site) => withoutRules(part.at(site)) }], all);
const withoutRules = (content: ReturnType<Part["at"]>) =>
  content && { ...content, declares: { ...content.declares, rules: [], withheld: [] } };

const GOOD = platformWith(BOARDS);
const { change, manifestOf } = changesOf(GOOD);
const found = (platform: Platform) => whats(dashboardProvisioning, platform);

const PEOPLE = "Deployment/grafana";
interface Pod {
  readonly containers: readonly {
    readonly env: readonly { name: string; value?: string }[];
    readonly volumeMounts: readonly { name: string; mountPath: string }[];
  }[];
  readonly volumes: readonly { name: string }[];
}
const podOf = (id: string): Pod => (manifestOf(id).object.spec as { template: { spec: Pod } }).template.spec;

/** A container's variable with another value, or without. */
function withVariable(id: string, container: number, name: string, value: string | undefined): Platform {
  const { env } = podOf(id).containers[container] ?? { env: [] };
  const others = env.filter((one) => one.name !== name);
  return change(id, `spec.template.spec.containers.${container}.env`, value === undefined ? others : [...others, { name, value }]);
}
/** The application's mounts without one, or with others. */
const withMounts = (to: (mounts: Pod["containers"][number]["volumeMounts"]) => unknown): Platform =>
  change(PEOPLE, "spec.template.spec.containers.0.volumeMounts", to(podOf(PEOPLE).containers[0]?.volumeMounts ?? []));
const providers = (from: string | RegExp, to: string): Platform => {
  const { data } = manifestOf("ConfigMap/grafana-providers").object as unknown as { data: Record<string, string> };
  return change("ConfigMap/grafana-providers", ["data", "providers.yaml"], (data["providers.yaml"] ?? "").replace(from, to));
};

const BOARD_LOST =
  'no provider brings dist/monitoring-grafana/configmap-dashboards-overview.yml ConfigMap "dashboards-overview" into the application, and it never appears';
const CLAIMS_LOST =
  'no sidecar brings dist/monitoring-grafana/configmap-dashboards-storage.yml ConfigMap "dashboards-storage" into the application, and it never appears';

test("what is declared appears", () => {
  expect(found(GOOD)).toEqual([]);
});

test("a site without the application has nothing to find", () => {
  const { grafana_url: _, grafana_embed_url: _embed, ...urls } = exampleSite().urls;
  expect(found(smallPlatformOf(exampleSite({ urls }), [...SMALL_PARTS, part], BOARDS))).toEqual([]);
});

test.each<[string, Platform, string]>([
  [
    "a dashboard that is packed into no ConfigMap",
    change("ConfigMap/dashboards-overview", "data", {}),
    "it is in no ConfigMap, and nobody sees it",
  ],
  [
    "a dashboard that two hold",
    change("ConfigMap/dashboards-storage", ["data", "board.json"], "{}"),
    "it is in 2 ConfigMaps, and the application would take neither",
  ],
  ["a folder that is not mounted", withMounts((mounts) => mounts.filter(({ name }) => name !== "dashboards-overview")), BOARD_LOST],
  [
    "one that is mounted where no provider looks",
    withMounts((mounts) => mounts.map((one) => (one.name === "dashboards-overview" ? { ...one, mountPath: "/dashboards" } : one))),
    BOARD_LOST,
  ],
  ["a folder that no provider has", providers(/path: .*overview/, "path: /elsewhere"), BOARD_LOST],
  ["one that two providers have", providers("path: /var/lib/grafana/sidecar", "path: /var/lib/grafana"), BOARD_LOST],
  [
    "a volume of another ConfigMap",
    change(
      PEOPLE,
      "spec.template.spec.volumes",
      podOf(PEOPLE).volumes.map((one) =>
        one.name === "dashboards-overview" ? { name: one.name, projected: { sources: [{ configMap: { name: "other" } }] } } : one,
      ),
    ),
    BOARD_LOST,
  ],
  ["a ConfigMap in another namespace", change("ConfigMap/dashboards-overview", "metadata.namespace", "logging"), BOARD_LOST],
  [
    "a provider that has another folder's title",
    providers("folder: Overview", "folder: Nodes"),
    'its provider brings it into the folder "Nodes"',
  ],
  ["one that has none", providers(/folder: Overview\n */, ""), "its provider brings it into the folder without a name"],
  ["two providers of a name", providers("name: sidecar", "name: overview"), 'two of its providers have the name "overview"'],
  [
    "two that have one folder",
    providers("name: sidecar", "name: sidecar\n    folderUid: overview"),
    'two of its providers have the folderUid "overview"',
  ],
  [
    "a ConfigMap that holds another text than the file",
    change("ConfigMap/dashboards-overview", ["data", "board.json"], "{}"),
    'dist/monitoring-grafana/configmap-dashboards-overview.yml ConfigMap "dashboards-overview" holds another text than the file of it',
  ],
  ["no file of providers", change("ConfigMap/grafana-providers", "data", {}), BOARD_LOST],
  ["a sidecar's dashboard without its label", change("ConfigMap/dashboards-storage", "metadata.labels", {}), CLAIMS_LOST],
  [
    "one that is annotated with another folder",
    change("ConfigMap/dashboards-storage", "metadata.annotations", { grafana_folder: "Nodes" }),
    CLAIMS_LOST,
  ],
  ["a sidecar that looks for another label", withVariable(PEOPLE, 1, "LABEL", "other"), CLAIMS_LOST],
  ["a sidecar that looks for another value", withVariable(PEOPLE, 1, "LABEL_VALUE", "yes"), CLAIMS_LOST],
  ["a sidecar that looks elsewhere", withVariable(PEOPLE, 1, "NAMESPACE", "logging,mail"), CLAIMS_LOST],
  ["a sidecar without a variable", withVariable(PEOPLE, 1, "NAMESPACE", undefined), "its sidecar has no NAMESPACE"],
  [
    "a sidecar's folder that no provider has",
    providers("path: /var/lib/grafana/sidecar", "path: /elsewhere"),
    "no provider reads /var/lib/grafana/sidecar, where its sidecar writes",
  ],
  [
    "a sidecar's folder that is another volume to the application",
    withMounts((mounts) => mounts.filter(({ name }) => name !== "sidecar")),
    "its sidecar writes to /var/lib/grafana/sidecar, and the application finds another volume there",
  ],
  [
    "no least refresh",
    withVariable(PEOPLE, 0, "GF_DASHBOARDS_MIN_REFRESH_INTERVAL", undefined),
    "it lets a dashboard refresh faster than every 30s",
  ],
  [
    "a faster one in frames",
    withVariable("Deployment/grafana-embed", 0, "GF_DASHBOARDS_MIN_REFRESH_INTERVAL", "5s"),
    "it lets a dashboard refresh faster than every 30s",
  ],
  [
    "a ConfigMap that is too large",
    change("ConfigMap/grafana-providers", ["data", "more"], "é".repeat(460 * 1024)),
    "it holds 921 KiB, and the API server takes 1 MiB of a ConfigMap with all around it",
  ],
])("%s", (_, platform, what) => {
  expect(found(platform)).toContain(what);
});

test("a folder of several ConfigMaps is mounted at one path", () => {
  const long = (uid: string) => board({ uid, title: uid, folder: "Nodes", question: "x".repeat(500 * 1024) });
  const platform = platformWith([long("one"), long("two")]);
  expect(
    platform.manifests.flatMap(({ object }) => (object.metadata.name.startsWith("dashboards-") ? [object.metadata.name] : [])),
  ).toEqual(["dashboards-nodes-2", "dashboards-nodes"]);
  expect(found(platform)).toEqual([]);
});

test("one that fills a ConfigMap by itself is told by its name, and once", () => {
  const platform = platformWith([board({ folder: "Nodes", question: '"'.repeat(460 * 1024) })]);
  expect(dashboardProvisioning.run(platform)).toEqual([
    {
      where: 'dashboards/Nodes "board"',
      what: expect.stringMatching(/^it takes 1\d{3} KiB of a ConfigMap, which has room for 896$/),
      fix: "make two dashboards of it, each with a question of its own",
    },
  ]);
});
