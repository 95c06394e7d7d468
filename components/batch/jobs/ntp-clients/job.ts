import { batchJob } from "../../../../lib/batch/job";
import { outsideCall } from "../../../../lib/network/outside-call";
import { jobsSource } from "../../../../lib/site/router-ports";
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
    const { clients, addresses, username, server, schedule } = own;
    const router = jobsSource(site.urls.router_url);
    return {
      values: {
        CLIENTS: clients,
        ROUTER_URL: router,
        ...(server !== undefined && { NTP_SERVER: server }),
        ...signIn("ntp-clients", site.namespaces.monitoring, username),
      },
      calls: [outsideCall("the time server", new URL(clients).origin, addresses), { to: { url: router } }],
      schedule,
    };
  },
});
