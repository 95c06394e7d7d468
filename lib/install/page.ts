import type { OutputFile } from "../gitops/manifest";
import type { Platform } from "../platform/platform";
import { CD_CLUSTER } from "../site/sections/gitops";
import { apply } from "./apply";
import { images } from "./images";
import { blocks } from "./markdown";
import { outside } from "./outside";
import { prerequisites } from "./prerequisites";
import { removal } from "./removal";
import { secrets } from "./secrets";
import { trials } from "./trials";

/** `INSTALL.md`: how this site's output comes to run, from an empty cluster to a message on a phone, in the order of doing it. */
export function installPage(platform: Platform): OutputFile {
  const steps = [prerequisites, secrets, outside, images, apply, trials, removal];
  const { cluster, gitops } = platform.site;
  const introduction = blocks(
    `# Install ${cluster.name}`,
    "Written from `site.yaml` and the declarations, for this installation alone: every name here is its own. The steps stand in the order of doing them. What fires, and what to do then, is in [alerts.md](alerts.md).",
    gitops.destination === CD_CLUSTER
      ? "Commands run in belfry's folder, with `kubectl` on the cluster."
      : `Commands run in belfry's folder, with \`kubectl\` on the cluster at ${gitops.destination}; what is in the namespace \`${platform.site.namespaces.gitops}\` is on the CD tool's own.`,
  );
  const text = blocks(introduction, ...steps.map((step, index) => step(platform, index + 1)));
  return { file: "INSTALL.md", text: `${text}\n` };
}
