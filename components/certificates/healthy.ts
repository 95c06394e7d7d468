import { days } from "../../lib/duration";
import { ago, ahead, counts, never, since, taking } from "../../lib/world/course";
import { absent, each, eachBy, healthy, oneOf } from "../../lib/world/healthy";
import { certManagerSeries } from "./series";

const AUTHORITY = "acme-v02.api.letsencrypt.org";
const ISSUER = "letsencrypt";
const READY = oneOf(["True", "False", "Unknown"], "True");
/** Calls per second to the ACME server, by what they are for. */
const CALLS = { get_directory: 1 / 3600, get_order: 1 / 86_400, finalize_order: 1 / 86_400 };
const CONTROLLERS = ["certificates-issuing", "certificates-readiness", "clusterissuers", "ingress-shim", "issuers"];

export const certManagerHealthy = healthy(
  certManagerSeries,
  ({ hosts }) => {
    const certificate = ({ namespace, service }: (typeof hosts)[number]) => ({
      name: `${service}-tls`,
      namespace,
      issuer_name: ISSUER,
      issuer_kind: "ClusterIssuer",
      issuer_group: "cert-manager.io",
    });
    const calls = <Course extends object>(course: (perSecond: number) => Course) =>
      eachBy(
        [{ scheme: "https", host: AUTHORITY, method: "POST", status: "200" }],
        (labels) => labels,
        "action",
        Object.fromEntries(Object.entries(CALLS).map(([action, perSecond]) => [action, course(perSecond)])),
      );
    const controllers = <Course extends object>(course: Course) => each(CONTROLLERS, (controller) => ({ controller }), course);
    return {
      certmanager_certificate_expiration_timestamp_seconds: each(hosts, certificate, ahead(days(61))),
      certmanager_certificate_not_after_timestamp_seconds: each(hosts, certificate, ahead(days(61))),
      certmanager_certificate_not_before_timestamp_seconds: each(hosts, certificate, since(days(29))),
      certmanager_certificate_renewal_timestamp_seconds: each(hosts, certificate, ahead(days(31))),
      certmanager_certificate_ready_status: eachBy(hosts, certificate, "condition", READY),
      certmanager_certificate_challenge_status: absent("no certificate is being renewed"),
      certmanager_issuer_ready_status: absent("there is only the cluster's issuer"),
      certmanager_clusterissuer_ready_status: eachBy([ISSUER], (name) => ({ name }), "condition", READY),
      certmanager_http_acme_client_request_count: [
        ...calls(counts),
        // an answer of a nonce that was used up, and is asked for anew
        [{ scheme: "https", host: AUTHORITY, action: "new_order", method: "POST", status: "400" }, counts(1 / 86_400)],
      ],
      certmanager_http_acme_client_request_duration_seconds: calls((perSecond) => taking(perSecond, 0.3, { quantiles: [0.5, 0.9, 0.99] })),
      certmanager_controller_sync_call_count: controllers(counts(0.05)),
      certmanager_controller_sync_error_count: controllers(never),
      certmanager_clock_time_seconds_gauge: ago({ seconds: 0 }),
    };
  },
  // the other replica waits to lead
  { on: ({ index }) => index === 0 },
);
