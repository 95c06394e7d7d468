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
      const { definition, plural } = customResource(GROUP, "servicemonitor_v1.json", readFileSync(SCHEMA, "utf8"));
      await applyOrThrow(server, definition);
      await waitUntil(
        async () => (await server.request("GET", `/apis/${GROUP}/v1/${plural}`)).status === 200,
        () => `the API server does not serve ${plural}`,
      );
      await server.ensureNamespace(NAMESPACE);
      await applyOrThrow(server, MONITOR);
    });
    afterAll(() => server?.stop());

    /** The copy that an operator of these settings makes, from nothing. */
    async function convertedWith(settings?: Readonly<Record<string, string>>) {
      const path = `/apis/operator.victoriametrics.com/v1beta1/namespaces/${NAMESPACE}/vmservicescrapes/${NAME}`;
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
