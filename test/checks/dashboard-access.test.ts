import { dashboards as part } from "../../charts/dashboards";
import { dashboardAccess } from "../../lib/checks/dashboard-access";
import type { Part } from "../../lib/platform/part";
import type { Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { board } from "../dashboards/board";
import { exampleSite } from "../example-site";
import { changesOf } from "../platform-changes";
import { SMALL_PARTS, smallPlatformOf, whats } from "./small-platform";

const withoutRules = (content: ReturnType<Part["at"]>) =>
  content && { ...content, declares: { ...content.declares, rules: [], withheld: [] } };
const platformWith = (changes: Partial<Site> = {}): Platform =>
  smallPlatformOf(exampleSite(changes), [...SMALL_PARTS, { ...part, at: (site) => withoutRules(part.at(site)) }], [board()]);

const found = (platform: Platform) => whats(dashboardAccess, platform);
const GOOD = platformWith();
const { change, manifestOf } = changesOf(GOOD);

const [PEOPLE, FRAMES] = ["Deployment/grafana", "Deployment/grafana-embed"];

function withSetting(id: string, name: string, value: string | undefined): Platform {
  const { template } = manifestOf(id).object.spec as { template: { spec: { containers: { env: { name: string }[] }[] } } };
  const others = (template.spec.containers[0]?.env ?? []).filter((one) => one.name !== name);
  return change(id, "spec.template.spec.containers.0.env", value === undefined ? others : [...others, { name, value }]);
}

const NGINX = "nginx.ingress.kubernetes.io";
const OPEN_TO_PEOPLE = "it leads to what people log in to, and nobody is asked who comes";
const OPEN_FRAMES = "it leads to what needs no login, from any address";
const BELIEVED = "it believes the proxy's header from any address";

test("each process believes its own gate, and each way has one", () => {
  expect(found(GOOD)).toEqual([]);
});

test.each<[string, Platform, string]>([
  [
    "the proxy's header in frames",
    withSetting(FRAMES, "GF_AUTH_PROXY_ENABLED", "true"),
    "it is shown in frames, and takes whoever sends the proxy's header for that somebody",
  ],
  [
    "nobody in particular among people",
    withSetting(PEOPLE, "GF_AUTH_ANONYMOUS_ENABLED", "1"),
    "people log in to it, and it lets in whoever does not",
  ],
  ["an editor in frames", withSetting(FRAMES, "GF_AUTH_ANONYMOUS_ORG_ROLE", "Editor"), "whoever comes is Editor in it"],
  ["no list of proxies", withSetting(PEOPLE, "GF_AUTH_PROXY_WHITELIST", undefined), BELIEVED],
  ["an empty one", withSetting(PEOPLE, "GF_AUTH_PROXY_WHITELIST", " , "), BELIEVED],
  ["one of everybody", withSetting(PEOPLE, "GF_AUTH_PROXY_WHITELIST", "10.0.0.0/8, ::/0"), BELIEVED],
  ["a way in without a login", change("Ingress/grafana", ["metadata", "annotations", `${NGINX}/auth-url`], undefined), OPEN_TO_PEOPLE],
  ["frames for everybody", change("Ingress/grafana-embed", "metadata.annotations", {}), OPEN_FRAMES],
  [
    "frames for every address there is",
    change("Ingress/grafana-embed", ["metadata", "annotations", `${NGINX}/whitelist-source-range`], "0.0.0.0/0"),
    OPEN_FRAMES,
  ],
  [
    "a way to people that the gate of frames stands at",
    change("Ingress/grafana-embed", ["spec", "rules", 0, "http", "paths", 0, "backend", "service", "name"], "grafana"),
    OPEN_TO_PEOPLE,
  ],
])("%s", (_, platform, what) => {
  expect(found(platform)).toContain(what);
});

describe("behind a gateway", () => {
  const filter = (name: string) => ({ group: "traefik.io", kind: "Middleware", name });
  const gateway = { name: "public", namespace: "gateways", authentication: filter("sign-in"), address_ranges: filter("home") };
  const behind = platformWith({ dashboards: { ingress_namespace: "gateways", gateway } });
  const changed = (id: string, filters: unknown) => changesOf(behind).change(id, "spec.rules.0.filters", filters);

  test("each way has its filter", () => {
    expect(found(behind)).toEqual([]);
  });

  test.each([
    ["HTTPRoute/grafana", [], OPEN_TO_PEOPLE],
    ["HTTPRoute/grafana", [{ type: "ExtensionRef", extensionRef: filter("home") }], OPEN_TO_PEOPLE],
    ["HTTPRoute/grafana-embed", undefined, OPEN_FRAMES],
  ])("%s with the filters %j is open", (id, filters, what) => {
    expect(found(changed(id, filters))).toEqual([what]);
  });
});
