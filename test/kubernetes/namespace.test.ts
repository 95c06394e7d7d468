import { Testing } from "cdk8s";
import { type PodSecurity, platformNamespace } from "../../lib/kubernetes/namespace";

const RESTRICTED: PodSecurity = { level: "restricted" };

function render(podSecurity: PodSecurity) {
  const chart = Testing.chart();
  platformNamespace(chart, { name: "logging", podSecurity });
  const objects = Testing.synth(chart);
  return { namespace: objects.find(({ kind }) => kind === "Namespace"), policy: objects.find(({ kind }) => kind === "NetworkPolicy") };
}

test.each<[PodSecurity, Record<string, string>]>([
  [RESTRICTED, {}],
  [{ level: "privileged", because: "reads host files" }, { "belfry/pod-security-because": "reads host files" }],
])("%j is enforced, with its reason; warnings and audit always judge by the strictest profile", (podSecurity, annotations) => {
  const { metadata } = render(podSecurity).namespace;
  expect(metadata.labels).toMatchObject({
    "pod-security.kubernetes.io/enforce": podSecurity.level,
    "pod-security.kubernetes.io/warn": "restricted",
    "pod-security.kubernetes.io/audit": "restricted",
  });
  expect(metadata.annotations).toMatchObject(annotations);
});

test("it denies all traffic of all its pods in both directions", () => {
  expect(render(RESTRICTED).policy).toMatchObject({ metadata: { name: "default-deny", namespace: "logging" } });
  expect(render(RESTRICTED).policy.spec).toEqual({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
});

test("it is cluster-scoped: it names no namespace of its own", () => {
  expect(render(RESTRICTED).namespace.metadata.namespace).toBeUndefined();
});

test("it outlives the section that asked for it and the Application that made it, and nobody calls that out of sync", () => {
  expect(render(RESTRICTED).namespace.metadata.annotations).toEqual({
    "argocd.argoproj.io/sync-options": "Prune=false,Delete=false",
    "argocd.argoproj.io/compare-options": "IgnoreExtraneous",
  });
});
