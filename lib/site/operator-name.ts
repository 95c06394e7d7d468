/** The kinds of the metrics operator's workloads, and of the objects that it makes them of. */
export const OPERATOR_OBJECTS = {
  vmsingle: "VMSingle",
  vmagent: "VMAgent",
  vmalert: "VMAlert",
  vmalertmanager: "VMAlertmanager",
  vmauth: "VMAuth",
  vminsert: "VMCluster",
  vmselect: "VMCluster",
  vmstorage: "VMCluster",
} as const;

export type OperatorKind = keyof typeof OPERATOR_OBJECTS;

/** What the operator calls the workload and the Service that it makes of an object (operator, PrefixedName). */
export function operatorName(kind: OperatorKind, name: string): string {
  return `${kind}-${name}`;
}

/** The name of the object behind a Service of the operator's; undefined for a Service of another name. */
export function objectName(kind: OperatorKind, service: string): string | undefined {
  const prefix = operatorName(kind, "");
  return service.startsWith(prefix) && service.length > prefix.length ? service.slice(prefix.length) : undefined;
}
