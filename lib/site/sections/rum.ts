import type { Contradiction, DraftOf } from "../draft";
import { type Flaw, listOf, section, text } from "../field";
import { dnsLabel } from "../name";
import { quote } from "../quote";
import { twice } from "../twice";
import { httpsFlaw, urlFlaw } from "../url";

const keys = {
  rum: section({
    // a page that came by https sends to https alone
    url: text("https://rum.example.org", httpsFlaw),
    ingress_namespace: dnsLabel("ingress-nginx"),
    applications: listOf(
      section({
        name: dnsLabel("shop"),
        namespace: dnsLabel("websites"),
        origins: listOf(text("https://shop.example.org", originFlaw), { example: "[https://shop.example.org]", minimum: 1 }),
      }),
      { example: '- { name: shop, namespace: websites, origins: ["https://shop.example.org"] }', minimum: 1 },
    ),
  }).optional(),
};

/** The web pages whose visitors' browsers tell how they fared. A place may do without. */
export const rum = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys & typeof import("./namespaces").namespaces.keys>;

function contradictions({ rum, namespaces }: SiteDraft): Contradiction[] {
  if (rum === undefined) return [];
  const { ingress_namespace: ingress } = rum;
  const { monitoring, exporters, logging } = namespaces;
  return [
    ...twice(rum.applications, "name", ["rum", "applications"]),
    ...(ingress !== undefined && [monitoring, exporters, logging].includes(ingress)
      ? [
          {
            path: ["rum", "ingress_namespace"],
            message: `${quote(ingress)} is the platform's own, where no ingress controller runs; write the namespace of its pods`,
          },
        ]
      : []),
  ];
}

/** As a browser writes it: no path, and a port only where it is not the usual one. */
function originFlaw(text: string): Flaw | undefined {
  if (urlFlaw(text) !== undefined || new URL(text).origin !== text)
    return { wrong: "is not an origin as browsers write it (https://<host>, with the port where it is not the usual one, without a path)" };
  return undefined;
}
