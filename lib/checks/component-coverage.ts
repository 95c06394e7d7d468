// Prevents a component on the public page that nothing watches: it would stay green whatever happens.
import type { Platform } from "../platform/platform";
import { unwatchedComponents } from "../platform/unwatched";
import type { Component } from "../site/component";
import { unprobedServices } from "../site/covered";
import { quote } from "../site/quote";
import type { Check, Finding } from "./check";

export const componentCoverage: Check = {
  name: "component-coverage",
  run: (platform) => [...withoutRule(platform), ...withoutProbe(platform)],
};

const place = (component: Component) => `site.yaml component "${component}"`;

/** Of what is probed. That nothing watches what is not, for a reason, is told as a caution. */
function withoutRule({ site, rules, scrapes }: Platform): Finding[] {
  const probed = probedBy(scrapes);
  return unwatchedComponents(site, rules)
    .filter((name) => probed.has(name))
    .map((name) => ({
      where: place(name),
      what: "no critical or warning alert carries this component",
      fix: "declare one in rules/",
    }));
}

/** Where anything is probed; what is not on purpose has a reason for each of its services, and is told of as a caution. */
function withoutProbe({ site, scrapes }: Platform): Finding[] {
  const { components, probes } = site;
  if (probes === undefined) return [];
  const probed = probedBy(scrapes);
  const listed = new Set(probes.map(({ component }) => component));
  const unexcused = new Map(unprobedServices(site).map(({ component, services }) => [component, services]));
  return components.flatMap(({ name }) => {
    if (probed.has(name)) return [];
    const what = "nothing probes it as its users would";
    const where = place(name);
    if (!listed.has(name))
      return [{ where, what, fix: "name a target of it in probes of site.yaml, or say in not_probed why there is none" }];
    const services = unexcused.get(name);
    if (services === undefined) return [];
    return [
      {
        where,
        what: `${what}, and no reason says why of ${services.map(({ service }) => quote(service)).join(", ")}`,
        fix: `name a target of it in probes of site.yaml, or give the reasons in not_probed under ${services.map((one) => one.name).join(", ")}`,
      },
    ];
  });
}

const probedBy = (scrapes: Platform["scrapes"]): ReadonlySet<Component> =>
  new Set(scrapes.flatMap(({ from }) => (from.kind === "probes" ? from.probes.map(({ component }) => component) : [])));
