// Prevents a component on the public page that nothing watches: it would stay green whatever happens.
import type { Platform } from "../platform/platform";
import { unwatchedComponents } from "../platform/unwatched";
import type { Component } from "../site/component";
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

/** Where anything is probed; that it is not on purpose is told of as a caution. */
function withoutProbe({ site: { components, probes }, scrapes }: Platform): Finding[] {
  if (probes === undefined) return [];
  const probed = probedBy(scrapes);
  const excused = new Set(probes.flatMap(({ component, not_probed: reasons }) => (reasons === undefined ? [] : [component])));
  return components
    .filter(({ name }) => !probed.has(name) && !excused.has(name))
    .map(({ name }) => ({
      where: place(name),
      what: "nothing probes it as its users would",
      fix: "name a target of it in probes of site.yaml, or say in not_probed why there is none",
    }));
}

const probedBy = (scrapes: Platform["scrapes"]): ReadonlySet<Component> =>
  new Set(scrapes.flatMap(({ from }) => (from.kind === "probes" ? from.probes.map(({ component }) => component) : [])));
