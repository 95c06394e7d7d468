import { SCRAPE_INTERVAL } from "../../lib/metrics/intervals";
import type { LiveTarget } from "./live-world";
import { LOOPBACK } from "./loopback-server";
import { shorter } from "./shorter";
import { standInPath } from "./stand-ins";

export interface AskedTargets {
  readonly targets: readonly LiveTarget[];
  readonly speed: number;
  readonly standInPort: number;
  /** Programs of the trial that answer for themselves: name of the scrape -> port. */
  readonly real: ReadonlyMap<string, number>;
}

/**
 * What the agent asks. Only the operator renders its deployed configuration, by what runs in a cluster; here each target of the healthy installation
 * is asked at a port of this machine with the labels that the agent would put on its samples. What a scrape asks of a program of the trial, the first
 * of its targets answers itself.
 */
export function askedTargets({ targets, speed, standInPort, real }: AskedTargets): object[] {
  const interval = shorter(`${SCRAPE_INTERVAL.seconds}s`, speed);
  return [
    {
      job_name: "installation",
      honor_labels: true,
      scrape_interval: interval,
      scrape_timeout: interval,
      static_configs: targets.map(({ scrape, index, labels }, place) => {
        const port = index === 0 ? real.get(scrape) : undefined;
        return {
          targets: [`${LOOPBACK}:${port ?? standInPort}`],
          labels: { ...labels, __metrics_path__: port === undefined ? standInPath(place) : "/metrics" },
        };
      }),
    },
  ];
}
