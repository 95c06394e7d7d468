/**
 * The autoscalers' objects of the example on the real API server, told of by the real kube-state-metrics as the values of its chart make
 * it: with that configuration, and with no more rights than these give it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { autoscalerSeries } from "../../components/exporters/series/autoscalers";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { seriesOf } from "../../lib/series";
import { fullPlatform } from "../example";
import { parseExposition } from "../exposition";
import { freePort } from "../free-port";
import { type ApiServer, startApiServer } from "./api-server";
import { describeEngines, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { applyAutoscaler, madeAt, recommend, registerAutoscalers } from "./exporters/autoscaler-objects";
import { applyOrThrow, tokenOf } from "./operator";

const PREFIX = "kube_customresource_verticalpodautoscaler";
const BOUND = `${PREFIX}_status_recommendation_containerrecommendations`;
const MODES = ["Auto", "InPlace", "InPlaceOrRecreate", "Initial", "Off", "Recreate"];

const { manifests, charts } = fullPlatform();
const autoscalers = manifests.flatMap(({ object }) => (object.kind === "VerticalPodAutoscaler" ? [object] : []));
const values = charts[0]?.values["kube-state-metrics"] as {
  readonly customResourceState: { readonly enabled: boolean; readonly config: object };
  readonly rbac: { readonly extraRules: readonly object[] };
};
/** Which the chart adds of its own where it is told of custom resources (kube-state-metrics 8.4.0, rbac.customResourceState). */
const CHART_RULE = { apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs: ["list", "watch"] };

const id = ({ metadata: { namespace = "", name } }: KubernetesObject) => ({ namespace, name });
const named = (name: string) => {
  const found = autoscalers.find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`the example has no autoscaler "${name}"`);
  return found;
};

describeEngines(["kube-apiserver", "etcd", "kube-state-metrics"], "the autoscalers' objects", () => {
  let server: ApiServer;
  let exporter: RunningEngine;
  let url: string;

  beforeAll(async () => {
    server = await startApiServer();
    await registerAutoscalers(server);
    for (const namespace of new Set(autoscalers.map(({ metadata }) => metadata.namespace ?? ""))) await server.ensureNamespace(namespace);
    for (const object of autoscalers) await applyAutoscaler(server, object);
    const role = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "objects" };
    const account = { kind: "ServiceAccount", name: "objects", namespace: "default" };
    const rbac = "rbac.authorization.k8s.io/v1";
    for (const object of [
      { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account.name, namespace: account.namespace } },
      { apiVersion: rbac, kind: "ClusterRole", metadata: { name: role.name }, rules: [CHART_RULE, ...values.rbac.extraRules] },
      { apiVersion: rbac, kind: "ClusterRoleBinding", metadata: { name: role.name }, roleRef: role, subjects: [account] },
    ])
      await applyOrThrow(server, object);
    const file = join(temporaryFolder(), "config.yaml");
    writeFileSync(file, stringify(values.customResourceState.config));
    const [port, telemetry] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    exporter = await startProcess(
      "kube-state-metrics",
      [
        `--kubeconfig=${server.kubeconfigOf(await tokenOf(server, account.namespace, account.name))}`,
        `--custom-resource-state-config-file=${file}`,
        "--custom-resource-state-only=true",
        "--host=127.0.0.1",
        `--port=${port}`,
        "--telemetry-host=127.0.0.1",
        `--telemetry-port=${telemetry}`,
      ],
      { ready: `${url}/healthz` },
    );
  });
  afterAll(async () => {
    await exporter?.stop();
    await server?.stop();
  });

  const text = async () => (await fetch(`${url}/metrics`)).text();
  const linesOf = async (name: string, more: string) =>
    (await text()).split("\n").filter((line) => line.startsWith(`${name}{`) && line.includes(more));
  const valuesOf = async (name: string, autoscaler: KubernetesObject) => {
    const { namespace, name: own } = id(autoscaler);
    const lines = (await linesOf(name, `verticalpodautoscaler="${own}"`)).filter((line) => line.includes(`namespace="${namespace}"`));
    return lines.map((line) => ({ line, value: Number(line.split(" ").at(-1)) }));
  };

  test("each is told of, in the one mode that it is in", async () => {
    await waitUntil(
      async () => (await linesOf(`${PREFIX}_created`, "")).length === autoscalers.length,
      () => "kube-state-metrics does not tell of all autoscalers",
    );
    for (const object of autoscalers) {
      const modes = await valuesOf(`${PREFIX}_spec_updatepolicy_updatemode`, object);
      expect(modes.map(({ line }) => /update_mode="(\w+)"/.exec(line)?.[1]).toSorted()).toEqual(MODES);
      const { updateMode } = (object.spec as { updatePolicy: { updateMode: string } }).updatePolicy;
      expect(modes.filter(({ value }) => value === 1).map(({ line }) => /update_mode="(\w+)"/.exec(line)?.[1])).toEqual([updateMode]);
      expect((await valuesOf(`${PREFIX}_created`, object)).map(({ value }) => value)).toEqual([await madeAt(server, id(object))]);
    }
  });

  test("a recommendation comes in processors and bytes, under the target's name", async () => {
    const forge = named("forge-statefulset");
    await recommend(server, id(forge), { RecommendationProvided: "True" }, [
      {
        containerName: "forge",
        target: { cpu: "250m", memory: "1Gi" },
        lowerBound: { cpu: "25m", memory: "524288k" },
        upperBound: { cpu: "3", memory: "2147483648" },
      },
    ]);
    const told = async (bound: string) =>
      Object.fromEntries(
        (await valuesOf(`${BOUND}_${bound}`, forge)).map(({ line, value }) => [/resource="(\w+)",/.exec(line)?.[1] ?? "", value]),
      );
    await waitUntil(
      async () => (await valuesOf(`${BOUND}_target`, forge)).length === 2,
      () => "kube-state-metrics tells of no recommendation",
    );
    expect(await told("target")).toEqual({ cpu: 0.25, memory: 2 ** 30 });
    expect(await told("lowerbound")).toEqual({ cpu: 0.025, memory: 524_288_000 });
    expect(await told("upperbound")).toEqual({ cpu: 3, memory: 2 ** 31 });
    const [line = ""] = (await valuesOf(`${BOUND}_target`, forge)).map((one) => one.line);
    expect(line).toContain('container="forge"');
    expect(line).toContain('target_api_version="apps/v1",target_kind="StatefulSet",target_name="forge"');
  });

  test("conditions are 1 where they are met and 0 where they were, and one that nobody wrote is not told of", async () => {
    const relay = named("relay");
    await recommend(server, id(relay), { NoPodsMatched: "True", RecommendationProvided: "False" });
    const conditions = async () =>
      Object.fromEntries(
        (await valuesOf(`${PREFIX}_status_condition`, relay)).map(({ line, value }) => [
          /[{,]condition="(\w+)"/.exec(line)?.[1] ?? "",
          value,
        ]),
      );
    await waitUntil(
      async () => Object.keys(await conditions()).length > 0,
      () => "kube-state-metrics tells of no condition",
    );
    expect(await conditions()).toEqual({ NoPodsMatched: 1, RecommendationProvided: 0 });
    expect(await valuesOf(`${BOUND}_target`, relay)).toEqual([]);
    expect(await valuesOf(`${PREFIX}_status_condition`, named("dead-man"))).toEqual([]);
  });

  test("what is told is what is declared, by name, kind and label", async () => {
    const { types, samples } = parseExposition(await text());
    const ours = [...types].filter(([name]) => name.startsWith("kube_customresource_"));
    expect(ours.map(([name]) => name).toSorted()).toEqual(
      seriesOf(autoscalerSeries)
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(new Set(ours.map(([, type]) => type))).toEqual(new Set(["gauge"]));
    for (const { name, labels, sometimes } of seriesOf(autoscalerSeries)) {
      const own = samples.filter((one) => one.name === name);
      const seen = new Set(own.flatMap((one) => [...one.labels]));
      expect({ name, seen: [...seen].toSorted() }).toEqual({ name, seen: [...labels, ...sometimes].toSorted() });
    }
  });

  test("one that is removed is told of no more", async () => {
    const { namespace, name } = id(named("recorder"));
    await server.request("DELETE", `/apis/autoscaling.k8s.io/v1/namespaces/${namespace}/verticalpodautoscalers/${name}`);
    await waitUntil(
      async () => (await linesOf(`${PREFIX}_created`, `namespace="${namespace}"`)).length === 0,
      () => "kube-state-metrics tells of an autoscaler that is gone",
    );
  });

  test("and it complains of nothing", () => {
    expect(
      exporter
        .output()
        .split("\n")
        .filter((line) => /^E\d{4} /.test(line)),
    ).toEqual([]);
  });
});
