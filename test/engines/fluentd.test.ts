import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { examplePlatform } from "../example";
import { describeEngines } from "./engine";
import { allSections, fluentdConfiguration, parseFluentd, renderedFlow, type Section } from "./fluentd";

const selection = z.object({ namespaces: z.array(z.string()).default([]) });
const regexps = z.array(z.object({ key: z.string(), pattern: z.string() })).default([]);
const grep = z.object({
  regexp: regexps,
  exclude: regexps,
  or: z.array(z.object({ regexp: regexps, exclude: regexps })).default([]),
  and: z.array(z.object({ regexp: regexps, exclude: regexps })).default([]),
});
const flowSpec = z.object({
  match: z.array(z.object({ select: selection.optional(), exclude: selection.optional() })).default([]),
  filters: z.array(z.looseObject({ grep: grep.optional() })).default([]),
  globalOutputRefs: z.array(z.string()).default([]),
});
const outputSpec = z.object({ http: z.object({ endpoint: z.string() }).optional() });

const idOf = ({ metadata }: KubernetesObject): string => `clusterflow:${metadata.namespace}:${metadata.name}`;

/** `<key> <pattern>` of each condition, wherever it stands in a filter. */
const conditions = (filters: readonly Section[]): string[] =>
  allSections(filters).flatMap(({ directive, parameters: { key, pattern } }) =>
    directive === "regexp" || directive === "exclude" ? [`${directive} ${key} ${pattern}`] : [],
  );

function declaredConditions({ filters }: z.infer<typeof flowSpec>): string[] {
  const greps = filters.flatMap((filter) => filter.grep ?? []);
  return greps.flatMap((one) =>
    [one, ...one.or, ...one.and].flatMap(({ regexp, exclude }) => [
      ...regexp.map(({ key, pattern }) => `regexp ${key} ${pattern}`),
      ...exclude.map(({ key, pattern }) => `exclude ${key} ${pattern}`),
    ]),
  );
}

describeEngines(["fluentd-config"], "the logging operator's code renders the log plane", () => {
  describe.each(["single", "cluster"] as const)("scale: %s", (scale) => {
    const objects = examplePlatform({ scale }).manifests.map(({ object }) => object);
    const flows = objects.filter(({ kind }) => kind === "ClusterFlow");
    const outputs = objects.filter(({ kind }) => kind === "ClusterOutput");
    let sections: readonly Section[];

    beforeAll(async () => {
      sections = parseFluentd(await fluentdConfiguration(objects));
    });

    test.each(flows.map((flow) => [flow.metadata.name, flow] as const))(
      "flow %s: what it selects, its patterns, its outputs",
      (_, flow) => {
        const spec = flowSpec.parse(flow.spec);
        const rendered = renderedFlow(sections, idOf(flow));
        expect(rendered.matches.map(({ parameters: { negate, namespaces = "" } }) => ({ negate, namespaces }))).toEqual(
          spec.match.map(({ select, exclude }) => ({
            negate: String(exclude !== undefined),
            // as the operator sorts them
            namespaces: (select ?? exclude)?.namespaces.toSorted().join(","),
          })),
        );
        expect(conditions(rendered.filters).sort()).toEqual(declaredConditions(spec).sort());
        expect(rendered.outputs.map(({ parameters }) => parameters["@id"])).toEqual(
          spec.globalOutputRefs.map((name) => expect.stringMatching(new RegExp(`^${idOf(flow)}:clusteroutput:.*:${name}$`))),
        );
      },
    );

    test.each(outputs.map((output) => [output.metadata.name, output] as const))(
      "output %s: in every flow that names it, with its endpoint",
      (name, output) => {
        const { http } = outputSpec.parse(output.spec);
        const users = flows.filter(({ spec }) => flowSpec.parse(spec).globalOutputRefs.includes(name));
        const rendered = allSections(sections).filter(({ parameters }) =>
          parameters["@id"]?.endsWith(`:clusteroutput:${output.metadata.namespace}:${name}`),
        );
        expect(rendered.length).toBeGreaterThanOrEqual(users.length);
        expect(users.length).toBeGreaterThan(0);
        if (http) expect(new Set(rendered.map(({ parameters }) => parameters.endpoint))).toEqual(new Set([http.endpoint]));
      },
    );

    test("every buffer has a folder of its own", () => {
      const paths = allSections(sections).flatMap(({ directive, parameters: { path } }) => (directive === "buffer" && path ? [path] : []));
      expect(new Set(paths).size).toBe(paths.length);
    });
  });

  test("the judge does judge: an output that is not there, and a field that nobody reads", async () => {
    const objects = examplePlatform().manifests.map(({ object }) => object);
    const without = objects.filter(({ kind }) => kind !== "ClusterOutput");
    await expect(fluentdConfiguration(without)).rejects.toThrow("there is no ClusterOutput");
    const misspelt = objects.map((object) =>
      object.kind === "ClusterOutput" ? { ...object, spec: { ...(object.spec as object), htp: {} } } : object,
    );
    await expect(fluentdConfiguration(misspelt)).rejects.toThrow('unknown field "htp"');
  });
});
