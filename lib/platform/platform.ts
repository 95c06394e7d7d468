import { App } from "cdk8s";
import { inhibitionsOf } from "../alerts/inhibits";
import { ownAlerts } from "../alerts/rule";
import { setAutoscaler } from "../autoscaling/autoscaling";
import { Bundle, type BundleDeclaration } from "../gitops/bundle";
import { type Manifest, manifestsOf } from "../gitops/manifest";
import type { Pin } from "../images/locked-images";
import { scrapeConnections } from "../metrics/scrape-connection";
import type { Connection } from "../network/connection";
import { resolvePaths } from "../network/paths";
import type { Site } from "../site/schema";
import { dashboardsAtSite } from "./dashboards-at-site";
import { together } from "./declarations";
import { withImages } from "./named-images";
import type { Part, Whole } from "./part";
import { rulesAtSite, together as waitingTogether } from "./rules-at-site";
import { requireParts, requireShapes } from "./shapes";
import { unwatchedCautions } from "./unwatched";

/** Everything that was declared, and what became of it. */
export interface Platform extends Whole {
  readonly site: Site;
  /** Connections to an address that nothing declared serves. */
  readonly lost: readonly Connection[];
  /** Alerts of ours that have nothing to look at here: their runbook pages stay. */
  readonly dormantAlerts: readonly string[];
  /** Runbook pages by alert name. */
  readonly runbooks: ReadonlyMap<string, string>;
  /** How our images are called. */
  readonly ownImages: readonly string[];
  /** What the manifests say in place of an image that is declared: with its digest, where the lock has it. */
  readonly pinned: Pin;
  /** Built where they are first asked for: most of what asks a platform asks what it declares. */
  readonly manifests: readonly Manifest[];
}

export interface PlatformProps {
  readonly site: Site;
  readonly parts: readonly Part[];
  /** Runbook pages by alert name. */
  readonly runbooks: ReadonlyMap<string, string>;
  /** The bundle that applies the bundles. */
  readonly gitops: (site: Site, whole: Whole, bundles: readonly BundleDeclaration[]) => BundleDeclaration;
  /** How our images are called. */
  readonly ownImages: readonly string[];
  /** @default - no image is locked */
  readonly pinned?: Pin;
}

/** Puts the parts together: first what all of them declare, then the bundles that each builds from the whole. */
export function assemble({ site, parts, runbooks, gitops, ownImages, pinned = (reference) => reference }: PlatformProps): Platform {
  const twin = parts.find(({ name }, index) => parts.findIndex((other) => other.name === name) !== index);
  if (twin !== undefined) throw new Error(`part "${twin.name}" is listed twice; list it once in charts/platform.ts`);
  const atSite = parts.map((part) => ({ part, content: part.at(site) }));
  requireParts(atSite);
  const absent = atSite.flatMap(({ part, content }) => (content === undefined ? [part] : []));
  const present = atSite.flatMap(({ content }) => content ?? []);
  const declarations = together(present.map(({ declares }) => declares ?? {}));
  requireShapes(declarations);
  const connections = [...declarations.connections, ...scrapeConnections(declarations.agent, declarations.scrapes)];
  const { paths, lost } = resolvePaths(connections, declarations.workloads, site);
  const { rules, leftOut } = rulesAtSite(declarations.rules, declarations.scrapes, declarations.absentExporters);
  const dormant = absent.flatMap((part) => part.dormant?.(site) ?? []);
  const { dashboards, leftOut: withoutData } = dashboardsAtSite({
    ...declarations,
    rules,
    leftOut,
    dormant: [...dormant, ...declarations.withheld],
    hasApplication: site.urls.grafana_url !== undefined,
  });
  const waiting = { leftOut: waitingTogether([...leftOut, ...declarations.withheld, ...dormant, ...withoutData]) };
  const routing = { ...declarations.routing, inhibitions: [...declarations.routing.inhibitions, ...inhibitionsOf(rules)] };
  const whole: Whole = { ...declarations, routing, rules, dashboards, waiting, connections, paths };

  const bundles = present.flatMap(({ bundles: of }) => of?.(whole) ?? []);
  const built = () => {
    const app = new App();
    setAutoscaler(app, site.autoscaling !== undefined);
    for (const { name, namespace, build } of [...bundles, gitops(site, whole, bundles)]) build(new Bundle(app, name, { namespace }));
    return manifestsOf(app).map((manifest) => ({ ...manifest, object: withImages(manifest.object, pinned) }));
  };
  let manifests: readonly Manifest[] | undefined;
  return {
    ...whole,
    site,
    lost,
    cautions: [...whole.cautions, ...unwatchedCautions(site, rules)],
    dormantAlerts: dormantOf(whole),
    runbooks,
    ownImages,
    pinned,
    get manifests() {
      manifests ??= built();
      return manifests;
    },
  };
}

/** What is left out of one component may stand for another. */
function dormantOf({
  rules,
  waiting,
  dormantDetections,
  logAlerts,
}: Pick<Whole, "rules" | "waiting" | "dormantDetections" | "logAlerts">): string[] {
  const awake = new Set([...ownAlerts(rules).map(({ rule }) => rule.name), ...logAlerts.map(({ name }) => name)]);
  const names = waiting.leftOut.flatMap(({ rules, logAlerts = [] }) => [
    ...rules.flatMap((rule) => (rule.kind === "alert" ? [rule.name] : [])),
    ...logAlerts,
  ]);
  return [...dormantDetections, ...new Set(names)].filter((name) => !awake.has(name));
}
