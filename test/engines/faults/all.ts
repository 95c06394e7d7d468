import { alertPathFaults } from "./alert-path";
import { batchFaults } from "./batch";
import { boilerFaults } from "./boiler";
import type { Fault, Faults } from "./fault";
import { nodeFaults } from "./nodes";
import { probeFaults } from "./probes";
import { storageFaults } from "./storage";
import { upsFaults } from "./ups";
import { workloadFaults } from "./workloads";

const TABLES: readonly Faults[] = [
  alertPathFaults,
  batchFaults,
  boilerFaults,
  nodeFaults,
  probeFaults,
  storageFaults,
  upsFaults,
  workloadFaults,
];

/** Every fault of a world that has everything. */
export const faultsOf: (...args: Parameters<Faults>) => readonly Fault[] = (world) => TABLES.flatMap((table) => table(world));
