import { nutExporter } from "../components/ups/exporter";
import { exporterPart } from "../lib/platform/exporter-part";
import { ups as upsRules } from "../rules/ups";

/** The uninterruptible power supplies, where there are any. */
export const ups = exporterPart(
  "ups",
  ({ ups, namespaces }) =>
    ups && { exporter: nutExporter(ups, namespaces.monitoring), rules: (scraped) => [upsRules(ups.component ?? "Platform", scraped)] },
);
