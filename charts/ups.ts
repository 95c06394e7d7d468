import { nutExporter } from "../components/ups/exporter";
import { upsSeries } from "../components/ups/series";
import { upsSetup } from "../components/ups/setup";
import { exporterPart } from "../lib/platform/exporter-part";
import { seriesOf } from "../lib/series";
import { ups as upsRules } from "../rules/ups";

/** The uninterruptible power supplies, where there are any. */
export const ups = exporterPart({
  name: "ups",
  exporter: ({ ups, namespaces }) => ups && nutExporter(ups, namespaces.monitoring),
  series: seriesOf(upsSeries),
  setups: ({ ups }) => (ups ? [upsSetup(ups)] : []),
  rules: ({ ups }, scraped) => [upsRules(ups?.component ?? "Platform", scraped)],
});
