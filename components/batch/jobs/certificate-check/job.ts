import { batchJob } from "../../../../lib/batch/job";
import { outsideCall } from "../../../../lib/network/outside-call";
import { hostOf, portOf } from "../../../../lib/site/url";
import { certificateCheckSeries as series } from "./series";
import { certificateCheckLists, certificateCheckSettings as settings } from "./settings";

export const certificateCheck = batchJob({
  script: "certificate-check",
  reads: { settings, series },
  purpose: "tells how long the certificates hold that no probe sees",
  schedule: "57 4 * * *",
  component: "Platform",
  severity: "warning",
  at: ({ batch }) => {
    const own = batch?.certificate_check;
    if (own === undefined) return "name batch.certificate_check";
    const { certificates = [], cert_manager: certManager, schedule } = own;
    return {
      values: {
        ...(certificates.length > 0 && {
          CERTIFICATES: certificates.map(({ name, host, server_name }) => ({
            certificate: name,
            host: hostOf(host) ?? host,
            port: portOf(host),
            ...(server_name !== undefined && { server_name }),
          })),
        }),
        ...(certManager !== undefined && { CERT_MANAGER: "true" as const }),
      },
      calls: certificates.map(({ host, addresses }) => outsideCall("who shows a certificate", host, addresses)),
      lists: certManager === undefined ? [] : certificateCheckLists,
      schedule,
    };
  },
});
