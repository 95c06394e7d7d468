import { section, text } from "../field";
import { versionFlaw } from "../name";
import { url } from "../url";

/** The upstream chart of the exporters. */
export const exporters = {
  keys: {
    exporters: section({
      chart_repository: url("https://prometheus-community.github.io/helm-charts"),
      chart_version: text("88.5.3", versionFlaw),
    }),
  },
};
