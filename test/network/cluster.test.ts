import type { Site } from "../../lib/site/schema";
import { exampleSite, fullPlatform } from "../example";

const { cluster } = exampleSite();

/** Every set of ports on which a policy leads to the API server. */
function portsToApiServer(changes: Partial<Site["cluster"]>): string[] {
  const { manifests } = fullPlatform({ cluster: { ...cluster, ...changes } });
  const rules = manifests.flatMap(({ object: { kind, spec } }) =>
    kind === "NetworkPolicy" ? ((spec as { egress?: Rule[] }).egress ?? []) : [],
  );
  const leading = rules.filter(({ to = [] }) => to.some(({ ipBlock }) => ipBlock?.cidr === "10.43.0.1/32"));
  return [...new Set(leading.map(({ ports = [] }) => ports.map(({ port }) => port).join()))];
}

interface Rule {
  readonly to?: readonly { readonly ipBlock?: { readonly cidr: string } }[];
  readonly ports?: readonly { readonly port: number }[];
}

test("the API server is open on 443, its Service's port, and on 6443, its own", () => {
  expect(portsToApiServer({})).toEqual(["443,6443"]);
});

test("or on what the site says, and on nothing else", () => {
  expect(portsToApiServer({ api_server_ports: [16443, 443] })).toEqual(["443,16443"]);
});
