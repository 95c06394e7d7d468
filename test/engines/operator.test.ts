import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { scrapeLimits } from "../../lib/metrics/scrape-limits";
import type { Series } from "../../lib/series";
import { platformOf } from "../example";
import { describeEngines, runEngine, temporaryFolder, waitUntil } from "./engine";
import { INSTALLATIONS } from "./installations";
import { applyOrThrow, isOperatorGroup } from "./operator";
import { isOperational, OPERATOR_ENGINES, type OperatorRendered, operatorRendered } from "./operator-rendered";
import {
  alertManagerConfiguration,
  type ConfigurationFile,
  isJobOf,
  isScrape,
  jobPrefix,
  proxyConfiguration,
  relabelConfiguration,
  ruleFiles,
  scrapeConfiguration,
  scrapeJobNames,
  scrapeJobsOf,
} from "./rendered-configuration";
import { programOf, type RenderedContainer, renderedContainers, startContainer, UNAVAILABLE } from "./rendered-workload";

const PROGRAMS = ["victoria-metrics-1.150", "vmagent-1.150", "vmalert-1.150", "vmauth-1.150", "alertmanager", "amtool"] as const;

/** `record` and `alert` are keys of the list, which the API server fills in as "" where they are absent. */
const rule = z
  .looseObject({ record: z.string().optional(), alert: z.string().optional() })
  .transform(({ record, alert, ...rest }) => ({ ...rest, record: record || undefined, alert: alert || undefined }));
const groups = z.array(z.looseObject({ name: z.string(), rules: z.array(rule) }));
const conditions = z.array(z.object({ type: z.string(), status: z.string(), message: z.string().optional() }));

function scrapeLimitsOf({ series }: { readonly series: readonly Series[] }) {
  const { sampleLimit, seriesLimit } = scrapeLimits(series);
  return { sample_limit: sampleLimit, series_limit: seriesLimit };
}

function fileOf({ name, text }: ConfigurationFile): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** The files that a container's arguments name, as its reloader would have put them there. */
function configurationOf({ name, args }: RenderedContainer, objects: readonly KubernetesObject[]): Readonly<Record<string, string>> {
  const path = (flag: string): string =>
    args.find((argument) => argument.replace(/^--?/, "").startsWith(`${flag}=`))?.replace(/^[^=]+=/, "") ?? "";
  switch (name) {
    case "vmagent":
      return {
        [path("promscrape.config")]: withoutDiscovery(scrapeConfiguration(objects).text),
        // of the second remote write: the first has none
        [path("remoteWrite.urlRelabelConfig").replace(/^,/, "")]: relabelConfiguration(objects).text,
      };
    case "vmalert":
      return Object.fromEntries(
        ruleFiles(objects).map(({ text }, index) => [path("rule").replaceAll('"', "").replace("*", `${index}`), text]),
      );
    case "vmauth":
      return { [path("auth.config")]: proxyConfiguration(objects).text };
    case "alertmanager":
      return { [path("config.file")]: alertManagerConfiguration(objects).text };
    default:
      return {};
  }
}

/** An agent outside a cluster finds no token there and waits for one; discovery has a test of its own. */
const withoutDiscovery = (text: string): string =>
  JSON.stringify(parse(text, (key, value) => (key === "kubernetes_sd_configs" ? undefined : value)));

const groupsIn = (files: readonly ConfigurationFile[]) => files.flatMap(({ text }) => z.object({ groups }).parse(parse(text)).groups);
const groupNames = (files: readonly ConfigurationFile[]): string[] =>
  groupsIn(files)
    .map(({ name }) => name)
    .sort();

async function loadedGroups(evaluatorUrl: string): Promise<string[]> {
  const reply = z.object({ data: z.object({ groups: z.array(z.object({ name: z.string() })) }) });
  const { data } = reply.parse(await (await fetch(`${evaluatorUrl}/api/v1/rules`)).json());
  return data.groups.map(({ name }) => name).sort();
}

const titleOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.namespace}/${metadata.name}`;

const claim = z.object({
  metadata: z.object({
    ownerReferences: z.array(z.object({ kind: z.string(), name: z.string(), blockOwnerDeletion: z.boolean().optional() })).optional(),
    deletionTimestamp: z.string().optional(),
  }),
});

/** What is compared of an object: all but what the server and the operator keep books in. */
function compared(object: unknown): unknown {
  const { status: _, metadata, ...rest } = z.looseObject({ metadata: z.looseObject({}), status: z.unknown() }).parse(object);
  const { managedFields: _fields, resourceVersion: _version, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

describeEngines([...OPERATOR_ENGINES, ...PROGRAMS], "the VictoriaMetrics operator reads the manifests", () => {
  describe.each(INSTALLATIONS)("$name", ({ site }) => {
    let rendered: OperatorRendered;

    beforeAll(async () => {
      // one of them tells by every push product: the operator reads the alert manager's configuration strictly
      rendered = await operatorRendered(site);
    });
    afterAll(() => rendered?.stop());

    const ofKind = (kind: string) => rendered.declared.filter((object) => object.kind === kind);

    test("every custom resource is reconciled, and nothing is complained of", () => {
      expect(rendered.declared.filter((object) => !isOperational(object)).map(titleOf)).toEqual([]);
      expect(rendered.complaints).toEqual([]);
      expect(rendered.declared.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining([
          "VMAgent",
          "VMAlert",
          "VMAlertmanager",
          "VMRule",
          ...(site.scale === "single" ? ["VMSingle"] : ["VMCluster", "VMAuth"]),
        ]),
      );
    });

    test("no resource of the operator's is left out", () => {
      expect(rendered.leftOut.filter(isOperatorGroup)).toEqual([]);
    });

    test("the API server admits every pod under the level that its namespace enforces", () => {
      expect(rendered.refusals).toEqual([]);
      expect(rendered.objects.filter(({ kind }) => kind === "Pod").length).toBeGreaterThan(3);
    });

    test("the agent takes every scrape, the evaluator every rule", () => {
      const refused = rendered.declared
        .filter((object) => isScrape(object) || object.kind === "VMRule")
        .filter((object) => {
          const applied = conditions.parse((object.status as { conditions?: unknown }).conditions ?? []);
          return applied.length === 0 || applied.some(({ status }) => status !== "True");
        });
      expect(refused.map((object) => `${titleOf(object)}: ${JSON.stringify(object.status)}`)).toEqual([]);
    });

    test("every scrape is a job of the agent's configuration", () => {
      const jobs = scrapeJobNames(rendered.objects);
      const scrapes = rendered.declared.filter(isScrape);
      expect(scrapes.filter((object) => !jobs.some((job) => isJobOf(job, object))).map(jobPrefix)).toEqual([]);
      expect(scrapes.length).toBeGreaterThan(3);
    });

    test("what others export has a limit, and speaks for its own job, in the agent's configuration too", () => {
      const observed = platformOf(site).scrapes.filter(({ from }) => from.kind === "observed");
      const jobsOf = ({ name }: { readonly name: string }) => {
        const objects = rendered.declared.filter((object) => isScrape(object) && object.metadata.name === name);
        return scrapeJobsOf(rendered.objects).filter(({ job_name }) => objects.some((object) => isJobOf(job_name, object)));
      };
      for (const scrape of observed) {
        expect(jobsOf(scrape)).toEqual([expect.objectContaining(scrapeLimitsOf(scrape))]);
        const honours = jobsOf(scrape).some(({ honor_labels }) => honor_labels === true);
        expect([scrape.name, honours]).toEqual([scrape.name, scrape.job === "cloudnative-pg"]);
      }
      expect(observed.length).toBeGreaterThan(10);
    });

    test("the CD tool, asking what applying anew would give, sees no difference in what is there", async () => {
      // the dry run of Argo CD's ServerSideDiff: as the manager that applied it
      const differs = async (object: KubernetesObject) => {
        const live = rendered.declared.find((one) => titleOf(one) === titleOf(object));
        return !isDeepStrictEqual(compared((await rendered.server.dryRunApply(object)).result), compared(live));
      };
      const applied = platformOf(site).manifests.flatMap(({ object }) => (isOperatorGroup(object.apiVersion) ? [object] : []));
      const differing: string[] = [];
      for (const object of applied) if (await differs(object)) differing.push(titleOf(object));
      expect(differing).toEqual([]);
      expect(applied).toHaveLength(rendered.declared.length);

      const [agent] = applied.filter(({ kind }) => kind === "VMAgent");
      if (agent === undefined) throw new Error("the site has no agent");
      expect(await differs({ ...agent, spec: { ...(agent.spec as object), scrapeInterval: "59s" } })).toBe(true);
    });

    test("every rule is in the evaluator's files as it was declared", () => {
      const declared = ofKind("VMRule").flatMap(({ spec }) => groups.parse((spec as { groups: unknown }).groups));
      const files = groupsIn(ruleFiles(rendered.objects));
      const byName = (list: z.infer<typeof groups>) => list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(byName(files)).toEqual(byName(declared));
      expect(declared.length).toBeGreaterThan(3);
    });

    test("the alert manager gets the configuration that was declared", () => {
      const { configRawYaml } = z.object({ configRawYaml: z.string() }).parse(ofKind("VMAlertmanager")[0]?.spec);
      expect(parse(alertManagerConfiguration(rendered.objects).text)).toEqual(parse(configRawYaml));
    });

    test("the judge does judge: a rule that no evaluator can read is refused with the reason", async () => {
      const { server } = rendered;
      const name = "unreadable";
      const namespace = site.namespaces.monitoring;
      const path = `/apis/operator.victoriametrics.com/v1beta1/namespaces/${namespace}/vmrules/${name}`;
      // of many changes at once the operator drops some (limiter.go, five in two seconds): this one is made anew until it is seen
      const refused = (change: number) => ({
        apiVersion: "operator.victoriametrics.com/v1beta1",
        kind: "VMRule",
        metadata: { name, namespace },
        spec: { groups: [{ name, rules: [{ alert: "Unreadable", expr: "sum(", labels: { change: `${change}` } }] }] },
      });
      let looks = 0;
      await applyOrThrow(server, refused(looks));
      const reason = async () =>
        JSON.stringify(z.looseObject({ status: z.unknown() }).parse((await server.request("GET", path)).body).status);
      await waitUntil(
        async () => {
          looks += 1;
          if (looks % 100 === 0) await applyOrThrow(server, refused(looks));
          return (await reason())?.includes('"updateStatus":"failed"');
        },
        () => "the operator does not refuse it",
      );
      expect(await reason()).toContain("bad MetricsQL expr");
    });

    test("the programs accept their configurations", async () => {
      const verdicts = [
        await runEngine("vmagent-1.150", [
          "-dryRun",
          `-promscrape.config=${fileOf(scrapeConfiguration(rendered.objects))}`,
          "-promscrape.config.strictParse",
        ]),
        ...(await Promise.all(ruleFiles(rendered.objects).map((file) => runEngine("vmalert-1.150", ["-dryRun", `-rule=${fileOf(file)}`])))),
        await runEngine("amtool", ["check-config", fileOf(alertManagerConfiguration(rendered.objects))]),
        ...(site.scale === "cluster"
          ? [await runEngine("vmauth-1.150", ["-dryRun", `-auth.config=${fileOf(proxyConfiguration(rendered.objects))}`])]
          : []),
      ];
      expect(verdicts.filter(({ code }) => code !== 0).map(({ output }) => output)).toEqual([]);
    });

    test("the programs start with the arguments and files that the operator gives them", async () => {
      const containers = renderedContainers(rendered.objects);
      const [ours, unavailable] = [containers.filter(programOf), containers.filter((one) => programOf(one) === undefined)];
      for (const one of ours) {
        const started = await startContainer(one, configurationOf(one, rendered.objects));
        if (one.name === "vmalert") expect(await loadedGroups(started.url)).toEqual(groupNames(ruleFiles(rendered.objects)));
        await started.stop();
      }
      expect(new Set(ours.map(({ name }) => name))).toEqual(
        new Set(["vmagent", "vmalert", "alertmanager", site.scale === "single" ? "vmsingle" : "vmauth"]),
      );
      expect(unavailable.filter(({ name }) => !UNAVAILABLE.has(name))).toEqual([]);
    });

    if (site.scale === "single") {
      // the last one: it takes the store away
      test("the metrics store's volume is given free before its object goes, where that is deleted in the background", async () => {
        const { server } = rendered;
        const namespace = site.namespaces.monitoring;
        const volume = async () =>
          claim.parse((await server.request("GET", `/api/v1/namespaces/${namespace}/persistentvolumeclaims/vmsingle-belfry`)).body);
        const store = `/apis/operator.victoriametrics.com/v1beta1/namespaces/${namespace}/vmsingles/belfry`;
        // in the foreground the garbage collector would delete at once what blocks its owner's deletion
        expect((await volume()).metadata.ownerReferences).toEqual([{ kind: "VMSingle", name: "belfry", blockOwnerDeletion: true }]);
        await server.request("DELETE", store, { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background" });
        await waitUntil(
          async () => (await server.request("GET", store)).status === 404,
          () => "the operator does not let the store go",
        );
        const { ownerReferences, deletionTimestamp } = (await volume()).metadata;
        expect([ownerReferences, deletionTimestamp]).toEqual([undefined, undefined]);
      });
    }
  });
});
