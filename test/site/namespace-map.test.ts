import { componentOfNamespace } from "../../lib/site/component";
import { parseSite } from "../../lib/site/load";
import { namespaceMap, namespacesOf } from "../../lib/site/namespace-map";
import { PLAIN_SITE } from "./plain-site";

const site = parseSite(PLAIN_SITE, "site.yaml");

test("every listed namespace maps to its component", () => {
  expect(namespaceMap(site)).toEqual({
    mail: "Mail",
    sso: "Sign-in (SSO)",
    git: "Platform",
    files: "Files & Documents",
    backups: "Backups",
    websites: "Websites",
    dns: "DNS",
    "smart-home": "Smart Home",
    ntp: "NTP",
  });
});

test("a namespace outside the map falls to Platform", () => {
  expect(["dns", "elsewhere", "constructor"].map((namespace) => componentOfNamespace(namespaceMap(site), namespace))).toEqual([
    "DNS",
    "Platform",
    "Platform",
  ]);
});

test("a component names its namespaces, be it none", () => {
  expect([namespacesOf(site, "Mail"), namespacesOf(site, "Internet")]).toEqual([["mail"], []]);
});
