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

const OPERATOR_KINDS = Object.keys(OPERATOR_OBJECTS) as OperatorKind[];

/** What the operator's alert manager listens on besides its own port: of the reloader beside it, and between its replicas. */
export const ALERT_MANAGER_PORTS = { reloader: 8435, mesh: 9094 } as const;

/** What the operator calls the workload and the Service that it makes of an object (operator, PrefixedName). */
export function operatorName(kind: OperatorKind, name: string): string {
  return `${kind}-${name}`;
}

/** The name of the object behind a Service of the operator's; undefined for a Service of another name. */
export function objectName(kind: OperatorKind, service: string): string | undefined {
  const prefix = operatorName(kind, "");
  return service.startsWith(prefix) && service.length > prefix.length ? service.slice(prefix.length) : undefined;
}

/** The kind of the objects that the operator would make a Service of this name of; undefined for a name that is none of its own. */
export function operatorKind(service: string): OperatorKind | undefined {
  return OPERATOR_KINDS.find((kind) => objectName(kind, service) !== undefined);
}
