import { batchJob } from "../../../../lib/batch/job";
import { outsideCall } from "../../../../lib/network/outside-call";
import { foreignWorkload } from "../../../../lib/network/own-workload";
import { inClusterService } from "../../../../lib/site/in-cluster";
import { signIn } from "../../web-server";
import { ntpClientsSeries as series } from "./series";
import { ntpClientsSettings as settings } from "./settings";

export const ntpClients = batchJob({
  script: "ntp-clients",
  reads: { settings, series },
  purpose: "sends the log router what clients the time server has",
  schedule: "5 * * * *",
  component: "NTP",
  severity: "warning",
  at: (site) => {
    const own = site.batch?.ntp_clients;
    if (own === undefined) return "name batch.ntp_clients";
    const { clients, addresses, username, server, router, schedule } = own;
    const { router_url } = site.urls;
    const service = inClusterService(router_url);
    return {
      values: {
        CLIENTS: clients,
        ROUTER_URL: router_url,
        ...(server !== undefined && { NTP_SERVER: server }),
        ...signIn("ntp-clients", site.namespaces.monitoring, username),
      },
      calls: [
        outsideCall("the time server", new URL(clients).origin, addresses),
        { to: { ...foreignWorkload(service, "the log router"), isSites: true }, ports: [service.port] },
      ],
      schedule,
      ...(router !== "ours" && {
        offBecause:
          "nothing takes its records at urls.router_url: belfry runs no log router yet. With one of your own there, say batch.ntp_clients.router",
      }),
    };
  },
});
