import type { Contradiction, DraftOf } from "../draft";
import { type Flaw, section, text } from "../field";
import { dnsLabel, dnsName } from "../name";
import { quote } from "../quote";

/** An object of the gateway's own that filters requests, beside the routes (Gateway API, HTTPRouteFilter extensionRef). */
const filter = (example: { readonly group: string; readonly kind: string; readonly name: string }) =>
  section({ group: dnsName(example.group), kind: text(example.kind, kindFlaw), name: dnsName(example.name) });

const keys = {
  dashboards: section({
    user_header: text("X-Auth-Request-User", headerFlaw).optional(),
    ingress_namespace: dnsLabel("ingress-nginx").optional(),
    ingress: section({
      class: dnsName("nginx").optional(),
      cluster_issuer: dnsName("letsencrypt").optional(),
      auth_path: text("/oauth2/auth", pathFlaw).optional(),
      sign_in_path: text("/oauth2/start", pathFlaw).optional(),
    }).optional(),
    gateway: section({
      name: dnsName("public"),
      namespace: dnsLabel("gateways"),
      listener: dnsName("https").optional(),
      authentication: filter({ group: "traefik.io", kind: "Middleware", name: "sign-in" }).optional(),
      address_ranges: filter({ group: "traefik.io", kind: "Middleware", name: "home-only" }).optional(),
    }).optional(),
  }).optional(),
};

/** How browsers get to the dashboards. A place may do without: they then come by ingress-nginx as its chart installs it. */
export const dashboards = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys & typeof import("./namespaces").namespaces["keys"] & typeof import("./urls").urls["keys"]>;

function contradictions({ dashboards: all, namespaces, urls }: SiteDraft): Contradiction[] {
  if (all === undefined) return [];
  const { ingress_namespace: inside, ingress, gateway } = all;
  const { monitoring, exporters, logging } = namespaces;
  const at = (key: string, message: string, isMissing?: true): Contradiction => ({
    path: ["dashboards", ...key.split(".")],
    message,
    ...(isMissing && { isMissing }),
  });
  const url = "is missing, but dashboards is given, which says how people get there; write for example https://grafana.example.org";
  return [
    ...(urls.grafana_url === undefined ? [{ path: ["urls", "grafana_url"], message: url, isMissing: true as const }] : []),
    ...(inside !== undefined && [monitoring, exporters, logging].includes(inside)
      ? [
          at(
            "ingress_namespace",
            `${quote(inside)} is the platform's own, where nothing leads browsers in; write the namespace of the pods that do`,
          ),
        ]
      : []),
    ...(ingress !== undefined && gateway !== undefined
      ? [at("ingress", "is given beside dashboards.gateway, and the routes are of one kind; keep the one that leads browsers in")]
      : []),
    ...(gateway !== undefined && gateway.authentication === undefined && urls.auth_url !== undefined
      ? [
          at(
            "gateway.authentication",
            "is missing: an HTTPRoute does not ask urls.auth_url by itself, and anybody would get in; name the filter of the gateway that does, for example { group: traefik.io, kind: Middleware, name: sign-in }",
            true,
          ),
        ]
      : []),
    ...(gateway !== undefined && gateway.address_ranges === undefined && urls.grafana_embed_url !== undefined
      ? [
          at(
            "gateway.address_ranges",
            "is missing: an HTTPRoute does not look where a request comes from, and urls.grafana_embed_url would be open to anybody; name the filter of the gateway that lets home_lan and cluster.address_ranges in, for example { group: traefik.io, kind: Middleware, name: home-only }",
            true,
          ),
        ]
      : []),
  ];
}

/** A token of HTTP without the signs that proxies drop headers for, an underscore first of all (nginx, underscores_in_headers). */
function headerFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z][A-Za-z0-9-]*$/.test(text)
    ? undefined
    : { wrong: "is no name of a header (letters, digits and -, beginning with a letter)" };
}

function kindFlaw(text: string): Flaw | undefined {
  return /^[A-Z][A-Za-z0-9]*$/.test(text)
    ? undefined
    : { wrong: "is no kind of the API server (letters and digits, beginning with a capital)" };
}

/** Put behind a URL as it is, into a configuration that would read other signs its own way. */
function pathFlaw(text: string): Flaw | undefined {
  return /^(?:\/[A-Za-z0-9._~-]+)+$/.test(text) ? undefined : { wrong: "is no path (/<part>/<part>, of letters, digits and . _ ~ -)" };
}
