/**
 * What a check is tried on: the example installation with three small areas of rules, those of its push and page, and the
 * objects of every kind. Rules of nodes, workloads, metrics and the boiler are left out, and so is every part that comes later:
 * they may grow without slowing every check's tests. `all.test.ts` judges the whole.
 */
import { alerting } from "../../charts/alerting";
import { boiler } from "../../charts/boiler";
import { exporters } from "../../charts/exporters";
import { gitops } from "../../charts/gitops";
import { imagePull } from "../../charts/image-pull";
import { logFlows } from "../../charts/log-flows";
import { metrics } from "../../charts/metrics";
import { namespaces } from "../../charts/namespaces";
import { observedPart } from "../../charts/observed";
import { pending } from "../../charts/pending";
import { receivers } from "../../charts/receivers";
import { relay } from "../../charts/relay";
import { rules } from "../../charts/rules";
import { secrets } from "../../charts/secrets";
import type { Part } from "../../lib/platform/part";
import { assemble, type Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { exampleSite } from "../example-site";
import { changesOf, withPages } from "../platform-changes";

export { sampleAlert, sampleRecord } from "../alerts/sample-rules";
export { pageOf, whats } from "../platform-changes";

export const SITE = exampleSite();

const withoutRules = (part: Part): Part => ({
  ...part,
  at: (site) => {
    const content = part.at(site);
    return content && { ...content, declares: { ...content.declares, rules: [] } };
  },
});

export const SMALL_PARTS: readonly Part[] = [
  ...[boiler, exporters, metrics].map(withoutRules),
  ...[alerting, imagePull, logFlows, namespaces, observedPart, pending, receivers, relay, rules, secrets],
];

/** The parts at another site, with nothing wrong. */
export const smallPlatform = (changes: Partial<Site> = {}, parts = SMALL_PARTS): Platform =>
  withPages(assemble({ site: exampleSite(changes), parts, runbooks: new Map(), gitops }));

/** Nothing is wrong with it. */
export const SMALL = smallPlatform();

export const { manifestOf, change, add, remove, addRules } = changesOf(SMALL);
