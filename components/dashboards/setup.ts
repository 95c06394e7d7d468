import { blocks, code } from "../../lib/install/markdown";
import type { OutsideSetup } from "../../lib/platform/installation";
import type { Site } from "../../lib/site/schema";
import { logsCredential } from "./credentials";
import { openRanges, userHeader } from "./publication";
import { metricsUrl } from "./workloads";

/** What people set up around the dashboards. */
export function dashboardSetups(site: Site): OutsideSetup[] {
  const { grafana_url, grafana_embed_url, auth_url } = site.urls;
  const gateway = site.dashboards?.gateway;
  const header = code(userHeader(site));
  const gate = gateway
    ? `The gateway's filter ${code(`${gateway.authentication?.kind}/${gateway.authentication?.name}`)}, in namespace ${code(site.namespaces.monitoring)}, asks ${code(auth_url ?? "")} and sets ${header} by its answer, whatever the browser sent there.`
    : `It answers ${header} to who has signed in (oauth2-proxy: \`--set-xauthrequest\`), and its cookie is for a domain that ${code(grafana_url ?? "")} has too.`;
  const ranges = openRanges(site).map(code).join(", ");
  const frames = gateway
    ? `Its filter ${code(`${gateway.address_ranges?.kind}/${gateway.address_ranges?.name}`)} lets ${ranges} in to ${code(grafana_embed_url ?? "")}, and nobody else.`
    : `${code(grafana_embed_url ?? "")} is open to ${ranges}: the ingress controller has to see clients' own addresses (\`externalTrafficPolicy: Local\`, or the PROXY protocol).`;
  const { user } = logsCredential(site).keys;
  return [
    {
      title: "The dashboards",
      text: () =>
        blocks(
          auth_url === undefined ? "" : `${code(auth_url)} asks who comes to ${code(grafana_url ?? "")}. ${gate}`,
          grafana_embed_url === undefined ? "" : frames,
          site.log_store?.edition === "enterprise"
            ? `In the log store's pages, under Identity and access, make a role that may get and list \`logs\` streams and nothing else, and the account of the entry ${code(user?.key ?? "")} with that role alone.`
            : "",
          `Metrics are asked for at ${code(metricsUrl(site))}, which passes on what reads and nothing else; the dashboards' pods don't reach the store itself. Nothing is to be set up there.`,
          "docs/dashboards.md says what the two addresses are for, how the first one signs in, and what to do when a dashboard does not appear.",
        ),
    },
  ];
}
