/** The example installation whole, and small pure changes to it: for what must hold of the real platform. */
import { platform } from "../../charts/platform";
import { exampleSite } from "../example";
import { changesOf, withPages } from "../platform-changes";

export { sampleAlert, sampleRecord } from "../alerts/sample-rules";
export { type Id, pageOf, whats } from "../platform-changes";

export const SITE = exampleSite();

/** Nothing is wrong with it. */
export const EXAMPLE = withPages(platform(SITE, new Map()));

export const { manifestOf, change, add, remove, addRules } = changesOf(EXAMPLE);
