/** What is set aside for a container, and what it may use at most. */
export interface Bounds {
  readonly request: string;
  readonly limit: string;
}

/** What a container runs with. */
export interface Resources {
  /** One amount is requested and limited alike: a pod that never uses more than it requested is the last to be evicted. */
  readonly memory: string | Bounds;
  readonly cpu: Bounds;
}

/** As a container says it. */
export function containerResources({ cpu, memory }: Resources) {
  const { request, limit } = typeof memory === "string" ? { request: memory, limit: memory } : memory;
  return { requests: { cpu: cpu.request, memory: request }, limits: { cpu: cpu.limit, memory: limit } };
}

/** So many whole or half processors at most, of which a quarter is set aside. */
export const quarterOf = (cpus: number): Bounds => ({ request: cores(cpus / 4), limit: cores(cpus) });

/** As Kubernetes writes it: `2`, `500m`. */
function cores(cpus: number): string {
  return Number.isInteger(cpus) ? String(cpus) : `${cpus * 1000}m`;
}
