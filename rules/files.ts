import { ingressNginxSeries } from "../components/ingress/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";

import { escapePattern } from "../lib/metrics/promql";
import { matches } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { burstProof } from "./proof-burst";

const { nginx_ingress_controller_requests: requests } = ingressNginxSeries;

/** In a quarter of an hour: a client that syncs tries again and again. */
const REFUSED_UPLOADS = 5;

/**
 * What is the files' alone of what people meet. Errors, slow answers and silence of a host are told of every ingress, workloads, claims
 * and databases by namespace.
 *
 * @param namespaces those of the component
 */
export function files(namespaces: readonly [string, ...string[]]): RuleBundle {
  const [first] = namespaces;
  const asked = { namespace: matches(namespaces.map(escapePattern).join("|")) };
  const writes = { ...asked, method: matches("PUT|POST|PATCH|MKCOL|MOVE|COPY") };
  const named = "{{ $labels.namespace }}/{{ $labels.ingress }}";

  // proofs
  const controller = { controller_namespace: "ingress-nginx", controller_class: "k8s.io/ingress-nginx", controller_pod: "ingress-nginx-0" };
  const one = { namespace: first, ingress: "web", service: "web", host: "files.example.org", path: "/", ...controller };
  const refused = burstProof(
    (values) => ({
      [requests({ ...one, method: "PUT", status: "413" })]: values,
      [requests({ ...one, method: "PUT", status: "201" })]: "9x100",
    }),
    { over: REFUSED_UPLOADS, range: 15 },
  );

  return area("files", { component: "Files & Documents", severity: "warning", ...COMES_AND_GOES }, [
    alert("FilesUploadsRefused", {
      expr: `sum by (namespace, ingress) (increase(${requests({ ...writes, status: matches("413|507") })}[15m])) > ${REFUSED_UPLOADS}`,
      summary: `Uploads to ${named} are refused`,
      description: "{{ $value | humanize }} in a quarter of an hour: too large for the ingress (413), or no room is left (507).",
      fires: refused.fires,
      silent: refused.silent,
    }),
  ]);
}
