import { operatorWorkload } from "../../lib/metrics/operator";
import { ALERT_MANAGER_PORTS, operatorKind } from "../../lib/site/operator-name";

test("the alert manager's other ports are those of its workload", () => {
  const { ports } = operatorWorkload({ kind: "vmalertmanager", name: "belfry", namespace: "monitoring", replicas: 3 });
  const { http, ...others } = ports;
  expect(http).toBe(9093);
  expect(Object.values(others).sort()).toEqual(Object.values(ALERT_MANAGER_PORTS).sort());
});

test.each([
  ["vmsingle-belfry", "vmsingle"],
  ["vmalert-belfry", "vmalert"],
  ["vmalertmanager-belfry", "vmalertmanager"],
  ["vmalerts-belfry", undefined],
  ["vmsingle", undefined],
  ["vmsingle-", undefined],
  ["my-vmsingle-belfry", undefined],
])("%s is a Service of kind %s", (service, kind) => {
  expect(operatorKind(service)).toBe(kind);
});
