import type { Known } from "../../exposition";

export interface RunningExporter {
  readonly port: number;
  /** @default - what the scrape asks */
  readonly path?: string;
  readonly stop: () => Promise<void>;
}

export interface RealExporter {
  /** The name of the scrape whose catalogue it is held to. */
  readonly scrape: string;
  readonly start: () => Promise<RunningExporter>;
  /** Where it differs from its catalogue, with the reason. @default - nowhere */
  readonly known?: Known;
}
