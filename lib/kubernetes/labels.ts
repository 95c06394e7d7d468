/** On whatever is of this platform. */
export const PART_OF = { "app.kubernetes.io/part-of": "belfry" } as const;

/** The labels every object of ours carries: `name` is the workload or subject, `component` its role. */
export function labelsOf(name: string, component: string): Record<string, string> {
  return {
    "app.kubernetes.io/name": name,
    "app.kubernetes.io/component": component,
    ...PART_OF,
    "app.kubernetes.io/managed-by": "belfry",
  };
}

/** The labels a Service, NetworkPolicy or Deployment selects a workload of ours by: the part of {@link labelsOf} that never changes. */
export function selectorOf(name: string): Record<string, string> {
  return { "app.kubernetes.io/name": name, ...PART_OF };
}
