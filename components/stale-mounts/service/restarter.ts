import { setTimeout as pause } from "node:timers/promises";
import { createHttp, type HttpService } from "../../../lib/service/http";
import { createRegistry, makeMetrics } from "../../../lib/service/metrics";
import { staleMountsService } from "../declaration";
import { staleMountsSeries } from "../series";
import { type CheckOptions, Checks } from "./checks";

export interface RestarterOptions extends CheckOptions {
  /** The pause between two checks. */
  readonly checkMs: number;
}

/** Looks at all pods again and again, and deletes those whose mount is stale. */
export function createRestarter({ checkMs, ...options }: RestarterOptions): HttpService {
  const registry = createRegistry();
  const http = createHttp({ log: options.log, registry, paths: staleMountsService.paths });
  const checks = new Checks(options, makeMetrics(staleMountsSeries, registry));
  const ending = new AbortController();
  const { signal } = ending;
  let running: Promise<void> = Promise.resolve();
  const run = async () => {
    while (!signal.aborted) {
      await checks.check(signal);
      // a shutdown ends it early
      await pause(checkMs, undefined, { signal }).catch(() => {});
    }
  };
  return {
    ...http,
    listen: async (host, port) => {
      const actual = await http.listen(host, port);
      running = run();
      return actual;
    },
    close: async () => {
      ending.abort();
      await Promise.all([running, http.close()]);
    },
  };
}
