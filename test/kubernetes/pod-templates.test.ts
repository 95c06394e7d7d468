import { podTemplates, templateOf } from "../../lib/kubernetes/pod-templates";

const pod = { metadata: { labels: { app: "a" } }, spec: { containers: [] } };
const objectOf = (kind: string, spec: object) => ({ apiVersion: "v1", kind, metadata: { name: "a", namespace: "b" }, spec });

test.each([
  ["Deployment", { template: pod }],
  ["StatefulSet", { template: pod }],
  ["DaemonSet", { template: pod }],
  ["Job", { template: pod }],
  ["CronJob", { jobTemplate: { spec: { template: pod } } }],
])("a %s makes pods", (kind, spec) => {
  expect(templateOf(objectOf(kind, spec))).toBe(pod);
});

test("what makes none is passed over", () => {
  const [service, deployment] = [objectOf("Service", {}), objectOf("Deployment", { template: pod })].map((object) => ({ object }));
  expect(podTemplates([service, deployment].flatMap((one) => one ?? []))).toEqual([{ manifest: deployment, template: pod }]);
});

test("the objects are looked through once, however many ask for their pods", () => {
  let looks = 0;
  const manifests = Array.from({ length: 100 }, () => ({
    get object() {
      looks++;
      return objectOf("Deployment", { template: pod });
    },
  }));
  for (let asker = 0; asker < 50; asker++) expect(podTemplates(manifests)).toHaveLength(100);
  expect(looks).toBe(100);
});
