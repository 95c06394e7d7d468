import type { Construct } from "constructs";
import { Ingress } from "../../lib/kubernetes/core";
import { HTTPRoute, type HTTPRouteSpec } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { portOf, type Workload } from "../../lib/network/workload";
import type { DashboardsSite, Site } from "../../lib/site/schema";
import { framesVhost, openRanges, peopleVhost, userHeader, type Vhost } from "./publication";
import type { DashboardWorkloads } from "./workloads";

/** Of oauth2-proxy: whether a request is somebody's, and where that somebody signs in (docs/features/endpoints). */
const [AUTH_PATH, SIGN_IN_PATH] = ["/oauth2/auth", "/oauth2/start"];

/** The ways in. A vhost has none where nobody would stand at its gate. */
export function dashboardRoutes(scope: Construct, site: Site, { people, frames }: DashboardWorkloads): void {
  const gateway = site.dashboards?.gateway;
  const [ofPeople, ofFrames] = [peopleVhost(site), frames && framesVhost(site)];
  if (ofPeople) {
    if (gateway) httpRoute(scope, people, ofPeople, gateway, signedIn(site, gateway));
    else ingress(scope, site, people, ofPeople, askedAt(site));
  }
  if (frames && ofFrames) {
    if (gateway) httpRoute(scope, frames, ofFrames, gateway, filters(gateway.address_ranges));
    else ingress(scope, site, frames, ofFrames, { [nginx("whitelist-source-range")]: openRanges(site).join(",") });
  }
}

const nginx = (annotation: string): string => `nginx.ingress.kubernetes.io/${annotation}`;

/**
 * The proxy is asked of each request. What it answers in the header stands in for whatever the browser sent there, and where it answers none
 * the application gets none (ingress-nginx, rootfs/etc/nginx/template/nginx.tmpl: proxy_set_header of a variable that may be empty).
 */
function askedAt(site: Site): Record<string, string> {
  const { auth_path = AUTH_PATH, sign_in_path = SIGN_IN_PATH } = site.dashboards?.ingress ?? {};
  const { auth_url } = site.urls;
  return {
    [nginx("auth-url")]: `${auth_url}${auth_path}`,
    [nginx("auth-signin")]: `${auth_url}${sign_in_path}?rd=$scheme://$host$escaped_request_uri`,
    [nginx("auth-response-headers")]: userHeader(site),
  };
}

function ingress(scope: Construct, { dashboards }: Site, workload: Workload, vhost: Vhost, annotations: Record<string, string>): void {
  const { name, namespace } = workload;
  const { class: ingressClassName = "nginx", cluster_issuer: issuer } = dashboards?.ingress ?? {};
  const { host, path, isHttps } = vhost;
  new Ingress(scope, `${name}-ingress`, {
    metadata: {
      name,
      namespace,
      labels: labelsOf(name, "dashboards"),
      annotations: { ...(isHttps && issuer !== undefined && { "cert-manager.io/cluster-issuer": issuer }), ...annotations },
    },
    spec: {
      ingressClassName,
      // without a Secret it is the controller's own certificate
      ...(isHttps && { tls: [{ hosts: [host], ...(issuer !== undefined && { secretName: `${name}-tls` }) }] }),
      rules: [
        {
          host,
          http: { paths: [{ path, pathType: "Prefix", backend: { service: { name, port: { number: portOf(workload, "http") } } } }] },
        },
      ],
    },
  });
}

type Gateway = NonNullable<DashboardsSite["gateway"]>;
type Filter = NonNullable<NonNullable<NonNullable<HTTPRouteSpec["rules"]>[number]["filters"]>[number]>;

const filters = (filter: Gateway["authentication"]): Filter[] => (filter ? [{ type: "ExtensionRef", extensionRef: { ...filter } }] : []);

/** What a browser says of itself goes first, and then the gateway's filter says who it is; one that took them the other way round would let nobody in. */
function signedIn(site: Site, { authentication }: Gateway): Filter[] {
  return [{ type: "RequestHeaderModifier", requestHeaderModifier: { remove: [userHeader(site)] } }, ...filters(authentication)];
}

function httpRoute(scope: Construct, workload: Workload, { host, path }: Vhost, gateway: Gateway, through: Filter[]): void {
  const { name, namespace } = workload;
  const { name: parent, namespace: parentNamespace, listener } = gateway;
  new HTTPRoute(scope, `${name}-route`, {
    metadata: { name, namespace, labels: labelsOf(name, "dashboards") },
    spec: {
      parentRefs: [{ name: parent, namespace: parentNamespace, ...(listener !== undefined && { sectionName: listener }) }],
      hostnames: [host],
      rules: [
        {
          matches: [{ path: { type: "PathPrefix", value: path } }],
          filters: through,
          backendRefs: [{ name, port: portOf(workload, "http") }],
        },
      ],
    },
  });
}
