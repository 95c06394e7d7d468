/** The operator itself, with a rule object to look at and a rule that it can't read. */
import { startApiServer } from "../api-server";
import { waitUntil } from "../engine";
import { applyOrThrow, registerOperatorCrds, startOperator } from "../operator";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

const apiVersion = "operator.victoriametrics.com/v1beta1";
const rule = (name: string, expr: string) => ({
  apiVersion,
  kind: "VMRule",
  metadata: { name, namespace: "work" },
  spec: { groups: [{ name, rules: [{ alert: "Fan", expr }] }] },
});
const evaluator = {
  apiVersion,
  kind: "VMAlert",
  metadata: { name: "fans", namespace: "work" },
  spec: { datasource: { url: "http://store" }, notifier: { url: "http://manager" }, selectAllByDefault: true },
};

export const metricsOperator: RealExporter = {
  scrape: "metrics-operator",
  start: async () => {
    const server = await startApiServer();
    await registerOperatorCrds(server);
    await server.ensureNamespace("work");
    const operator = await startOperator(server);
    for (const object of [rule("fans", "fan_speed == 0"), rule("wrong", "fan_speed =="), evaluator]) await applyOrThrow(server, object);
    await waitUntil(
      async () => (await (await fetch(`http://127.0.0.1:${operator.metricsPort}/metrics`)).text()).includes("operator_bad_objects_total{"),
      () => "the operator has not looked at the rules",
    );
    return { port: operator.metricsPort, stop: stopAll(server, operator) };
  },
};
