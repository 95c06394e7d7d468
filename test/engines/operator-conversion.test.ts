import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "../example";
import { type ApiServer, startApiServer } from "./api-server";
import { customResource } from "./custom-resource";
import { describeEngines, type RunningEngine, waitUntil } from "./engine";
import { applyOrThrow, registerOperatorCrds, startOperator } from "./operator";
import { OPERATOR_ENGINES } from "./operator-rendered";

const GROUP = "monitoring.coreos.com";
const SCHEMA = join(ROOT, "..", "shared", "crds", GROUP, "servicemonitor_v1.json");
const NAMESPACE = "monitoring-exporters";
const NAME = "exporters-kube-state-metrics";

/** As the chart makes it and Argo CD applies it, tracked by annotation and by label. */
const MONITOR = {
  apiVersion: `${GROUP}/v1`,
  kind: "ServiceMonitor",
  metadata: {
    name: NAME,
    namespace: NAMESPACE,
    labels: { "app.kubernetes.io/instance": "home-exporters" },
    annotations: { "argocd.argoproj.io/tracking-id": `home-exporters:${GROUP}/ServiceMonitor:${NAMESPACE}/${NAME}` },
  },
  spec: { endpoints: [{ port: "http" }], selector: { matchLabels: { "app.kubernetes.io/name": "kube-state-metrics" } } },
};

const converted = z.object({
  metadata: z.object({
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
    ownerReferences: z.array(z.object({ kind: z.string(), name: z.string() })).optional(),
  }),
});

if (!existsSync(SCHEMA)) {
  describe.skip("what the operator makes of the exporters' scrape objects (skipped: ../shared/crds is absent)", () => {
    test("needs the schema", () => {});
  });
} else {
  describeEngines(OPERATOR_ENGINES, "what the operator makes of the exporters' scrape objects", () => {
    let server: ApiServer;

    beforeAll(async () => {
      server = await startApiServer();
      await registerOperatorCrds(server);
      await server.ensureNamespace(NAMESPACE);
    });
    afterAll(() => server?.stop());

    /** What the chart brings, by the Application's first sync: the kind, then an object of it. */
    async function installChart() {
      const { definition, plural } = customResource(GROUP, "servicemonitor_v1.json", readFileSync(SCHEMA, "utf8"));
      await applyOrThrow(server, definition);
      await waitUntil(
        async () => (await server.request("GET", `/apis/${GROUP}/v1/${plural}`)).status === 200,
        () => `the API server does not serve ${plural}`,
      );
      await applyOrThrow(server, MONITOR);
    }

    const path = `/apis/operator.victoriametrics.com/v1beta1/namespaces/${NAMESPACE}/vmservicescrapes/${NAME}`;

    /** The copy that an operator of these settings makes, from nothing. */
    async function convertedWith(settings?: Readonly<Record<string, string>>) {
      let operator: RunningEngine | undefined;
      try {
        operator = await startOperator(server, settings);
        await waitUntil(
          async () => (await server.request("GET", path)).status === 200,
          () => `the operator converts nothing:\n${operator?.output().split("\n").slice(-10).join("\n")}`,
        );
        return converted.parse((await server.request("GET", path)).body).metadata;
      } finally {
        await operator?.stop();
        await server.request("DELETE", path);
      }
    }

    // first of all: later on the kind is there
    test("is nothing for one that started before the kind was there, until it starts again", async () => {
      const early = await startOperator(server);
      try {
        await installChart();
        // one that knows the kind at its start converts within a second
        await new Promise((resolve) => setTimeout(resolve, 3000));
        expect((await server.request("GET", path)).status).toBe(404);
        expect(early.output()).toMatch(/controller disabled.*"ServiceMonitor"/);
      } finally {
        await early.stop();
      }
      expect(await convertedWith()).toMatchObject({ labels: MONITOR.metadata.labels });
    });

    test("bears the CD tool's marks and no owner, and would be pruned, unless the operator is told", async () => {
      const { labels, annotations, ownerReferences } = await convertedWith({});
      expect(labels).toMatchObject(MONITOR.metadata.labels);
      expect(annotations).toEqual(MONITOR.metadata.annotations);
      expect(ownerReferences).toBeUndefined();
    });

    test("goes with its original and is nothing to prune, as we have the operator set", async () => {
      const { annotations, ownerReferences } = await convertedWith();
      expect(annotations).toMatchObject({
        "argocd.argoproj.io/compare-options": "IgnoreExtraneous",
        "argocd.argoproj.io/sync-options": "Prune=false",
      });
      expect(ownerReferences).toEqual([{ kind: "ServiceMonitor", name: NAME }]);
    });
  });
}
