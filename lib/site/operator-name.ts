/** The kinds of the metrics operator that something of ours is called by. */
export type OperatorKind = "vmsingle" | "vmagent" | "vmalert" | "vmalertmanager" | "vmauth" | "vminsert" | "vmselect" | "vmstorage";

/** What the operator calls the workload and the Service that it makes of an object (operator, PrefixedName). */
export function operatorName(kind: OperatorKind, name: string): string {
  return `${kind}-${name}`;
}

/** The name of the object behind a Service of the operator's; undefined for a Service of another name. */
export function objectName(kind: OperatorKind, service: string): string | undefined {
  const prefix = operatorName(kind, "");
  return service.startsWith(prefix) && service.length > prefix.length ? service.slice(prefix.length) : undefined;
}
