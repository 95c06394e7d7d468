export interface RunningExporter {
  readonly port: number;
  readonly path?: string;
  readonly stop: () => Promise<void>;
}

export interface RealExporter {
  /** The job of the scrape whose catalogue it is held to. */
  readonly job: string;
  readonly start: () => Promise<RunningExporter>;
}
