import { readFileSync } from "node:fs";
import { operatorUrl, operatorWorkload, replicaUrls, VM_OPERATOR } from "../../lib/metrics/operator";

test("the release whose names are taken is the one of the types and of the engine tests", () => {
  expect(readFileSync("cdk8s.yaml", "utf8")).toContain(`VictoriaMetrics/operator/v${VM_OPERATOR.release}/`);
  expect(readFileSync("test/engines/install", "utf8")).toContain(`VM_OPERATOR=${VM_OPERATOR.release}\n`);
});

const manager = (replicas: number) =>
  operatorWorkload({ kind: "vmalertmanager", name: "belfry", namespace: "monitoring", port: 9000, replicas });

test("a workload has the kind in front, its port and its reloader's, and a mesh only between replicas", () => {
  expect(manager(1)).toMatchObject({
    name: "vmalertmanager-belfry",
    ports: { http: 9000, "reloader-http": 8435 },
    serves: [{ service: "vmalertmanager-belfry", port: 9000, to: "http" }],
    madeBy: { kind: "VMAlertmanager", name: "belfry" },
  });
  expect(manager(1).ports).not.toHaveProperty("mesh");
  expect(manager(3).ports).toHaveProperty("mesh", 9094);
});

test("addresses are those of its Service, or of each replica behind it", () => {
  expect(operatorUrl({ kind: "vmselect", name: "a", namespace: "b" })).toBe("http://vmselect-a.b.svc:8481");
  expect(replicaUrls("http://am.b.svc:9093", 1)).toEqual(["http://am.b.svc:9093"]);
  expect(replicaUrls("http://am.b.svc:9093", 2)).toEqual(["http://am-0.am.b.svc:9093", "http://am-1.am.b.svc:9093"]);
});
