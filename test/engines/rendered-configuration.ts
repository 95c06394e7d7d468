/** The configuration files in what the operator made, as its reloader would unpack them for the programs. */
import { gunzipSync } from "node:zlib";
import { parse } from "yaml";
import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";

const map = z.record(z.string(), z.string()).optional();
const holder = z.object({ data: map, binaryData: map });

export interface ConfigurationFile {
  readonly object: string;
  /** Its key without the ending of compressed ones. */
  readonly name: string;
  readonly text: string;
}

function filesIn(object: KubernetesObject): ConfigurationFile[] {
  const { data = {}, binaryData = {} } = holder.parse(object);
  const encoded = object.kind === "Secret" ? data : binaryData;
  const plain = object.kind === "Secret" ? {} : data;
  return [
    ...Object.entries(plain).map(([name, text]) => ({ object: object.metadata.name, name, text })),
    ...Object.entries(encoded).map(([name, base64]) => {
      const bytes = Buffer.from(base64, "base64");
      // The operator compresses rules under a plain name, too.
      const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return {
        object: object.metadata.name,
        name: name.replace(/\.gz$/, ""),
        text: (isCompressed ? gunzipSync(bytes) : bytes).toString("utf8"),
      };
    }),
  ];
}

/** @throws when there is not exactly one. */
function onlyFile(objects: readonly KubernetesObject[], kind: string, name: string): ConfigurationFile {
  const found = objects
    .filter((object) => object.kind === kind)
    .flatMap(filesIn)
    .filter((file) => file.name === name);
  const [file] = found;
  if (file === undefined || found.length > 1)
    throw new Error(`there are ${found.length} files "${name}" in what the operator made, not one`);
  return file;
}

export const scrapeConfiguration = (objects: readonly KubernetesObject[]): ConfigurationFile => onlyFile(objects, "Secret", "vmagent.yaml");
export const alertManagerConfiguration = (objects: readonly KubernetesObject[]): ConfigurationFile =>
  onlyFile(objects, "Secret", "alertmanager.yaml");
export const proxyConfiguration = (objects: readonly KubernetesObject[]): ConfigurationFile => onlyFile(objects, "Secret", "config.yaml");

/** What the agent leaves of samples on their way to one receiver. */
export const relabelConfiguration = (objects: readonly KubernetesObject[]): ConfigurationFile =>
  onlyFile(objects, "ConfigMap", "url_relabeling-1.yaml");

/** Rules are spread over as many ConfigMaps as they need. */
export function ruleFiles(objects: readonly KubernetesObject[]): ConfigurationFile[] {
  return objects.filter(({ kind, metadata }) => kind === "ConfigMap" && metadata.name.includes("-rulefiles-")).flatMap(filesIn);
}

const scrapeJobs = z.looseObject({ scrape_configs: z.array(z.looseObject({ job_name: z.string() })) });

export interface ScrapeJob {
  readonly job_name: string;
  readonly [key: string]: unknown;
}

export const scrapeJobsOf = (objects: readonly KubernetesObject[]): readonly ScrapeJob[] =>
  scrapeJobs.parse(parse(scrapeConfiguration(objects).text)).scrape_configs;

/** The names of the scrape jobs: `serviceScrape/<namespace>/<name>/<endpoint>` and the like. */
export function scrapeJobNames(objects: readonly KubernetesObject[]): string[] {
  return scrapeJobsOf(objects).map(({ job_name }) => job_name);
}

/** `VMServiceScrape monitoring/relay` -> the beginning of its jobs' names. */
export function jobPrefix({ kind, metadata }: KubernetesObject): string {
  const type = kind.replace(/^VM/, "");
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}/${metadata.namespace}/${metadata.name}`;
}

/** The job belongs to the object: its name is the prefix, or goes on behind it. */
export const isJobOf = (job: string, object: KubernetesObject): boolean =>
  job === jobPrefix(object) || job.startsWith(`${jobPrefix(object)}/`);

export const isScrape = ({ kind }: KubernetesObject): boolean => /^VM(.*Scrape|Probe|ScrapeConfig)$/.test(kind);
