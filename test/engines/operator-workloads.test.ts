import { z } from "zod";
import { metricsOperator } from "../../components/metrics/prerequisite";
import { parseAddress } from "../../lib/address";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { VM_OPERATOR } from "../../lib/metrics/operator";
import { difference, onePort } from "../../lib/network/port-set";
import { isOf, type Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { exampleSite, platformOf } from "../example";
import { asking, sumOf } from "../requested";
import { describeEngines, runEngine } from "./engine";
import { INSTALLATIONS } from "./installations";
import { addressesIn, type NamedPod, networkAt, policiesAt } from "./network-reach";
import { GIVEN_PRIORITY, OPERATOR_ENGINES, type OperatorRendered, operatorRendered } from "./operator-rendered";
import { alertManagerConfiguration, proxyConfiguration } from "./rendered-configuration";
import { programOf, renderedContainers } from "./rendered-workload";

const labels = z.record(z.string(), z.string());
const ports = z.array(z.object({ name: z.string().optional(), containerPort: z.number() })).default([]);
const template = z.object({
  metadata: z.object({ labels }),
  spec: z.object({ containers: z.array(z.object({ ports })) }),
});
const selector = z.object({ matchLabels: labels });
const term = z.object({ topologyKey: z.string(), labelSelector: selector });
const replicated = z.object({
  spec: z.object({
    replicas: z.number().default(1),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        topologySpreadConstraints: z.array(term).default([]),
        affinity: z.object({ podAntiAffinity: z.object({ requiredDuringSchedulingIgnoredDuringExecution: z.array(term) }) }).optional(),
      }),
    }),
  }),
});
const budget = z.object({ spec: z.object({ maxUnavailable: z.number(), selector }) });
const service = z.object({
  metadata: z.object({ name: z.string(), namespace: z.string() }),
  spec: z.object({
    selector: labels.default({}),
    ports: z.array(z.object({ port: z.number(), targetPort: z.union([z.string(), z.number()]) })),
  }),
});

/** The workloads that run more than once, as the operator makes them. Members of an agent are shards of one pod. */
function replicatedWorkloads(objects: readonly KubernetesObject[]) {
  return objects
    .filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet")
    .map((object) => ({ name: object.metadata.name, ...replicated.parse(object).spec }))
    .filter(({ replicas, template: { metadata } }) => replicas > 1 || "shard-num" in metadata.labels);
}

const isOneOf = (own: Readonly<Record<string, string>>, selected: Readonly<Record<string, string>>): boolean =>
  Object.entries(selected).every(([label, value]) => own[label] === value);

/** By workload: how many pods it runs, where there are several of them. A member of an agent is a workload of its own. */
function severalPods({ scale, urls }: Site): Readonly<Record<string, number>> {
  if (scale === "single") return {};
  return {
    "vmagent-belfry-0": 1,
    "vmagent-belfry-1": 1,
    "vmagent-belfry-2": 1,
    "vmalert-belfry": 2,
    [inClusterService(urls.alertmanager_url).name]: 3,
    "vmauth-belfry": 2,
    "vminsert-belfry": 2,
    "vmselect-belfry": 2,
    "vmstorage-belfry": 3,
  };
}

/** Every container of an alert manager names the port of the mesh; one alone does not listen there. */
const MESH_PORT = 9094;

interface Rendered {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Numbers by the containers' names for them. */
  readonly ports: ReadonlyMap<string, number>;
}

function renderedWorkloads(objects: readonly KubernetesObject[]): Rendered[] {
  return objects
    .filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet")
    .map(({ metadata, spec }) => {
      const pod = template.parse((spec as { template: unknown }).template);
      const named = pod.spec.containers.flatMap((container) =>
        container.ports.map(({ name = "", containerPort }) => [name, containerPort] as const),
      );
      return { name: metadata.name, namespace: metadata.namespace ?? "", labels: pod.metadata.labels, ports: new Map(named) };
    });
}

function declaredWorkloads(site: Site): Workload[] {
  const all = platformOf(site).scrapes.flatMap(({ from }) =>
    from.kind === "upstream" && from.owner.chart === VM_OPERATOR.chart && "workload" in from.to ? [from.to.workload] : [],
  );
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** What names addresses: the arguments of a workload's containers, and the configurations that the operator renders. */
function callersOf(objects: readonly KubernetesObject[]): { readonly workload: string; readonly text: string }[] {
  const workloads = objects.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet");
  const nameOf = (prefix: string) => workloads.find(({ metadata }) => metadata.name.startsWith(prefix))?.metadata.name;
  const proxy = nameOf("vmauth-");
  const manager = nameOf("vmalertmanager-");
  return [
    ...workloads.map(({ metadata, spec }) => ({ workload: metadata.name, text: JSON.stringify(spec) })),
    ...(proxy === undefined ? [] : [{ workload: proxy, text: proxyConfiguration(objects).text }]),
    ...(manager === undefined ? [] : [{ workload: manager, text: alertManagerConfiguration(objects).text }]),
  ];
}

const kindOf = ({ labels: own }: NamedPod): string => own["app.kubernetes.io/name"] ?? "";

/** Some of the ways that must have been looked at, by the pods' names and the containers' ports. */
function expectedWays({ scale, urls }: Site): string[] {
  const toManager = `vmalert -> vmalertmanager ${new URL(urls.alertmanager_url).port}`;
  if (scale === "single") return ["vmagent -> vmsingle 8429", "vmalert -> vmsingle 8429", toManager];
  return [
    "vmagent -> vmauth 8427",
    "vmalert -> vmauth 8427",
    toManager,
    "vmauth -> vminsert 8480",
    "vmauth -> vmselect 8481",
    "vminsert -> vmstorage 8400",
    "vmselect -> vmstorage 8401",
    "vmselect -> vmselect 8481",
    "vmalertmanager -> vmalertmanager 9094",
  ];
}

const BESIDE_THE_PATH = ["stale-mounts", "grafana", "grafana-embed", "metrics-gateway"];

describeEngines([...OPERATOR_ENGINES, "vmagent-1.150", "alertmanager"], "the operator's workloads are what we take them for", () => {
  describe.each(INSTALLATIONS)("$name", ({ site }) => {
    const declared = declaredWorkloads(site);
    let rendered: OperatorRendered;
    let workloads: readonly Rendered[];
    let services: readonly z.infer<typeof service>[];

    beforeAll(async () => {
      rendered = await operatorRendered(site);
      workloads = renderedWorkloads(rendered.objects);
      const { body } = await rendered.server.request("GET", "/api/v1/services");
      services = z.object({ items: z.array(service) }).parse(body).items;
    });
    afterAll(() => rendered?.stop());

    test("each of them is declared once, by labels that are its own", () => {
      const owners = workloads.map((one) => ({
        name: one.name,
        owners: declared.filter((workload) => isOf(workload, one)).map(({ name }) => name),
      }));
      // shards are one workload to us
      expect(owners).toEqual(workloads.map(({ name }) => ({ name, owners: [expect.stringMatching(`^${name.replace(/-\d+$/, "")}$`)] })));
      expect(declared.filter((workload) => !workloads.some((one) => isOf(workload, one)))).toEqual([]);
    });

    test("an autoscaler names the topmost of their owners that can be scaled, or says why there is none", async () => {
      if (site.autoscaling === undefined) return;
      const { manifests } = platformOf(site);
      const told = manifests
        .filter(({ object }) => object.kind === "VerticalPodAutoscaler" && object.metadata.namespace === site.namespaces.monitoring)
        .map(({ object }) => (object.spec as { targetRef: { kind: string; name: string } }).targetRef)
        .filter(({ kind, name }) => kind === "VMAgent" || workloads.some((one) => one.name === name));
      const scaleOf = (kind: string, name: string) => {
        const path = `/apis/operator.victoriametrics.com/v1beta1/namespaces/${site.namespaces.monitoring}/${kind.toLowerCase()}s/${name}/scale`;
        return rendered.server.request("GET", path);
      };
      const found = await Promise.all(
        rendered.objects
          .filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet")
          .map(async ({ kind, metadata }) => {
            const [owner] = z.array(z.object({ kind: z.string(), name: z.string() })).parse(Reflect.get(metadata, "ownerReferences"));
            const { status: answer } = await scaleOf(owner?.kind ?? "", owner?.name ?? "");
            // not there: the workload itself; there: the object; failing: neither can be told (autoscaler, controller_fetcher.go)
            if (answer === 404) return `${kind} ${metadata.name}`;
            return answer === 200 ? `${owner?.kind} ${owner?.name}` : undefined;
          }),
      );
      const topmost = [...new Set(found.filter((one) => one !== undefined))].sort();
      expect(told.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(topmost);
      const because = manifests.find(({ object }) => object.kind === "VMAgent")?.object.metadata.annotations?.[
        "belfry/autoscaling-because"
      ];
      expect(because !== undefined).toBe(found.includes(undefined));
    });

    test("their ports are those of their containers", () => {
      const differing = workloads.flatMap((one) => {
        const own = declared.find((workload) => isOf(workload, one));
        const expected = new Set(Object.values(own?.ports ?? {}));
        const found = new Set([...one.ports.values()].filter((port) => port !== MESH_PORT || expected.has(port)));
        return sameNumbers(expected, found) ? [] : [`${one.name}: declared ${[...expected].sort()}, rendered ${[...found].sort()}`];
      });
      expect(differing).toEqual([]);
    });

    test("the Services that lead to them exist, with these ports behind them", () => {
      const missing = declared.flatMap((workload) =>
        (workload.serves ?? []).flatMap(({ service: name, port, to }) => {
          const found = services.find(({ metadata }) => metadata.name === name && metadata.namespace === workload.namespace);
          const one = workloads.find((candidate) => isOf(workload, candidate));
          const target = found?.spec.ports.find((candidate) => candidate.port === port)?.targetPort;
          const number = typeof target === "string" ? one?.ports.get(target) : target;
          const selects = Object.entries(found?.spec.selector ?? { none: "" }).every(([key, value]) => one?.labels[key] === value);
          return selects && number === workload.ports[to] ? [] : [`${name}:${port} -> ${workload.name} ${to}`];
        }),
      );
      expect(missing).toEqual([]);
      expect(declared.some(({ serves = [] }) => serves.length > 0)).toBe(true);
    });

    test("every address that their containers and configurations name is open at both ends", async () => {
      const network = await networkAt(rendered.server);
      const named = callersOf(rendered.objects).flatMap(({ workload, text }) =>
        network.pods
          .filter(({ name, namespace }) => namespace === site.namespaces.monitoring && name.startsWith(`${workload}-`))
          .flatMap((from) => addressesIn(text).map(({ host, port }) => ({ from, host, port }))),
      );
      const asked = named.flatMap(({ from, host, port }) => (network.behind(host, port) ?? []).map((to) => ({ from, to })));
      expect(asked.flatMap(({ from, to }) => network.closed(from, to))).toEqual([]);
      const pairs = new Set(asked.map(({ from, to }) => `${kindOf(from)} -> ${kindOf(to.pod)} ${to.port}`));
      expect([...pairs]).toEqual(expect.arrayContaining(expectedWays(site)));
    });

    test("each that runs more than once has one budget, under which nodes are drained one at a time; no other has one", async () => {
      const { body } = await rendered.server.request(
        "GET",
        `/apis/policy/v1/namespaces/${site.namespaces.monitoring}/poddisruptionbudgets`,
      );
      const budgets = z
        .object({ items: z.array(budget) })
        .parse(body)
        .items.map(({ spec }) => spec);
      const several = replicatedWorkloads(rendered.objects);
      expect(Object.fromEntries(several.map(({ name, replicas }) => [name, replicas]))).toEqual(severalPods(site));
      const holding = several.map(({ name, template: { metadata } }) => {
        const own = budgets.filter(({ selector: of }) => isOneOf(metadata.labels, of.matchLabels));
        return { name, allows: own.map(({ maxUnavailable }) => maxUnavailable) };
      });
      expect(holding).toEqual(several.map(({ name }) => ({ name, allows: [1] })));
      const single = workloads.filter(({ name }) => !several.some((one) => one.name === name));
      expect(budgets.filter(({ selector: of }) => single.some((one) => isOneOf(one.labels, of.matchLabels)))).toEqual([]);
      // one for all members together
      const ofAgent = several.filter(({ name }) => name.startsWith("vmagent-")).map(({ template: { metadata } }) => metadata.labels);
      expect(ofAgent.length === 0 || budgets.some(({ selector: of }) => ofAgent.every((own) => isOneOf(own, of.matchLabels)))).toBe(true);
    });

    test("their replicas are spread over nodes, and members of an agent are never on the same", () => {
      for (const { name, template: pod } of replicatedWorkloads(rendered.objects)) {
        const isHere = ({ topologyKey, labelSelector }: z.infer<typeof term>) =>
          topologyKey === "kubernetes.io/hostname" && isOneOf(pod.metadata.labels, labelSelector.matchLabels);
        const kept = pod.spec.affinity?.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution ?? [];
        const isMember = name.startsWith("vmagent-");
        expect([name, pod.spec.topologySpreadConstraints.filter(isHere).length, kept.filter(isHere).length]).toEqual(
          isMember ? [name, 0, 1] : [name, 1, 0],
        );
        // of any member
        expect(kept.flatMap(({ labelSelector }) => Object.keys(labelSelector.matchLabels))).not.toContain("shard-num");
      }
    });

    test("two members of an agent have each target, where there are several", () => {
      const agents = rendered.objects.filter(({ kind, metadata }) => kind === "StatefulSet" && metadata.name.startsWith("vmagent-"));
      const flags = agents.map((one) =>
        [...JSON.stringify(one.spec).matchAll(/-promscrape\.cluster\.(?<flag>\w+=\d+)/g)].map(([, flag]) => flag),
      );
      const expected = agents.map((_, member) => ["replicationFactor=2", `membersCount=${agents.length}`, `memberNum=${member}`]);
      expect(flags).toEqual(site.scale === "cluster" ? expected : [[]]);
    });

    test("their pods are admitted with the priority of the alert path", async () => {
      const { body } = await rendered.server.request("GET", `/api/v1/namespaces/${site.namespaces.monitoring}/pods`);
      const pods = z
        .object({
          items: z.array(z.object({ metadata: z.object({ name: z.string(), labels }), spec: z.looseObject({ priority: z.number() }) })),
        })
        .parse(body)
        // these tell of something, show it or mend it; nothing waits for them to pass an alert on
        .items.filter(({ metadata }) => !["exporter", "batch"].includes(metadata.labels["app.kubernetes.io/component"] ?? ""))
        .filter(({ metadata }) => !BESIDE_THE_PATH.includes(metadata.labels["app.kubernetes.io/name"] ?? ""));
      const expected = site.priority_class === undefined ? 900_000_000 : GIVEN_PRIORITY;
      const ordinary = pods.filter(({ spec }) => spec.priority !== expected).map(({ metadata }) => metadata.name);
      expect(ordinary).toEqual([]);
      expect(pods.length).toBeGreaterThan(5);
    });

    test("replicas of the alert manager reach each other by UDP too, and nobody else reaches them there", async () => {
      const network = await networkAt(rendered.server);
      const managers = network.pods.filter((one) => kindOf(one) === "vmalertmanager");
      const others = network.pods.filter((one) => kindOf(one) !== "vmalertmanager");
      const isOpen = (from: NamedPod, to: NamedPod) => network.closed(from, { pod: to, port: MESH_PORT }, "UDP").length === 0;
      expect(managers).toHaveLength(site.scale === "cluster" ? 3 : 1);
      expect(managers.flatMap((from) => managers.filter((to) => !isOpen(from, to)))).toEqual([]);
      expect(managers.flatMap((to) => others.filter((from) => isOpen(from, to)))).toEqual([]);
    });

    test("who needs the API server is let out to it, and nobody else is", async () => {
      const network = await networkAt(rendered.server);
      const policies = await policiesAt(rendered.server);
      const address = parseAddress(site.cluster.api_server_addresses[0]?.split("/")[0] ?? "");
      if (address === undefined) throw new Error("the site names no API server");
      const letOut = (one: NamedPod) => difference(onePort("TCP", 443), policies.of("egress", one)({ address })).length === 0;
      const kinds = new Set(network.pods.filter(({ labels }) => labels["managed-by"] === "vm-operator").map(kindOf));
      const open = [...kinds].filter((kind) => network.pods.some((one) => kindOf(one) === kind && letOut(one)));
      // their reloaders watch a Secret, and the agent looks for its targets; the evaluator's watches a folder
      const needing = callersOf(rendered.objects).filter(({ text }) => /--config-secret-name=/.test(text));
      expect(open.sort()).toEqual([...new Set(needing.map(({ workload }) => workload.split("-")[0]))].sort());
      expect(open).toContain("vmagent");
    });

    test("their images are from where the installation page says that nodes pull them", () => {
      const repositories = renderedContainers(rendered.objects).map(({ image }) => image.replace(/@.*$/, "").replace(/:[^:/]*$/, ""));
      expect([...new Set(repositories)].sort()).toEqual(metricsOperator.images?.(platformOf(site)));
    });

    test("their images are of the releases that are tested here", async () => {
      const versions = new Map<string, string>();
      for (const container of renderedContainers(rendered.objects)) {
        const program = programOf(container);
        if (program === undefined) continue;
        const tag = container.image.split("@")[0]?.split(":").at(-1) ?? "";
        const version = versions.get(program) ?? (await runEngine(program, ["--version"])).output;
        versions.set(program, version);
        expect(version).toContain(tag.replace(/^v/, ""));
      }
      expect(versions.size).toBeGreaterThan(3);
    });
  });

  describe("the small profile on one node", () => {
    const site = exampleSite({ sizes: { profile: "small" }, cluster: { ...exampleSite().cluster, nodes: 1 } });
    let rendered: OperatorRendered;
    beforeAll(async () => {
      rendered = await operatorRendered(site);
    });
    afterAll(() => rendered?.stop());

    test("gives every container what its manifests add up to, reloaders among them", () => {
      const ofOperator = renderedContainers(rendered.objects).map(({ workload, name, resources }) => ({
        by: `${workload} ${name}`,
        count: 1,
        resources: z.object({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }).parse(resources),
      }));
      const said = asking(platformOf(site)).filter(({ by }) => by.startsWith("VM"));
      expect(ofOperator).toHaveLength(said.length);
      const [made, planned] = [sumOf(ofOperator), sumOf(said)];
      expect(made).toEqual({ ...planned, requestedCores: expect.closeTo(planned.requestedCores, 6) });
    });
  });
});

const sameNumbers = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean => a.size === b.size && [...a].every((one) => b.has(one));
