import { Testing } from "cdk8s";
import { Deployment, IntOrString, NetworkPolicy, PodDisruptionBudget, Quantity, Service } from "../../lib/kubernetes/core";

const metadata = { name: "relay", namespace: "monitoring", labels: { "app.kubernetes.io/name": "relay" } };
const matchLabels = { "app.kubernetes.io/name": "relay" };

function render(build: (chart: ReturnType<typeof Testing.chart>) => void) {
  const chart = Testing.chart();
  build(chart);
  return Testing.synth(chart)[0];
}

test("a Deployment keeps its metadata and label keys, and gets no default that we did not write", () => {
  const spec = {
    selector: { matchLabels },
    template: {
      metadata: { labels: matchLabels, annotations: { "checksum/config": "abc" } },
      spec: {
        containers: [
          {
            name: "relay",
            livenessProbe: { httpGet: { path: "/healthz", port: IntOrString.fromString("http") } },
            resources: { requests: { cpu: Quantity.fromString("50m") } },
            env: [{ name: "EMPTY", value: "" }],
          },
        ],
      },
    },
  };
  expect(render((chart) => new Deployment(chart, "it", { metadata, spec }))).toEqual({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: {
      selector: { matchLabels },
      template: {
        metadata: { labels: matchLabels, annotations: { "checksum/config": "abc" } },
        spec: {
          containers: [
            {
              name: "relay",
              livenessProbe: { httpGet: { path: "/healthz", port: "http" } },
              resources: { requests: { cpu: "50m" } },
              env: [{ name: "EMPTY", value: "" }],
            },
          ],
        },
      },
    },
  });
});

test("field names that cdk8s respells come back as Kubernetes spells them", () => {
  expect(
    render(
      (chart) =>
        new Service(chart, "it", {
          metadata,
          spec: { clusterIp: "None", ports: [{ port: 80, targetPort: IntOrString.fromNumber(8080) }] },
        }),
    ).spec,
  ).toEqual({ clusterIP: "None", ports: [{ port: 80, targetPort: 8080 }] });
  expect(
    render(
      (chart) =>
        new NetworkPolicy(chart, "it", { metadata, spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }] } }),
    ).spec,
  ).toEqual({ podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }] });
  expect(
    render((chart) => new PodDisruptionBudget(chart, "it", { metadata, spec: { minAvailable: IntOrString.fromNumber(1) } })).spec,
  ).toEqual({
    minAvailable: 1,
  });
});
