import { podSecurity, restrictedProblems } from "../../lib/checks/pod-security";
import { POD_SECURITY_REASON } from "../../lib/kubernetes/namespace";
import type { PodTemplate } from "../../lib/kubernetes/pod-templates";
import type { Platform } from "../../lib/platform/platform";
import { add, change, remove, SMALL, whats } from "./small-platform";

const CONTAINER = "spec.template.spec.containers.0";

test("the example installation passes", () => {
  expect(podSecurity.run(SMALL)).toEqual([]);
});

describe("the restricted profile", () => {
  const context = { runAsNonRoot: true, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
  const sound = { name: "c", securityContext: context };
  const seccompProfile = { type: "RuntimeDefault" };
  const pod = (spec: object): PodTemplate => ({ spec: { securityContext: { seccompProfile }, containers: [sound], ...spec } });
  const container = (securityContext: object, more: object = {}) =>
    pod({ containers: [{ ...sound, securityContext: { ...context, ...securityContext }, ...more }] });

  test.each<[string, PodTemplate]>([
    ["a sound pod", pod({})],
    [
      "a pod that says for all containers that none is root",
      {
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile },
          containers: [{ name: "c", securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } }],
        },
      },
    ],
    ["the one capability that may be added", container({ capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE"] } })],
    ["a seccomp profile of its own", container({ seccompProfile: { type: "Localhost" } })],
    ["a named user", container({ runAsUser: 65532 })],
    [
      "the volumes it knows",
      pod({
        volumes: [
          { name: "a", emptyDir: {} },
          { name: "b", configMap: { name: "x" } },
          { name: "c", secret: {} },
        ],
      }),
    ],
    ["no container", pod({ containers: [] })],
    ["a port of its own", container({}, { ports: [{ containerPort: 8080, hostPort: 0 }] })],
  ])("accepts %s", (_, template) => {
    expect(restrictedProblems(template)).toEqual([]);
  });

  test.each<[string, PodTemplate, string]>([
    ["the host's network", pod({ hostNetwork: true }), "hostNetwork is set"],
    ["the host's processes", pod({ hostPID: true }), "hostPID is set"],
    ["the host's IPC", pod({ hostIPC: true }), "hostIPC is set"],
    ["a host path", pod({ volumes: [{ name: "logs", hostPath: { path: "/var/log" } }] }), 'volume "logs" is a hostPath'],
    ["an NFS volume", pod({ volumes: [{ name: "v", nfs: {} }] }), 'volume "v" is a nfs'],
    ["nothing said about root", container({ runAsNonRoot: undefined }), 'container "c" may run as root (runAsNonRoot)'],
    ["a container that takes the pod's word back", container({ runAsNonRoot: false }), 'container "c" may run as root (runAsNonRoot)'],
    [
      "a pod that lets root in",
      pod({ securityContext: { runAsNonRoot: false, seccompProfile } }),
      "the pod may run as root (runAsNonRoot)",
    ],
    ["user 0", container({ runAsUser: 0 }), 'container "c" runs as user 0'],
    ["user 0 of the pod", pod({ securityContext: { runAsUser: 0, seccompProfile } }), "the pod runs as user 0"],
    [
      "escalation not forbidden",
      container({ allowPrivilegeEscalation: undefined }),
      'container "c" may gain privileges (allowPrivilegeEscalation)',
    ],
    ["privileges", container({ privileged: true }), 'container "c" is privileged'],
    ["capabilities kept", container({ capabilities: {} }), 'container "c" keeps capabilities (capabilities.drop)'],
    [
      "some capabilities dropped",
      container({ capabilities: { drop: ["NET_RAW"] } }),
      'container "c" keeps capabilities (capabilities.drop)',
    ],
    ["a capability added", container({ capabilities: { drop: ["ALL"], add: ["SYS_ADMIN"] } }), 'container "c" adds capabilities SYS_ADMIN'],
    ["no seccomp profile", pod({ securityContext: {} }), 'container "c" has no seccomp profile'],
    ["an unconfined container", container({ seccompProfile: { type: "Unconfined" } }), 'container "c" has no seccomp profile'],
    [
      "an unconfined pod",
      pod({
        securityContext: { seccompProfile: { type: "Unconfined" } },
        containers: [{ name: "c", securityContext: { ...context, seccompProfile } }],
      }),
      "the pod is unconfined (seccompProfile)",
    ],
    ["a port of the host", container({}, { ports: [{ containerPort: 80, hostPort: 80 }] }), 'container "c" opens a port of the host'],
    [
      "an init container",
      pod({ initContainers: [{ name: "i", securityContext: { ...context, privileged: true } }] }),
      'container "i" is privileged',
    ],
  ])("refuses %s", (_, template, problem) => {
    expect(restrictedProblems(template)).toEqual([problem]);
  });

  test("finds everything that is wrong with a container that says nothing", () => {
    expect(restrictedProblems({ spec: { containers: [{ name: "bare" }] } })).toEqual([
      'container "bare" may run as root (runAsNonRoot)',
      'container "bare" may gain privileges (allowPrivilegeEscalation)',
      'container "bare" keeps capabilities (capabilities.drop)',
      'container "bare" has no seccomp profile',
    ]);
  });
});

describe("a workload", () => {
  test("that the profile refuses says so", () => {
    expect(podSecurity.run(change("Deployment/relay", `${CONTAINER}.securityContext.allowPrivilegeEscalation`, true))).toEqual([
      {
        where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"',
        what: 'the restricted profile refuses it: container "relay" may gain privileges (allowPrivilegeEscalation)',
        fix: "use ServiceWorkload's pod, or say why not in the pod annotation belfry/pod-security-because",
      },
    ]);
  });

  const bare = { containers: [{ name: "c" }] };
  test.each([
    ["Deployment", { template: { spec: bare } }],
    ["StatefulSet", { template: { spec: bare } }],
    ["DaemonSet", { template: { spec: bare } }],
    ["Job", { template: { spec: bare } }],
    ["CronJob", { jobTemplate: { spec: { template: { spec: bare } } } }],
    ["Pod", bare],
  ])("of kind %s is judged", (kind, spec) => {
    expect(whats(podSecurity, add({ kind, spec }))).toHaveLength(4);
  });

  const exempt = (reason: string, namespace: string) =>
    add({ kind: "Pod", metadata: { name: "p", namespace, annotations: { [POD_SECURITY_REASON]: reason } }, spec: { hostNetwork: true } });
  test.each<[string, Platform, string[]]>([
    ["that says why not is left alone", exempt("reads the host", "logging"), []],
    ["that says nothing in as many words is not", exempt("  ", "logging"), ["the restricted profile refuses it: hostNetwork is set"]],
    [
      "that says why not where the API server takes no excuse",
      exempt("reads the host", "monitoring"),
      ['it says why it needs more than the restricted profile, but namespace "monitoring" enforces that profile'],
    ],
  ])("%s", (_, platform, found) => {
    expect(whats(podSecurity, platform)).toEqual(found);
  });
});

describe("an operator's object", () => {
  test("that does not ask for the restricted profile", () => {
    expect(podSecurity.run(change("VMAgent/belfry", "spec.useStrictSecurity", undefined))).toEqual([
      {
        where: 'dist/monitoring-metrics/vmagent-belfry.yml VMAgent "belfry" spec',
        what: "its pods are not asked to meet the restricted profile",
        fix: "set useStrictSecurity: true (operatorPod does)",
      },
    ]);
  });

  test.each(["VMSingle", "VMAlert", "VMAlertmanager"])("of kind %s is judged", (kind) => {
    expect(podSecurity.run(change(`${kind}/belfry`, "spec.useStrictSecurity", false))).toHaveLength(1);
  });

  test("VMCluster is judged part by part", () => {
    const spec = { vmstorage: { useStrictSecurity: true }, vmselect: {}, vminsert: { useStrictSecurity: false } };
    expect(podSecurity.run(add({ kind: "VMCluster", spec })).map(({ where }) => where)).toEqual([
      'dist/added/added.yml VMCluster "added" spec.vminsert',
      'dist/added/added.yml VMCluster "added" spec.vmselect',
    ]);
  });
});

describe("a namespace", () => {
  const ENFORCE = ["metadata", "labels", "pod-security.kubernetes.io/enforce"];
  const DENY = "monitoring/NetworkPolicy/default-deny";
  const open = "no policy denies its traffic by default";

  test("that anything may enter says how to fix it", () => {
    expect(podSecurity.run(remove(DENY))).toEqual([
      {
        where: 'dist/monitoring-namespaces/namespace-monitoring.yml Namespace "monitoring"',
        what: open,
        fix: "declare it with platformNamespace, which adds the policy",
      },
    ]);
  });

  const undone = (policy: string) => `policy "${policy}" lets all its traffic through`;
  const allow = (spec: object) => add({ kind: "NetworkPolicy", metadata: { name: "open", namespace: "monitoring" }, spec });
  test.each<[string, Platform, string[]]>([
    ["denied ingress only", change(DENY, "spec.policyTypes", ["Ingress"]), [open]],
    ["denied egress only", change(DENY, "spec.policyTypes", ["Egress"]), [open]],
    ["denied for some pods only", change(DENY, "spec.podSelector", { matchLabels: { app: "a" } }), [open]],
    ["a denial that lets something in", change(DENY, "spec.ingress", [{}]), [open, undone("default-deny")]],
    ["a denial of another namespace", change(DENY, "metadata.namespace", "elsewhere"), [open]],
    ["a second policy that lets everybody in", allow({ podSelector: {}, ingress: [{}] }), [undone("open")]],
    ["a second policy that lets everything out", allow({ podSelector: {}, egress: [{}] }), [undone("open")]],
    ["a second policy for one port", allow({ podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] }), []],
    ["a second policy about some pods", allow({ podSelector: { matchLabels: { app: "a" } }, ingress: [{}] }), []],
    ["no profile", change("Namespace/monitoring", ENFORCE, undefined), ["it enforces no Pod Security profile"]],
    [
      "a lower profile without a reason",
      change("Namespace/monitoring", ENFORCE, "baseline"),
      ['it enforces "baseline" and does not say why'],
    ],
    [
      "a reason in no words",
      change("Namespace/logging", ["metadata", "annotations", POD_SECURITY_REASON], " "),
      ['it enforces "privileged" and does not say why'],
    ],
  ])("with %s", (_, platform, found) => {
    expect(whats(podSecurity, platform)).toEqual(found);
  });
});
