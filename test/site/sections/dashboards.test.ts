import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE, plainSiteWith } from "../plain-site";

const FILTER = "{ group: traefik.io, kind: Middleware, name: sign-in }";
const gateway = (more = `    authentication: ${FILTER}\n    address_ranges: ${FILTER}\n`) =>
  `dashboards:\n  gateway:\n    name: public\n    namespace: gateways\n${more}`;

test("a place may do without, or say by what browsers come", () => {
  expect(parseSite(PLAIN_SITE, "site.yaml").dashboards).toBeUndefined();
  expect(parseSite(`${PLAIN_SITE}dashboards: {}\n`, "site.yaml").dashboards).toEqual({});
  const filter = { group: "traefik.io", kind: "Middleware", name: "sign-in" };
  expect(parseSite(PLAIN_SITE + gateway(), "site.yaml").dashboards).toEqual({
    gateway: { name: "public", namespace: "gateways", authentication: filter, address_ranges: filter },
  });
});

const example = "{ group: traefik.io, kind: Middleware, name: sign-in }";

test.each([
  [
    "a header with an underscore",
    "dashboards:\n  user_header: X_User\n",
    '2:16 dashboards.user_header: "X_User" is no name of a header (letters, digits and -, beginning with a letter); use for example X-Auth-Request-User',
  ],
  [
    "a path that ends a configuration's line",
    "dashboards:\n  ingress:\n    auth_path: /oauth2/auth; return 200\n",
    '3:16 dashboards.ingress.auth_path: "/oauth2/auth; return 200" is no path (/<part>/<part>, of letters, digits and . _ ~ -); use for example /oauth2/auth',
  ],
  [
    "a kind in small letters",
    `dashboards:\n  gateway:\n    name: public\n    namespace: gateways\n    authentication: { group: traefik.io, kind: middleware, name: a }\n    address_ranges: ${FILTER}\n`,
    '5:48 dashboards.gateway.authentication.kind: "middleware" is no kind of the API server (letters and digits, beginning with a capital); use for example Middleware',
  ],
  [
    "both ways in",
    `${gateway()}  ingress: {}\n`,
    "7:12 dashboards.ingress: is given beside dashboards.gateway, and the routes are of one kind; keep the one that leads browsers in",
  ],
  [
    "a gateway that asks nobody",
    gateway(`    address_ranges: ${FILTER}\n`),
    `dashboards.gateway.authentication: is missing: an HTTPRoute does not ask urls.auth_url by itself, and anybody would get in; name the filter of the gateway that does, for example ${example}`,
  ],
  [
    "a gateway that looks at no address",
    gateway(`    authentication: ${FILTER}\n`),
    "dashboards.gateway.address_ranges: is missing: an HTTPRoute does not look where a request comes from, and urls.grafana_embed_url would be open to anybody; name the filter of the gateway that lets home_lan and cluster.address_ranges in, for example { group: traefik.io, kind: Middleware, name: home-only }",
  ],
  [
    "a controller in a namespace of the platform's",
    "dashboards:\n  ingress_namespace: monitoring\n",
    '2:22 dashboards.ingress_namespace: "monitoring" is the platform\'s own, where nothing leads browsers in; write the namespace of the pods that do',
  ],
])("%s is refused", (_, section, message) => {
  const found = mistakesOf(PLAIN_SITE + section);
  expect(found).toHaveLength(1);
  const [line = "", ...rest] = (/^\d+:\d+ /.test(message) ? message : `0:0 ${message}`).split(" ");
  const [at = "", ...text] = (found[0] ?? "").split(" ");
  expect(text.join(" ")).toBe(rest.join(" "));
  // lines of the section itself
  if (line !== "0:0") expect(at).toBe(`${Number(line.split(":")[0]) + PLAIN_SITE.split("\n").length - 1}:${line.split(":")[1]}`);
});

test("a gateway's filters are asked for where their vhosts are", () => {
  const plain = `${gateway("")}`;
  expect(
    mistakesOf(
      plainSiteWith(["  grafana_embed_url: https://grafana-embed.example.org\n", ""], ["  auth_url: https://auth.example.org\n", ""]) +
        plain,
    ),
  ).toEqual([]);
});

test("without an address for the dashboards there is nothing to lead to", () => {
  const without = plainSiteWith(
    ["  grafana_url: https://grafana.example.org\n", ""],
    ["  grafana_embed_url: https://grafana-embed.example.org\n", ""],
  );
  expect(mistakesOf(`${without}dashboards: {}\n`)).toEqual([
    expect.stringContaining(
      "urls.grafana_url: is missing, but dashboards is given, which says how people get there; write for example https://grafana.example.org",
    ),
  ]);
});
