import { z } from "zod";
import { VM_OPERATOR } from "../../lib/metrics/operator";
import type { Scrape } from "../../lib/metrics/scrape";
import { portOf, type Workload } from "../../lib/network/workload";
import { platformOf } from "../example";
import { type ScrapeAgent, startScrapeAgent, type Target } from "./discovery";
import { describeEngines, waitUntil } from "./engine";
import { INSTALLATIONS } from "./installations";
import { networkAt } from "./network-reach";
import { tokenOf } from "./operator";
import { OPERATOR_ENGINES, type OperatorRendered, operatorRendered } from "./operator-rendered";
import { isJobOf, isScrape, scrapeConfiguration, scrapeJobNames } from "./rendered-configuration";
import { MADE_PORT, makeNodes, makeWanted } from "./scrape-targets";

const DISCOVERED_MILLISECONDS = 60_000;

const account = z.object({ metadata: z.object({ name: z.string(), namespace: z.string() }) });
const pod = z.object({
  metadata: z.object({ name: z.string(), namespace: z.string() }),
  spec: z.object({
    containers: z.array(z.object({ name: z.string(), ports: z.array(z.object({ containerPort: z.number() })).default([]) })),
  }),
  status: z.object({ podIP: z.string() }),
});

/** Of ours, what is asked: its ports are declared. */
function workloadOf({ from }: Scrape): Workload | undefined {
  if (from.kind === "service") return from.workload;
  return from.kind === "observed" && from.at.kind === "pods" ? from.at.ofOurs : undefined;
}

describeEngines([...OPERATOR_ENGINES, "vmagent-1.150"], "the agent finds what the scrapes declare", () => {
  describe.each(INSTALLATIONS)("$name", ({ site }) => {
    let rendered: OperatorRendered;
    let agent: ScrapeAgent;
    let targets: readonly Target[];

    beforeAll(async () => {
      rendered = await operatorRendered(site);
      const { server, objects, declared, cluster } = rendered;
      await makeNodes(server);
      const ofServices = new Map(
        platformOf(site).scrapes.flatMap((scrape) => {
          const { name, job } = scrape;
          const workload = workloadOf(scrape);
          return workload !== undefined && job !== undefined ? [[name, { job, workload }] as const] : [];
        }),
      );
      for (const scrape of [...declared, ...objects].filter(isScrape))
        await makeWanted(server, scrape, ofServices.get(scrape.metadata.name));
      await cluster.settle();
      const { metadata } = account.parse(
        objects.find(({ kind, metadata: { name } }) => kind === "ServiceAccount" && name.startsWith("vmagent-")),
      );
      agent = await startScrapeAgent(server, scrapeConfiguration(objects).text, await tokenOf(server, metadata.namespace, metadata.name));
      const withoutTarget = () => scrapeJobNames(objects).filter((job) => !targets.some(({ scrapePool }) => scrapePool === job));
      await waitUntil(
        async () => {
          targets = await agent.targets();
          return withoutTarget().length === 0;
        },
        () => `no target: ${withoutTarget().join(", ")}\n${agent.output().split("\n").slice(-10).join("\n")}`,
        DISCOVERED_MILLISECONDS,
      );
    });
    afterAll(async () => {
      await agent?.stop();
      await rendered?.stop();
    });

    test("every scrape finds a target, the operator's own among them", () => {
      const scrapes = [...rendered.declared, ...rendered.objects].filter(isScrape);
      expect(scrapes.filter((object) => !targets.some(({ scrapePool }) => isJobOf(scrapePool, object)))).toEqual([]);
      expect(rendered.objects.filter(isScrape).length).toBeGreaterThan(3);
    });

    test("the jobs of all samples are the declared ones, on the declared ports, and no others", () => {
      const declared = platformOf(site).scrapes.flatMap(({ job, from }) => {
        switch (from.kind) {
          case "service":
          case "devices":
            return [`${job} ${portOf(from.workload, from.port)}`];
          case "probes":
            return [`${job} ${portOf(from.exporter.workload, from.exporter.port)}`];
          case "node":
            return [`${job} ${from.port}`];
          case "upstream":
            return from.owner.chart === VM_OPERATOR.chart && "workload" in from.to
              ? [`${job} ${portOf(from.to.workload, from.to.port)}`]
              : [];
          case "observed":
            if (from.at.kind === "addresses") return from.at.targets.map(({ port }) => `${job} ${port}`);
            return from.at.ofOurs === undefined ? [`${job} ${MADE_PORT}`] : [`${job} ${portOf(from.at.ofOurs, from.at.port)}`];
          default:
            return [];
        }
      });
      const found = new Set(targets.map(({ labels, scrapeUrl }) => `${labels.job} ${new URL(scrapeUrl).port}`));
      // two scrapes may have a job in common
      expect([...found].sort()).toEqual([...new Set(declared)].sort());
      expect(declared.length).toBeGreaterThan(3);
    });

    /** All but those that an exporter asks in the agent's stead, which are no pods. */
    const askedThemselves = (): Target[] => {
      const through = platformOf(site).scrapes.flatMap(({ job, from }) =>
        from.kind === "probes" || from.kind === "devices" ? (job ?? []) : [],
      );
      return targets.filter(({ labels }) => !through.includes(labels.job ?? ""));
    };

    test("every target is a port that a container of its pod declares", async () => {
      const { body } = await rendered.server.request("GET", "/api/v1/pods");
      const pods = z.object({ items: z.array(pod) }).parse(body).items;
      const ofPods = targets.filter(({ labels }) => labels.pod !== undefined);
      const declares = ({ labels, scrapeUrl }: Target): boolean => {
        const { hostname, port } = new URL(scrapeUrl);
        const found = pods.find(({ metadata }) => metadata.name === labels.pod && metadata.namespace === labels.namespace);
        const container = found?.spec.containers.find(({ name }) => name === labels.container);
        return found?.status.podIP === hostname && container?.ports.some(({ containerPort }) => String(containerPort) === port) === true;
      };
      expect(ofPods.filter((target) => !declares(target))).toEqual([]);
      expect(ofPods.length).toBeGreaterThan(askedThemselves().length / 2);
    });

    test("every target is open at both ends by the policies, and a stranger's way to it is closed", async () => {
      const network = await networkAt(rendered.server);
      const agents = network.pods.filter(({ labels }) => labels["app.kubernetes.io/name"] === "vmagent");
      const called = targets.flatMap(({ labels, scrapeUrl }) =>
        network.pods
          .filter(({ name, namespace }) => name === labels.pod && namespace === labels.namespace)
          .map((found) => ({ pod: found, port: Number(new URL(scrapeUrl).port) })),
      );
      expect(agents.flatMap((agent) => called.flatMap((to) => network.closed(agent, to)))).toEqual([]);
      expect(called.length).toBeGreaterThan(askedThemselves().length / 2);
      // what others run is theirs to close
      const others = new Set(platformOf(site).scrapes.flatMap(({ job, from }) => (from.kind === "observed" ? (job ?? []) : [])));
      const ofOthers = new Set(targets.flatMap(({ labels }) => (others.has(labels.job ?? "") ? (labels.pod ?? []) : [])));
      const own = called.filter((to) => !ofOthers.has(to.pod.name));
      expect(own.length).toBeGreaterThan(5);
      const stranger = { name: "stranger", namespace: "default", labels: {}, ports: {} };
      expect(own.filter((to) => network.closed(stranger, to).length === 0)).toEqual([]);
    });

    test("the judge does judge: an account without the agent's rights finds nothing", async () => {
      const { server, objects } = rendered;
      const name = "without-rights";
      await server.apply({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace: "default" } });
      const stranger = await startScrapeAgent(server, scrapeConfiguration(objects).text, await tokenOf(server, "default", name));
      await waitUntil(
        () => stranger.output().includes("forbidden"),
        () => `the API server refused nothing:\n${stranger.output()}`,
      );
      const found = await stranger.targets();
      await stranger.stop();
      expect(found.filter(({ labels }) => labels.pod !== undefined)).toEqual([]);
    });
  });
});
