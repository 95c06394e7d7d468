/**
 * What a check is tried on: the example installation with three small areas of rules, those of its push and page, and the
 * objects of every kind. Rules of nodes, workloads, metrics, the boiler and what others run are left out, and so is every part that comes later:
 * they may grow without slowing every check's tests. `all.test.ts` judges the whole.
 */
import { alerting } from "../../charts/alerting";
import { batch } from "../../charts/batch";
import { boiler } from "../../charts/boiler";
import { exporters } from "../../charts/exporters";
import { gitops } from "../../charts/gitops";
import { imagePull } from "../../charts/image-pull";
import { logFlows } from "../../charts/log-flows";
import { logRouter } from "../../charts/log-router";
import { logStore } from "../../charts/log-store";
import { metrics } from "../../charts/metrics";
import { namespaces } from "../../charts/namespaces";
import { observedPart } from "../../charts/observed";
import { pending } from "../../charts/pending";
import { probes } from "../../charts/probes";
import { receivers } from "../../charts/receivers";
import { relay } from "../../charts/relay";
import { rules } from "../../charts/rules";
import { secrets } from "../../charts/secrets";
import { snmp } from "../../charts/snmp";
import { staleMounts } from "../../charts/stale-mounts";
import { traces } from "../../charts/traces";
import { ups } from "../../charts/ups";
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
  ...[boiler, exporters, logStore, metrics, observedPart].map(withoutRules),
  ...[alerting, batch, imagePull, logFlows, logRouter, namespaces, pending, probes, receivers, relay, rules, secrets, traces],
];

/** The parts at another site, with nothing wrong; without dashboards, which link to those of parts that are not there. */
export const smallPlatformOf = (site: Site, parts = SMALL_PARTS): Platform =>
  withPages(assemble({ site, parts: parts.map((part) => without(part, "dashboards")), runbooks: new Map(), gitops }));

/** With every object of a site, but those of the rules that are left out. */
export const everyObject = (site: Site): Platform => smallPlatformOf(site, [...SMALL_PARTS, snmp, staleMounts, ups]);

/** The parts at the example with other values. */
export const smallPlatform = (changes: Partial<Site> = {}, parts = SMALL_PARTS): Platform => smallPlatformOf(exampleSite(changes), parts);

/** Nothing is wrong with it. */
export const SMALL = smallPlatform();

export const { manifestOf, change, add, remove, addRules } = changesOf(SMALL);
