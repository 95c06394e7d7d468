import type { OutputFile } from "../gitops/manifest";
import type { Platform } from "../platform/platform";
import { apply } from "./apply";
import { CD_CONTEXT, isRemote } from "./clusters";
import { images, lockFirst } from "./images";
import { blocks, code } from "./markdown";
import { outside } from "./outside";
import { prerequisites } from "./prerequisites";
import { removal } from "./removal";
import { secrets } from "./secrets";
import { DEFAULT_LOCK } from "./site-file";
import { trials } from "./trials";

export const INSTALL_FILE = "INSTALL.md";

/**
 * `INSTALL.md`: how this site's output comes to run, from an empty cluster to a message on a phone, in the order of doing it.
 * `siteFile` and `lockFile` are the site's file and the images' lock as commands in belfry's folder name them.
 */
export function installPage(platform: Platform, siteFile: string, lockFile: string = DEFAULT_LOCK): OutputFile {
  const steps = [prerequisites, secrets, outside, images, apply, trials, removal];
  const { cluster, gitops } = platform.site;
  const introduction = blocks(
    `# Install ${cluster.name}`,
    `Written from ${code(siteFile)} and the declarations, for this installation alone: every name here is its own. The steps stand in the order of doing them. What fires, and what to do then, is in [alerts.md](alerts.md).`,
    isRemote(platform)
      ? `Commands run in belfry's folder, with \`kubectl\` on the cluster at ${code(gitops.destination)}. Those with ${code(`--context=${CD_CONTEXT}`)} are for the CD tool's own cluster: write the name of its context in your kubeconfig there.`
      : "Commands run in belfry's folder, with `kubectl` on the cluster.",
  );
  const text = blocks(
    introduction,
    ...lockFirst(platform, siteFile, lockFile),
    ...steps.map((step, index) => step(platform, index + 1, siteFile, lockFile)),
  );
  return { file: INSTALL_FILE, text: `${text}\n` };
}
