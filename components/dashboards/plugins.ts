import { LOGS_SOURCE } from "../../lib/dashboards/data-source";
import type { PluginImageDeclaration } from "../../lib/images/plugin-image";

/**
 * Infinity, which asks anything that answers JSON: signed by Grafana, with releases, and its process asks, not the browser. The store's own
 * plugin has neither signature nor release (openobserve/openobserve-grafana-plugin: publish.sh puts one archive over the last), was made for
 * release 9 of the application (`grafanaDependency`), and calls what the gateway does not let through. Not run with release 13: the newest of
 * its own sources are built as this one is. The sum is nixpkgs' (pkgs/servers/monitoring/grafana/plugins), which builds from the same archive.
 */
export const pluginsImage: PluginImageDeclaration = {
  name: "grafana-plugins",
  plugins: [{ id: LOGS_SOURCE.type, version: "3.7.4", sha256: "5d131b311cd36069e820deab5de7e18a2819e855fa324176ca39700776cca834" }],
};
