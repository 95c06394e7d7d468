import { Counter, Gauge, Registry } from "prom-client";

/**
 * A registry with the process metrics that rules and dashboards read. prom-client's own default set
 * keeps histograms of the event loop and of garbage collection, which cost more memory than they tell.
 */
export function createRegistry(): Registry {
  const registry = new Registry();
  const registers = [registry];
  const started = Date.now() / 1000 - process.uptime();
  const gauge = (name: string, help: string, read: () => number) => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  gauge("process_start_time_seconds", "Start time of the process since the epoch, in seconds.", () => started);
  let counted = 0;
  new Counter({
    name: "process_cpu_seconds_total",
    help: "User and system CPU time spent, in seconds.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.inc((user + system) / 1e6 - counted);
      counted = (user + system) / 1e6;
    },
  });
  gauge("process_resident_memory_bytes", "Resident memory size in bytes.", () => process.memoryUsage.rss());
  gauge("nodejs_heap_size_used_bytes", "Size of the used JavaScript heap in bytes.", () => process.memoryUsage().heapUsed);
  gauge(
    "nodejs_external_memory_bytes",
    "Memory outside the JavaScript heap that it holds, in bytes.",
    () => process.memoryUsage().external,
  );
  return registry;
}
