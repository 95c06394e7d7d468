import { projectName, projectRequirements } from "../gitops/project";
import { gitopsTarget } from "../gitops/target";
import type { Platform } from "../platform/platform";
import { type ApplicationAtSite, applicationsOf, rootApplication } from "./applications";
import { cdKubectl, isRemote } from "./clusters";
import { blocks, code, list, shell, table } from "./markdown";
import { synthCommand } from "./site-file";
import { storesOfNamespaces } from "./stores";

/** Commit, the one apply by hand, and how each Application is seen to work. */
export function apply(platform: Platform, step: number, siteFile: string, lockFile: string): string {
  const { site, manifests } = platform;
  const { repository, revision, path } = site.gitops;
  const checkout = `../${(repository.split(/[/:]/).at(-1) ?? "").replace(/\.git$/, "")}`;
  const root = rootApplication(platform);
  const project = manifests.find(({ object }) => object.kind === "AppProject");
  const fileOf = (file: string) => `${checkout}/${path}/${file}`;
  const byHand = [project?.file, root.manifest.file].flatMap((file) => (file === undefined ? [] : [`-f ${fileOf(file)}`]));
  return blocks(
    `## ${step}. Commit and apply`,
    `### Commit`,
    `The CD tool applies the folder ${code(path)} of ${code(repository)} at ${code(revision)}, which has to be a branch that you may push to. It needs to be able to read that repository (a repository credential of Argo CD's own).`,
    shell(
      `git clone --branch ${revision} ${repository} ${checkout}`,
      synthCommand(siteFile, `${checkout}/${path}`, lockFile),
      `git -C ${checkout} add --all ${path}`,
      `git -C ${checkout} commit --message "belfry: ${site.cluster.name}"`,
      `git -C ${checkout} push`,
    ),
    "From now on each change is these last four commands, or a merge: `docs/pull-requests.md` of belfry's repository has the workflow that reviews and publishes.",
    isRemote(platform) ? registration(platform) : "",
    `### The first apply, by hand`,
    project === undefined ? ownProject(platform) : "",
    `Once${isRemote(platform) ? ", in the CD tool's own cluster" : ""}: ${project === undefined ? "" : "the project that bounds the rest, and "}the Application that applies all others and from then on itself.`,
    shell(`${cdKubectl(platform)} apply --server-side --field-manager argocd-controller ${byHand.join(" ")}`),
    storesOfNamespaces(platform),
    ...platform.prerequisites.flatMap(({ name, afterApply }) => (afterApply ? [`### ${name}: after the apply`, afterApply(platform)] : [])),
    `### What becomes healthy, in this order`,
    table(
      ["Wave", "Applications"],
      wavesOf(applicationsOf(platform)).map(([wave, applications]) => [
        String(wave),
        applications.map(({ name }) => code(name)).join(", "),
      ]),
    ),
    shell(`${cdKubectl(platform)} -n ${root.namespace} get applications`),
    "All say `Synced` and `Healthy` in the end. Then each step by itself:",
    list(applicationsOf(platform).flatMap((application) => look(application, platform))),
    "An Application that stays `OutOfSync` or `Degraded` says why in its own `status`; a pod that does not start, in its events.",
  );
}

/** How Argo CD comes to know a cluster that it does not run in (its documentation, operator-manual/declarative-setup, Clusters). */
function registration({ site }: Platform): string {
  const { cluster, gitops, namespaces } = site;
  return blocks(
    "### Register the cluster with the CD tool",
    `Argo CD applies to a cluster that it does not run in when that one is registered, under exactly ${code(gitops.destination)}: so the Applications name it. With the CLI logged in there, and a context of your kubeconfig whose \`server\` is that address, which Argo CD has to reach:`,
    shell(`argocd cluster add <context> --name ${cluster.name}`, "argocd cluster list"),
    `The list shows the address. The command makes a ServiceAccount for Argo CD that may do everything in that cluster, and keeps its token in ${code(namespaces.gitops)}, in a Secret with the label \`argocd.argoproj.io/secret-type: cluster\`; whoever keeps such Secrets by other means makes one there instead.`,
  );
}

/** What somebody else's project has to let through. */
function ownProject(platform: Platform): string {
  const { repositories, destinations, clusterKinds } = projectRequirements(platform.site, platform);
  return blocks(
    `The project ${code(projectName(gitopsTarget(platform.site)))} is yours. It has to allow:`,
    list([
      `\`sourceRepos\`: ${repositories.map(code).join(", ")}`,
      `\`destinations\`: ${destinations.map(({ server, namespace }) => code(`${namespace} at ${server}`)).join(", ")}`,
      `\`clusterResourceWhitelist\`: ${clusterKinds.map(({ group, kind }) => code(group === "" ? kind : `${kind}.${group}`)).join(", ")}`,
    ]),
  );
}

function wavesOf(applications: readonly ApplicationAtSite[]): [number, ApplicationAtSite[]][] {
  return [...new Set(applications.map(({ wave }) => wave))].map((wave) => [wave, applications.filter((one) => one.wave === wave)]);
}

/** How it is seen to work, by what is in it: kind -> what its command shows. The kinds of one bundle that says nothing else are asked for as a list. */
const SHOWN: Readonly<Record<string, string>> = {
  Namespace: "each is `Active`",
  ExternalSecret: "each is `SecretSynced`: a value that is missing in the store is named in its events",
  VMRule: "each is `operational`",
  ClusterFlow: "each is active and has no problem",
};

const OPERATOR_MADE = ["VMSingle", "VMCluster", "VMAuth", "VMAgent", "VMAlert", "VMAlertmanager"];

function look({ name, bundle, chart }: ApplicationAtSite, platform: Platform): string[] {
  const found = bundle === undefined ? ofChart(chart, platform) : ofBundle(bundle, platform);
  return found.map(({ command, shows }) => `${code(name)}: ${code(command)}, ${shows}`);
}

interface Look {
  readonly command: string;
  readonly shows: string;
}

function ofChart(chart: string | undefined, { charts }: Platform): Look[] {
  const owns = charts.find(({ name }) => name === chart)?.owns ?? [];
  return owns
    .filter(({ kind }) => kind === "DaemonSet" || kind === "Deployment")
    .map(({ kind, name, namespace }) => rollout(kind, name, namespace));
}

function rollout(kind: string, name: string, namespace: string | undefined): Look {
  return { command: `kubectl -n ${namespace} rollout status ${kind.toLowerCase()}/${name}`, shows: "it ends" };
}

function ofBundle(bundle: string, { manifests }: Platform): Look[] {
  const own = manifests.filter((one) => one.bundle === bundle).map(({ object }) => object);
  const listed = Object.entries(SHOWN).flatMap(([kind, shows]) => {
    const ofKind = own.filter((object) => object.kind === kind);
    const namespaces = [...new Set(ofKind.map(({ metadata }) => metadata.namespace))];
    const names = kind === "Namespace" ? ` ${ofKind.map(({ metadata }) => metadata.name).join(" ")}` : "";
    return namespaces.map((namespace): Look => {
      return { command: `kubectl ${namespace === undefined ? "" : `-n ${namespace} `}get ${kind.toLowerCase()}s${names}`, shows };
    });
  });
  const deployed = own
    .filter(({ kind }) => kind === "Deployment")
    .map(({ kind, metadata }) => rollout(kind, metadata.name, metadata.namespace));
  const made = own
    .filter(({ kind }) => OPERATOR_MADE.includes(kind))
    .map(({ kind, metadata }): Look => {
      return { command: `kubectl -n ${metadata.namespace} get ${kind.toLowerCase()} ${metadata.name}`, shows: "it is `operational`" };
    });
  return [...listed, ...made, ...deployed];
}
