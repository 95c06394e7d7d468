import { MIB } from "../../lib/bytes";
import { days } from "../../lib/duration";
import { ahead, around, type Counting, counts, never, since, still, taking } from "../../lib/world/course";
import { absent, each, eachBy, healthy, told } from "../../lib/world/healthy";
import { ingressNginxSeries } from "./series";

/** Of its times. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CLASS = "k8s.io/ingress-nginx";

/** None is dropped: the same number, which luck would move apart. */
const taken: Counting = { goes: "up", at: (seconds) => 3 * (seconds + days(2).seconds) };

/** Requests per second of a host, by the answer's code. */
const CODES = { "200": 0.5, "302": 0.01, "401": 0.001, "404": 0.002 };

export const ingressNginxHealthy = healthy(ingressNginxSeries, ({ hosts, seed }, { index, pod, labels: { instance } }) => {
  const controller = {
    controller_namespace: pod?.namespace ?? "ingress-nginx",
    controller_class: CLASS,
    controller_pod: pod?.name ?? `ingress-nginx-controller-${instance}`,
  };
  const all = <Course extends object>(course: Course) => each([controller], (labels) => labels, course);
  const ingresses = hosts.map(({ host, namespace, service }) => ({
    host,
    ingress: { ...controller, namespace, ingress: service },
    service,
  }));
  const requests = <Course extends object>(course: (perSecond: number) => Course, codes: Readonly<Record<string, number>> = CODES) =>
    eachBy(
      ingresses,
      ({ ingress, service, host }) => ({ ...ingress, service, host, method: "GET", path: "/" }),
      "status",
      Object.fromEntries(Object.entries(codes).map(([code, perSecond]) => [code, course(perSecond)])),
    );
  const took = (typical: number) => requests((perSecond) => taking(perSecond, typical, typical < 1 ? { bounds: BOUNDS } : {}));
  /** A file that was too large. */
  const refused = ingresses.map(
    ({ ingress, service, host }) => [{ ...ingress, service, host, path: "/", method: "PUT", status: "413" }, counts(1 / 14_400)] as const,
  );
  const checks = <Course extends object>(course: Course) => each(ingresses, ({ ingress }) => ingress, course);
  const certificate = ({ host, ingress: { namespace, ingress } }: (typeof ingresses)[number]) => ({
    class: CLASS,
    host,
    namespace,
    secret_name: `${ingress}-tls`,
    identifier: `${ingress}-tls-3821`,
  });
  const connections = (active: number) =>
    eachBy([controller], (labels) => labels, "state", {
      active: around(active, active / 2),
      reading: still(0),
      writing: around(active / 4, active / 8),
      waiting: around(active / 2, active / 4),
    });
  return {
    nginx_ingress_controller_requests: [...requests(counts, { ...CODES, "403": 0.001, "502": 0 }), ...refused],
    nginx_ingress_controller_request_duration_seconds: took(0.04),
    nginx_ingress_controller_response_duration_seconds: took(0.035),
    nginx_ingress_controller_connect_duration_seconds: took(0.0008),
    nginx_ingress_controller_header_duration_seconds: took(0.03),
    nginx_ingress_controller_request_size: took(900),
    nginx_ingress_controller_response_size: took(6000),
    nginx_ingress_controller_bytes_sent: took(6000),
    nginx_ingress_controller_ssl_expire_time_seconds: each(ingresses, certificate, ahead(days(61))),
    nginx_ingress_controller_ssl_certificate_info: told(ingresses, (one) => ({
      ...certificate(one),
      issuer_common_name: "R11",
      issuer_organization: "Let's Encrypt",
      serial_number: "3821",
      public_key_algorithm: "RSA",
    })),
    nginx_ingress_controller_config_last_reload_successful: all(still(1)),
    nginx_ingress_controller_config_last_reload_successful_timestamp_seconds: all(since(days(2))),
    // the same on all of them
    nginx_ingress_controller_config_hash: all(still(4.1e18 + seed * 1e12)),
    nginx_ingress_controller_success: all(counts(1 / 86_400)),
    nginx_ingress_controller_errors: all(never),
    nginx_ingress_controller_check_success: checks(counts(1 / 86_400)),
    nginx_ingress_controller_check_errors: checks(never),
    nginx_ingress_controller_admission_config_size: all(still(120_000)),
    nginx_ingress_controller_admission_tested_duration: all(still(0.09)),
    nginx_ingress_controller_orphan_ingress: eachBy(ingresses, ({ ingress }) => ingress, "type", {
      "no-service": still(0),
      "no-endpoint": still(0),
    }),
    nginx_ingress_controller_build_info: told([controller], (labels) => ({
      ...labels,
      release: "v1.15.0",
      build: "0",
      repository: "https://github.com/kubernetes/ingress-nginx",
    })),
    nginx_ingress_controller_leader_election_status:
      index === 0
        ? each([controller], (labels) => ({ ...labels, name: "ingress-nginx-leader" }), still(1))
        : absent("a replica that never led has none"),
    nginx_ingress_controller_nginx_process_connections: connections(12),
    nginx_ingress_controller_nginx_process_connections_total: eachBy([controller], (labels) => labels, "state", {
      accepted: taken,
      handled: taken,
    }),
    nginx_ingress_controller_nginx_process_requests_total: all(counts(6)),
    nginx_ingress_controller_nginx_process_cpu_seconds_total: all(counts(0.02)),
    nginx_ingress_controller_nginx_process_num_procs: all(still(9)),
    nginx_ingress_controller_nginx_process_resident_memory_bytes: all(around(180 * MIB)),
  };
});
