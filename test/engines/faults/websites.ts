import { ingressNginxSeries } from "../../../components/ingress/series";
import { minutes } from "../../../lib/duration";
import type { Component } from "../../../lib/site/component";
import { countsFaster, freezes, together } from "../../../lib/world/fault";
import { expected, type Faults } from "./fault";

const { nginx_ingress_controller_requests: requests } = ingressNginxSeries;

export const websiteFaults: Faults = ({ cluster: { hosts, site } }) => {
  const hostOf = (component: Component) => {
    const namespaces = site.components.find(({ name }) => name === component)?.namespaces ?? [];
    const found = hosts.find(({ namespace }) => namespaces.includes(namespace));
    if (found === undefined) throw new Error(`the world has no host of ${component}`);
    return found.host;
  };
  const [website, webmail] = [hostOf("Websites"), hostOf("Mail")];
  return [
    {
      title: "a site and the ingress send visitors to each other in circles",
      change: together(freezes(requests({ host: website, status: "200" })), countsFaster(requests({ host: website, status: "302" }), 2)),
      expect: expected("Websites", "WebsiteNothingServed", "critical", 31),
    },
    {
      title: "webmail was deployed without its pages",
      change: together(freezes(requests({ host: webmail, status: "200" })), countsFaster(requests({ host: webmail, status: "404" }), 0.4)),
      expect: expected("Mail", "WebsiteNothingServed", "critical", 31),
    },
    {
      title: "the name of a site leads elsewhere",
      change: freezes(requests({ host: website })),
      expect: expected("Websites", "WebsiteSilent", "warning", 31),
    },
    {
      title: "nobody visits anything at night",
      change: freezes(requests()),
      expect: { nothingFor: minutes(120) },
    },
    {
      title: "a crawler fetches a site without a pause",
      change: countsFaster(requests({ host: website, status: "200" }), 60),
      expect: expected("Websites", "WebsiteFlooded", "warning", 14),
    },
    {
      title: "somebody guesses passwords of webmail",
      change: countsFaster(requests({ host: webmail, status: "401" }), 1),
      expect: expected("Mail", "WebsiteLoginFailuresBurst", "warning", 6),
    },
  ];
};
