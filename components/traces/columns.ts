/*
 * Whose a span is, in the columns of log records (components/log-router/streams/shared-columns.ts), by statements of OTTL. The store makes
 * columns of what comes (OpenObserve 0.93, src/service/traces/mod.rs): of the resource's `service.name` the column service_name, of each other
 * of its attributes one with `service_` in front, and of a span's attributes one by their own names. So the namespace of a span is an
 * attribute of the span. Of metrics (src/service/metrics/otlp.rs) every attribute of the resource is a column by its own name.
 */

/** What a pod itself says of where it runs: another one could say it as well. */
const CLAIMS = 'delete_matching_keys(resource.attributes, "^(?:k8s\\\\.|belfry\\\\.)")';

/** Before a span is told whose it is. */
export const withoutClaims: readonly string[] = [CLAIMS];

/** Labels that say whose a pod is, and a name for each on the way. */
export const OWNER_LABELS = {
  "belfry.app": "app",
  "belfry.k8s-app": "k8s-app",
  "belfry.name": "app.kubernetes.io/name",
  "belfry.machine": "vm.kubevirt.io/name",
  "belfry.cluster": "cnpg.io/cluster",
} as const;

/** What names a pod's owner, the surest last: as the log router does, whose service_name has to be the same (programs/aggregator.vrl). */
const OWNERS = [
  "k8s.pod.name",
  "belfry.app",
  "belfry.k8s-app",
  "belfry.name",
  "k8s.statefulset.name",
  "k8s.daemonset.name",
  "k8s.deployment.name",
  "k8s.job.name",
  "k8s.cronjob.name",
  "belfry.machine",
  "belfry.cluster",
];

/** What is asked of Kubernetes. */
export const OF_A_POD = [
  "k8s.namespace.name",
  "k8s.pod.name",
  "k8s.node.name",
  "k8s.deployment.name",
  "k8s.statefulset.name",
  "k8s.daemonset.name",
  "k8s.job.name",
  "k8s.cronjob.name",
];

/** The columns of a record, and what of the resource each is. */
const SPAN_COLUMNS = { namespace: "k8s.namespace.name", pod: "k8s.pod.name", node: "k8s.node.name" } as const;

const of = (attribute: string) => `resource.attributes["${attribute}"]`;
const set = (target: string, value: string) => `set(${target}, ${value})`;
const copy = (to: string, from: string) => `${set(of(to), of(from))} where ${of(from)} != nil`;

/** Once the pod is known. The application's own name stays beside it: service_application_name. */
export const columnsOfPod: readonly string[] = [
  copy("application.name", "service.name"),
  ...OWNERS.map((owner) => copy("service.name", owner)),
  ...Object.entries(SPAN_COLUMNS).flatMap(([column, attribute]) => [
    `delete_key(span.attributes, "${column}")`,
    `${set(`span.attributes["${column}"]`, of(attribute))} where ${of(attribute)} != nil`,
  ]),
  'delete_matching_keys(resource.attributes, "^belfry\\\\.")',
];

/** Of a browser, which runs in no pod: by the application that it names. */
export function columnsOfBrowser(applications: readonly { readonly name: string; readonly namespace: string }[]): string[] {
  return [
    CLAIMS,
    ...Object.keys(SPAN_COLUMNS).map((column) => `delete_key(span.attributes, "${column}")`),
    ...applications.map(
      ({ name, namespace }) => `${set('span.attributes["namespace"]', quoted(namespace))} where ${of("service.name")} == ${quoted(name)}`,
    ),
  ];
}

/** Whether a browser names none of the applications: anybody may send that. */
export function isNobodys(applications: readonly { readonly name: string }[]): string {
  return `not (${applications.map(({ name }) => `${of("service.name")} == ${quoted(name)}`).join(" or ")})`;
}

/** Of a database. One outside of the cluster has no namespace, as a device has none. */
export function columnsOfDatabase({ name, namespace }: { readonly name: string; readonly namespace?: string }): string[] {
  return [set(of("service.name"), quoted(name)), ...(namespace === undefined ? [] : [set(of("namespace"), quoted(namespace))])];
}

/** A text of OTTL. */
const quoted = (text: string): string => JSON.stringify(text);
