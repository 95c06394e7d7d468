import type { Credential } from "../kubernetes/credential";
import type { Declarations } from "./declarations";

/** A program that is in the cluster beforehand. */
export interface Prerequisite {
  readonly name: string;
  /** The release that belfry is made for. @default - any that serves the kinds */
  readonly release?: string;
  /** The API group of the objects of ours that it makes something of. */
  readonly group: string;
  /** How it has to be set: whole sentences in Markdown. */
  readonly settings: readonly string[];
  /** It is the CD tool: in that one's cluster, where another one is applied to. @default false */
  readonly isCdTool?: boolean;
  /** Repositories of the images that nodes pull for what it makes of our objects, its own aside. @default - not known */
  readonly images?: (declared: Declarations) => readonly string[];
  /** What has to be done to it once our objects are there, in Markdown. @default - nothing */
  readonly afterApply?: (declared: Declarations) => string;
}

/** What people set up outside the cluster, and the platform relies on. */
export interface OutsideSetup {
  /** The end of a heading. */
  readonly title: string;
  /** What to do there, in Markdown. */
  readonly text: (declared: Declarations) => string;
}

/** A section of the site that may be left out, and what this site has for it. */
export interface SectionAtSite {
  /** Key of site.yaml, with dots between keys within keys. */
  readonly section: string;
  readonly bundles: readonly string[];
  /** What is for it alone. */
  readonly credentials: readonly Credential[];
}
