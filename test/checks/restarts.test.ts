import { restarts } from "../../lib/checks/restarts";
import { checksum } from "../../lib/workloads/config-checksum";
import { add, change, remove, SMALL, whats } from "./small-platform";

const STALE = 'a change of ConfigMap "relay" would not restart it';

test("the example installation passes", () => {
  expect(restarts.run(SMALL)).toEqual([]);
});

test("a changed ConfigMap whose reader keeps the old checksum", () => {
  expect(restarts.run(change("ConfigMap/relay", ["data", "site.json"], "{}"))).toEqual([
    {
      where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"',
      what: STALE,
      fix: "put the content's checksum into the pod annotation checksum/relay; `config` of ServiceWorkload does",
    },
  ]);
});

test.each([
  ["no annotation", change("Deployment/relay", "spec.template.metadata.annotations", undefined), STALE],
  ["another file in it", change("ConfigMap/relay", ["data", "more.json"], "{}"), STALE],
  ["no ConfigMap in any bundle", remove("ConfigMap/relay"), 'it reads ConfigMap "relay", which is in no bundle'],
  [
    "a ConfigMap of that name elsewhere only",
    change("ConfigMap/relay", "metadata.namespace", "logging"),
    'it reads ConfigMap "relay", which is in no bundle',
  ],
])("%s", (_, platform, what) => {
  expect(whats(restarts, platform)).toEqual([what]);
});

const config = add({ kind: "ConfigMap", metadata: { name: "options", namespace: "monitoring" }, data: { a: "1" } });
const readers: [string, object][] = [
  ["a volume", { volumes: [{ name: "v", configMap: { name: "options" } }] }],
  ["a projected volume", { volumes: [{ name: "v", projected: { sources: [{ configMap: { name: "options" } }] } }] }],
  ["a variable", { containers: [{ name: "c", env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "options", key: "a" } } }] }] }],
  ["the environment", { containers: [{ name: "c", envFrom: [{ configMapRef: { name: "options" } }] }] }],
  ["an init container", { initContainers: [{ name: "c", envFrom: [{ configMapRef: { name: "options" } }] }] }],
];

describe.each(readers)("a job that reads a ConfigMap as %s", (_, spec) => {
  const cronJob = (annotations: object) =>
    add({ kind: "CronJob", spec: { jobTemplate: { spec: { template: { metadata: { annotations }, spec } } } } }, config);

  test("needs its checksum", () => {
    expect(whats(restarts, cronJob({}))).toEqual(['a change of ConfigMap "options" would not restart it']);
    expect(whats(restarts, cronJob({ "checksum/options": checksum({ a: "1" }) }))).toEqual([]);
  });
});

test("a folder of dashboards is looked at again while its pod runs; mounted anywhere else it is not", () => {
  const mounted = (mountPath: string) =>
    add(
      {
        kind: "Deployment",
        spec: {
          template: {
            spec: {
              containers: [{ name: "c", volumeMounts: [{ name: "v", mountPath }] }],
              volumes: [{ name: "v", projected: { sources: [{ configMap: { name: "options" } }] } }],
            },
          },
        },
      },
      config,
    );
  expect(whats(restarts, mounted("/var/lib/grafana/dashboards/nodes"))).toEqual([]);
  expect(whats(restarts, mounted("/etc/grafana/provisioning/dashboards"))).toEqual([
    'a change of ConfigMap "options" would not restart it',
  ]);
});
