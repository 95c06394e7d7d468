import { Testing } from "cdk8s";
import { Deployment, NetworkPolicy, PodDisruptionBudget, Service } from "../../lib/kubernetes/core";

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
            livenessProbe: { httpGet: { path: "/healthz", port: "http" } },
            resources: { requests: { cpu: "50m" } },
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

test("fields are spelt and values written as the API has them", () => {
  expect(
    render(
      (chart) =>
        new Service(chart, "it", {
          metadata,
          spec: { clusterIP: "None", ports: [{ port: 80, targetPort: 8080 }] },
        }),
    ).spec,
  ).toEqual({ clusterIP: "None", ports: [{ port: 80, targetPort: 8080 }] });
  expect(
    render(
      (chart) =>
        new NetworkPolicy(chart, "it", { metadata, spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }] } }),
    ).spec,
  ).toEqual({ podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }] });
  expect(render((chart) => new PodDisruptionBudget(chart, "it", { metadata, spec: { minAvailable: 1 } })).spec).toEqual({
    minAvailable: 1,
  });
});

test("a field that the types do not know is there to be judged, not dropped in silence", () => {
  const spec = { podSelector: {}, policyType: ["Ingress"] };
  expect(render((chart) => new NetworkPolicy(chart, "it", { metadata, spec })).spec).toEqual(spec);
});

test("a spelling that only the generated types have is refused by the compiler", () => {
  // @ts-expect-error the API calls it clusterIP
  expect(render((chart) => new Service(chart, "it", { metadata, spec: { clusterIp: "None" } })).spec).toEqual({ clusterIp: "None" });
});
