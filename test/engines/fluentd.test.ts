import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { TEXT_KEY } from "../../lib/logs/text-key";
import { examplePlatform, exampleSite } from "../example";
import { flowsOf } from "../logs/aggregator";
import { WAYS } from "../logs/ways";
import { describeEngines } from "./engine";
import { allSections, fluentdConfiguration, parseFluentd, type RenderedFlow, renderedFlow, type Section } from "./fluentd";

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

/** A flow as the aggregator has it, in the words of its manifest. */
function backToFlow(flow: KubernetesObject, { matches, filters, outputs }: RenderedFlow): KubernetesObject {
  const list = (text = "") => (text === "" ? [] : text.split(","));
  const asked = (own: readonly Section[], kind: string) => {
    const found = own.filter(({ directive }) => directive === kind);
    return found.length === 0 ? {} : { [kind]: found.map(({ parameters: { key, pattern } }) => ({ key, pattern })) };
  };
  const both = ({ sections }: Section) => ({ ...asked(sections, "regexp"), ...asked(sections, "exclude") });
  const groups = ({ sections }: Section, kind: string) => sections.filter(({ directive }) => directive === kind).map(both);
  const spec = {
    match: matches.map(({ parameters: { negate, namespaces, container_names } }) => ({
      [negate === "true" ? "exclude" : "select"]: { namespaces: list(namespaces), container_names: list(container_names) },
    })),
    filters: filters.map((filter) => ({ grep: { ...both(filter), and: groups(filter, "and"), or: groups(filter, "or") } })),
    globalOutputRefs: outputs.map(({ parameters }) => parameters["@id"]?.split(":").at(-1)),
  };
  return { ...flow, spec };
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

    /** Where fluentd takes a pattern for a regular expression whatever it holds: bare ones that begin with `[` or `{` are JSON, quotes go, ` #` begins a comment. */
    const SLASHED = /^\/[\s\S]+\/i?$/;

    test("every pattern stands between slashes, and asks the text key or what Kubernetes says", () => {
      const asked = allSections(sections).filter(({ directive }) => directive === "regexp" || directive === "exclude");
      expect(asked.length).toBeGreaterThan(flows.length);
      for (const { parameters } of asked) {
        expect(parameters.pattern).toMatch(SLASHED);
        expect(parameters.pattern).not.toContain("\n");
        expect(parameters.key).toMatch(new RegExp(`^(?:${TEXT_KEY}|\\$\\.kubernetes\\.[a-z_]+)$`));
      }
    });

    test("no section asks a key twice: fluentd takes one condition of a kind for each", () => {
      for (const { sections: own } of allSections(sections)) {
        for (const kind of ["regexp", "exclude"]) {
          const keys = own.filter(({ directive }) => directive === kind).map(({ parameters }) => parameters.key);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }
    });

    test("every buffer is written at an interval, to a file, for ever", () => {
      const buffers = allSections(sections).filter(({ directive }) => directive === "buffer");
      expect(buffers.length).toBe(flows.length + 1);
      for (const { parameters } of buffers) {
        expect(parameters).toMatchObject({ "@type": "file", flush_mode: "interval", retry_forever: "true" });
        expect(parameters.path).toMatch(/^\/buffers\//);
      }
    });

    test("what an event raises an error with goes to the router, rather than to nothing", () => {
      const errors = sections.filter(({ directive, argument }) => directive === "label" && argument === "@ERROR");
      const [output] = errors.flatMap((label) => label.sections);
      expect(output?.parameters).toMatchObject({ "@type": "http", endpoint: exampleSite().urls.router_url });
    });

    test("the body is an array without line ends between its records", () => {
      const posts = allSections(sections).filter(({ parameters }) => parameters["@type"] === "http");
      expect(posts.length).toBe(flows.length + 1);
      for (const { parameters, sections: own } of posts) {
        const [format] = own.filter(({ directive }) => directive === "format");
        expect([parameters.json_array, format?.parameters.add_newline]).toEqual(["true", "false"]);
      }
    });

    test("a record takes the flows of the manifests, by the rendered router and filters", () => {
      const rendered = flows.map((flow) => backToFlow(flow, renderedFlow(sections, idOf(flow))));
      for (const [what, record, expected] of WAYS) expect([what, flowsOf(record, rendered)]).toEqual([what, expected]);
    });

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
