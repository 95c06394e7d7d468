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
