import { TAKES_ALONG } from "../gitops/application";
import type { Manifest } from "../gitops/manifest";
import { WAVE } from "../gitops/stage";
import type { Platform } from "../platform/platform";

/** An Application of the output, and what it applies. */
export interface ApplicationAtSite {
  readonly manifest: Manifest;
  readonly name: string;
  readonly namespace: string;
  readonly wave: number;
  /** It takes what it applied along when it goes. */
  readonly takesAlong: boolean;
  /** The bundle that it applies; a chart has none. */
  readonly bundle?: string;
  /** The chart that it installs; a bundle has none. */
  readonly chart?: string;
  /** Folder in the repository. */
  readonly path?: string;
}

interface Source {
  readonly path?: string;
  readonly chart?: string;
  readonly helm?: { readonly releaseName?: string };
}

/** In the order in which they are applied. */
export function applicationsOf({ manifests }: Pick<Platform, "manifests">): ApplicationAtSite[] {
  const bundles = new Set(manifests.map(({ bundle }) => bundle));
  return manifests
    .filter(({ object }) => object.kind === "Application")
    .map((manifest): ApplicationAtSite => {
      const { name, namespace = "", annotations = {}, finalizers = [] } = manifest.object.metadata as Metadata;
      const { path, chart, helm } = (manifest.object.spec as { source: Source }).source;
      const last = path?.split("/").at(-1) ?? "";
      return {
        manifest,
        name,
        namespace,
        wave: Number(annotations[WAVE] ?? 0),
        takesAlong: finalizers.includes(TAKES_ALONG),
        ...(bundles.has(last) && { bundle: last }),
        ...(chart !== undefined && { chart: helm?.releaseName ?? chart }),
        path,
      };
    })
    .sort((a, b) => a.wave - b.wave || (a.name < b.name ? -1 : 1));
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** The Application that applies all the others, itself among them. */
export function rootApplication(platform: Pick<Platform, "manifests">): ApplicationAtSite {
  const root = applicationsOf(platform).find(({ bundle, manifest }) => bundle === manifest.bundle);
  if (root === undefined) throw new Error("no Application applies the Applications; declare one (charts/gitops.ts)");
  return root;
}
