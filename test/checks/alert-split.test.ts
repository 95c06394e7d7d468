import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { alertSplit } from "../../lib/checks/alert-split";
import { addRules, SMALL, sampleAlert, whats } from "./small-platform";

const { kube_node_status_condition, kube_pod_container_status_waiting_reason } = kubeStateMetricsSeries;
const found = (expr: string, severity: "critical" | "warning" | "info" = "warning") =>
  whats(alertSplit, addRules(sampleAlert({ expr, severity })));
const changes = (label: string) =>
  `it keeps the label "${label}", whose value changes while the trouble is the same: it would end and be told anew`;

test("the example installation passes", () => {
  expect(alertSplit.run(SMALL)).toEqual([]);
});

test("a reason or a status that may become another one", () => {
  expect(found(`${kube_pod_container_status_waiting_reason()} == 1`)).toEqual([changes("reason")]);
  expect(found(`${kube_node_status_condition({ condition: "Ready", status: { op: "=~", value: "false|unknown" } })} == 1`)).toEqual([
    changes("status"),
  ]);
});

test("one value of it is always the same, and what is taken away splits nothing", () => {
  expect(found(`${kube_pod_container_status_waiting_reason({ reason: "ImagePullBackOff" })} == 1`)).toEqual([]);
  expect(found(`max without (reason) (${kube_pod_container_status_waiting_reason()}) == 1`)).toEqual([]);
});

test("of a counter they are counted side by side", () => {
  expect(found("sum by (status) (rate(nginx_ingress_controller_requests[5m])) > 1")).toEqual([]);
});

test("a label of which there is one for each client, unless nobody is told", () => {
  const expr = "redis_connected_slave_lag_seconds > 1";
  expect(found("sum by (uri) (rate(http_server_requests_seconds_count[5m])) > 1")).toEqual([
    'it keeps the label "uri", of which there may be any number: each would be told',
  ]);
  expect(found("sum by (uri) (rate(http_server_requests_seconds_count[5m])) > 1", "info")).toEqual([]);
  expect(found(expr)).toEqual([]);
});

test.each([
  ["path", "sum by (namespace, host, path, status, method) (rate(nginx_ingress_controller_requests[5m])) > 1"],
  ["uid", "sum by (namespace, uid) (kube_pod_container_status_restarts_total) > 9"],
])("a %s by which an expression splits", (label, expr) => {
  expect(found(expr, "critical")).toEqual([`it keeps the label "${label}", of which there may be any number: each would be told`]);
});

test("a pod has one uid", () => {
  expect(found("sum by (namespace, pod, uid) (kube_pod_container_status_restarts_total) > 9")).toEqual([]);
});
