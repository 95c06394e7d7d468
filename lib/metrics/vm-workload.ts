/** Ports the operator gives its workloads (VictoriaMetrics operator, docs/api.md and docs/env.md). */
export const VM_PORTS = {
  vmsingle: 8429,
  vmagent: 8429,
  vmalert: 8080,
  vmalertmanager: 9093,
  vmauth: 8427,
  vminsert: 8480,
  vmselect: 8481,
  vmstorage: 8482,
} as const;

/** The labels the operator puts on the pods of an object of its kinds (operator, SelectorLabels). */
export function vmPods(kind: string, name: string): Record<string, string> {
  return { "app.kubernetes.io/name": kind, "app.kubernetes.io/instance": name, "managed-by": "vm-operator" };
}

export interface VMWorkloadProps {
  readonly cpu: { readonly request: string; readonly limit: string };
  /** Request and limit alike. */
  readonly memory: string;
}

/** What every workload of the operator has here: the restricted pod profile and explicit resources. */
export function vmWorkload({ cpu, memory }: VMWorkloadProps) {
  return {
    useStrictSecurity: true,
    resources: { requests: { cpu: cpu.request, memory }, limits: { cpu: cpu.limit, memory } },
  };
}
