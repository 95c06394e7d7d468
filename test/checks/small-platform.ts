/**
 * What a check is tried on: the example installation with three small areas of rules, those of its push and page, and the
 * objects of every kind. Rules of nodes, workloads, metrics, the boiler and what others run are left out, and so is every part that comes later:
 * they may grow without slowing every check's tests. `all.test.ts` judges the whole.
 */
import { alerting } from "../../charts/alerting";
import { batch } from "../../charts/batch";
import { boiler } from "../../charts/boiler";
import { dashboards } from "../../charts/dashboards";
import { exporters } from "../../charts/exporters";
import { gitops } from "../../charts/gitops";
import { imagePull } from "../../charts/image-pull";
import { logFlows } from "../../charts/log-flows";
import { logRouter } from "../../charts/log-router";
import { logStore } from "../../charts/log-store";
import { metrics } from "../../charts/metrics";
import { namespaces } from "../../charts/namespaces";
import { observedPart } from "../../charts/observed";
import { ownDatabases } from "../../charts/own-databases";
import { probes } from "../../charts/probes";
import { receivers } from "../../charts/receivers";
import { relay } from "../../charts/relay";
import { rules } from "../../charts/rules";
import { secrets } from "../../charts/secrets";
import { snmp } from "../../charts/snmp";
import { staleMounts } from "../../charts/stale-mounts";
import { traces } from "../../charts/traces";
import { ups } from "../../charts/ups";
import { ownImages } from "../../components/images";
import type { Dashboard } from "../../lib/dashboards/dashboard";
import type { Part } from "../../lib/platform/part";
import { assemble, type Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { exampleSite } from "../example-site";
import { changesOf, withPages } from "../platform-changes";

export { sampleAlert, sampleRecord } from "../alerts/sample-rules";
export { pageOf, whats } from "../platform-changes";

export const SITE = exampleSite();

/** The part without some of what it declares. */
const without = (part: Part, ...lists: readonly ("rules" | "withheld" | "dashboards")[]): Part => ({
  ...part,
  at: (site) => {
    const content = part.at(site);
    // by the descriptors: a spread would build the rules that are left out
    const declares = content && Object.getOwnPropertyDescriptors(content.declares ?? {});
    const none = Object.fromEntries(lists.map((list) => [list, { value: [], enumerable: true }]));
    return content && { ...content, declares: Object.defineProperties({}, { ...declares, ...none }) };
  },
});

const withoutRules = (part: Part): Part => without(part, "rules", "withheld");

export const SMALL_PARTS: readonly Part[] = [
  ...[boiler, exporters, logStore, metrics, observedPart, ownDatabases].map(withoutRules),
  ...[alerting, batch, imagePull, logFlows, logRouter, namespaces, probes, receivers, relay, rules, secrets, traces],
];

/** The parts at another site, with nothing wrong; with these dashboards in place of theirs, which link to those of parts that are not there. */
export function smallPlatformOf(site: Site, parts = SMALL_PARTS, dashboards: readonly Dashboard[] = []): Platform {
  const shown: Part = { name: "shown", at: () => ({ declares: { dashboards } }) };
  const own = ownImages().map(({ name }) => name);
  const most = parts.map((part) => without(part, "dashboards"));
  return withPages(assemble({ site, parts: [...most, shown], runbooks: new Map(), gitops, ownImages: own }));
}

/** With every object of a site, but those of the rules that are left out. */
export const everyObject = (site: Site): Platform =>
  smallPlatformOf(site, [...SMALL_PARTS, withoutRules(dashboards), snmp, staleMounts, ups]);

/** The parts at the example with other values. */
export const smallPlatform = (changes: Partial<Site> = {}, parts = SMALL_PARTS): Platform => smallPlatformOf(exampleSite(changes), parts);

/** Nothing is wrong with it. */
export const SMALL = smallPlatform();

export const { manifestOf, change, add, remove, addRules } = changesOf(SMALL);
