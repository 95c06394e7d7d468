import { expositionOf } from "../../../components/batch/service/exposition";
import type { Script } from "../../../components/batch/service/script";
import { readEnvironment, type Variables } from "../../../lib/service/environment";
import { createLog } from "../../../lib/service/log";
import { pushed } from "../run-job";

/** What a script finds in the process of the tests: its failures, and its series with their values. */
export async function found<V extends Variables>(script: Script<V>, env: Readonly<Record<string, string>>) {
  const read = readEnvironment(script.settings, env);
  if ("problems" in read) throw new Error(read.problems.join("; "));
  const { gauges, failures = [] } = await script.run({
    configuration: read.configuration,
    log: createLog(script.name, "silent"),
    now: Date.now,
    signal: new AbortController().signal,
  });
  return { failures: failures.map(({ message }) => message), series: pushed(expositionOf(gauges)) };
}
