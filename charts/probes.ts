import { BLACKBOX, blackboxExporter, PROBES, probeTargets } from "../components/probes/exporter";
import { probeSeries } from "../components/probes/series";
import { probesCautions, probesSetup } from "../components/probes/setup";
import { sloComponents } from "../dashboards/Overview/slo-components";
import { probesHttp } from "../dashboards/Probes/probes-http";
import { probesMailDns } from "../dashboards/Probes/probes-mail-dns";
import { exporterPart } from "../lib/platform/exporter-part";
import { seriesOf } from "../lib/series";
import { ownDeployment } from "../rules/of-deployment";
import { probes as probeRules } from "../rules/probes";
import { probesAvailability } from "../rules/probes-availability";

/** What users see from outside, where the site says what that is. */
export const probes = exporterPart({
  name: "probes",
  exporter: blackboxExporter,
  until: "name in probes what users ask",
  scrapes: (site, workload) => [
    {
      name: PROBES.job,
      job: PROBES.job,
      series: seriesOf(probeSeries),
      from: { kind: "probes", exporter: { workload, port: "http" }, probes: probeTargets(site) },
    },
  ],
  cautions: ({ probes, components }) => (probes ? probesCautions({ probes, components }) : []),
  setups: ({ probes, cluster, components }) => (probes ? [probesSetup({ probes, cluster, components })] : []),
  dashboards: (site) => {
    const all = probeTargets(site);
    return [sloComponents, ...probesHttp(all, { namespace: site.namespaces.monitoring, name: BLACKBOX }), ...probesMailDns(all)];
  },
  everyDashboard: ["slo-components", "probes-http", "probes-mail-dns"],
  series: seriesOf(probeSeries),
  rules: (site) => [
    probeRules(site, {
      exporter: ownDeployment(site, BLACKBOX),
      probed: PROBES,
      probes: probeTargets(site),
    }),
    probesAvailability(),
  ],
});
