import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

const rum = ({ url = "https://rum.example.org", ingress = "ingress-nginx", more = "", origin = "https://shop.example.org" } = {}) =>
  `rum:\n  url: ${url}\n  ingress_namespace: ${ingress}\n  applications:\n    - { name: shop, namespace: websites, origins: ["${origin}"] }\n${more}`;

test("a place may do without, or name its pages", () => {
  expect(parseSite(PLAIN_SITE, "site.yaml").rum).toBeUndefined();
  expect(parseSite(PLAIN_SITE + rum(), "site.yaml").rum).toEqual({
    url: "https://rum.example.org",
    ingress_namespace: "ingress-nginx",
    applications: [{ name: "shop", namespace: "websites", origins: ["https://shop.example.org"] }],
  });
});

test.each([
  [
    "a way in without TLS",
    rum({ url: "http://rum.example.org" }),
    '1:8 rum.url: "http://rum.example.org" does not begin with https://; use for example https://rum.example.org',
  ],
  [
    "an origin with a path",
    rum({ origin: "https://shop.example.org/cart" }),
    '4:52 rum.applications[0].origins[0]: "https://shop.example.org/cart" is not an origin as browsers write it (https://<host>, with the port where it is not the usual one, without a path); use for example https://shop.example.org',
  ],
  [
    "an origin with the usual port",
    rum({ origin: "https://shop.example.org:443" }),
    '4:52 rum.applications[0].origins[0]: "https://shop.example.org:443" is not an origin as browsers write it (https://<host>, with the port where it is not the usual one, without a path); use for example https://shop.example.org',
  ],
  [
    "a name that another page has",
    rum({ more: '    - { name: shop, namespace: other, origins: ["https://other.example.org"] }\n' }),
    '5:15 rum.applications[1].name: "shop" is listed twice; give each its own',
  ],
  [
    "an ingress controller in a namespace of the platform",
    rum({ ingress: "logging" }),
    '2:22 rum.ingress_namespace: "logging" is the platform\'s own, where no ingress controller runs; write the namespace of its pods',
  ],
])("%s is refused", (_, text, message) => {
  const [line = "", ...rest] = message.split(":");
  expect(mistakesOf(PLAIN_SITE + text)).toEqual([[Number(line) + FIRST_LINE, ...rest].join(":")]);
});
