/** The aggregator's configuration, as the logging operator's own code writes it, and a reader of its sections; fluentd itself is not to be had. */
import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { runEngine } from "./engine";

/** One section: `<directive argument>`, its parameters, and the sections in it. */
export interface Section {
  readonly directive: string;
  /** The tag pattern or label behind the directive's name; "" without one. */
  readonly argument: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly sections: readonly Section[];
}

const GROUP = "logging.banzaicloud.io/";

/**
 * Renders all that the operator would read of the manifests.
 * @throws with the operator's reason when a resource is refused or would be passed over
 */
export async function fluentdConfiguration(objects: readonly KubernetesObject[]): Promise<string> {
  const read = objects.filter(({ apiVersion, kind }) => apiVersion.startsWith(GROUP) || kind === "Secret");
  const { code, stdout, output } = await runEngine("fluentd-config", [], { stdin: read.map((one) => JSON.stringify(one)).join("\n---\n") });
  if (code !== 0) throw new Error(`the logging operator's code refuses the manifests: ${output}`);
  return stdout;
}

/** Reads the sections of a configuration. Values are taken as they stand: what fluentd makes of their text is not known here. */
export function parseFluentd(text: string): readonly Section[] {
  interface Open extends Section {
    readonly parameters: Record<string, string>;
    readonly sections: Open[];
  }
  const root: Open = { directive: "", argument: "", parameters: {}, sections: [] };
  const open: Open[] = [root];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    const current = open.at(-1) ?? root;
    const [, begin, argument = ""] = /^<([a-z_]+)(?:\s+(.*))?>$/.exec(line) ?? [];
    const [, end] = /^<\/([a-z_]+)>$/.exec(line) ?? [];
    if (begin !== undefined) {
      const section: Open = { directive: begin, argument, parameters: {}, sections: [] };
      current.sections.push(section);
      open.push(section);
    } else if (end !== undefined) {
      if (current.directive !== end) throw new Error(`line ${index + 1}: </${end}> closes <${current.directive}>`);
      open.pop();
    } else if (line !== "") {
      const [, name = line, value = ""] = /^(\S+)(?:\s+(.*))?$/.exec(line) ?? [];
      if (name in current.parameters) throw new Error(`line ${index + 1}: parameter "${name}" stands twice in <${current.directive}>`);
      current.parameters[name] = value;
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.directive}> is not closed`);
  return root.sections;
}

/** Every section of a tree, each before those in it. */
export const allSections = (sections: readonly Section[]): Section[] => sections.flatMap((one) => [one, ...allSections(one.sections)]);

export interface RenderedFlow {
  /** What the router selects for it, in order. */
  readonly matches: readonly Section[];
  readonly filters: readonly Section[];
  /** Several are stores of one copying output. */
  readonly outputs: readonly Section[];
}

const metricsLabels = z.object({ id: z.string() });

/**
 * Follows a flow from the router to its outputs.
 * @param id `clusterflow:<namespace>:<name>`
 * @throws when it is not there, or leads to no label of its own
 */
export function renderedFlow(sections: readonly Section[], id: string): RenderedFlow {
  const routes = sections
    .filter(({ directive, parameters }) => directive === "match" && parameters["@type"] === "label_router")
    .flatMap((router) => router.sections)
    .filter(({ parameters }) => metricsLabels.parse(JSON.parse(parameters.metrics_labels ?? "{}")).id === id);
  const [route] = routes;
  if (route === undefined || routes.length > 1) throw new Error(`the router has ${routes.length} routes of "${id}", not one`);
  const label = route.parameters["@label"];
  const labels = sections.filter(({ directive, argument }) => directive === "label" && argument === label);
  const [own] = labels;
  if (own === undefined || labels.length > 1) throw new Error(`there are ${labels.length} labels "${label}" for "${id}", not one`);
  const matches = own.sections.filter(({ directive }) => directive === "match");
  return {
    matches: route.sections,
    filters: own.sections.filter(({ directive }) => directive === "filter"),
    outputs: matches.flatMap((one) => (one.parameters["@type"] === "copy" ? one.sections : [one])),
  };
}
