import type { ObservedExporter } from "../lib/metrics/observed";
import { controllerManagerExporter, etcdExporter, schedulerExporter } from "./control-plane/exporters";

/** The exporters that others install, each declared in the folder of what it tells of. */
export const observedExporters: readonly ObservedExporter[] = [schedulerExporter, controllerManagerExporter, etcdExporter];
