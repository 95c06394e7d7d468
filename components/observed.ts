import type { ObservedExporter } from "../lib/metrics/observed";

/** The exporters that others install, each declared in the folder of what it tells of. */
export const observedExporters: readonly ObservedExporter[] = [];
