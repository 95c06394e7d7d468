import { choice, type Flaw, section, text } from "../field";
import { versionFlaw } from "../name";
import { urlFlaw } from "../url";
import { registryFlaw } from "./backing-services";

/** The upstream chart of the exporters. */
export const exporters = {
  keys: {
    exporters: section({
      chart_repository: text("https://prometheus-community.github.io/helm-charts", chartRepositoryFlaw),
      chart_version: text("88.5.3", versionFlaw),
      systemd_services: choice(["all", "none"]).optional(),
    }),
  },
};

/** A registry has no scheme here: that is how the CD tool knows it (Argo CD, util/helm IsHelmOciRepo). */
export function chartRepositoryFlaw(text: string): Flaw | undefined {
  const [, registry] = /^oci:\/\/(.*)$/i.exec(text) ?? [];
  if (registry !== undefined) return { wrong: "begins with a scheme, and a registry has none here", remedy: `use ${registry}` };
  return text.includes("://") ? urlFlaw(text) : registryFlaw(text);
}
