import { blackboxSeries } from "../../../components/pending/series/blackbox";
import { days, minutes } from "../../../lib/duration";
import { START } from "../../../lib/world/course";
import { becomes, goes, together } from "../../../lib/world/fault";
import type { Faults } from "./fault";

export const probeFaults: Faults = ({ cluster: { probes } }) => {
  const probeOf = (component: string) => {
    const found = probes.find((one) => one.component === component);
    if (found === undefined) throw new Error(`the world has no probe of ${component}`);
    return { instance: found.target };
  };
  return [
    {
      title: "a website answers nothing",
      change: together(
        becomes(blackboxSeries.probe_success(probeOf("Websites")), 0),
        goes(blackboxSeries.probe_ssl_earliest_cert_expiry(probeOf("Websites"))),
      ),
      expect: { alert: "ProbeFailed", component: "Websites", severity: "critical", within: minutes(6) },
    },
    {
      title: "nobody has renewed the mail server's certificate",
      change: becomes(blackboxSeries.probe_ssl_earliest_cert_expiry(probeOf("Mail")), START + days(13).seconds),
      expect: { alert: "CertificateExpiring", component: "Mail", severity: "warning", within: minutes(1) },
    },
  ];
};
