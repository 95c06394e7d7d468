import { Alertmanager, type AlertmanagerOptions, type Outcome } from "./alertmanager";

/** What the other replicas get when one has the alerts: one that is dead must not slow every batch down. */
const GRACE_MS = 1_000;

export interface AlertmanagersOptions extends Omit<AlertmanagerOptions, "url"> {
  /** Every replica: they tell each other of silences and notifications, never of alerts. */
  readonly urls: readonly string[];
}

/** The replicas of Alertmanager. Alerts are safe when one has them; each gets them, because any one may be the only one left. */
export class Alertmanagers {
  readonly #replicas: readonly Alertmanager[];

  constructor({ urls, ...options }: AlertmanagersOptions) {
    this.#replicas = urls.map((url) => new Alertmanager({ url, ...options }));
  }

  /** `ok` when one took them, `failed` when one may still take them and none did, `rejected` when all refused. */
  async post(alerts: Buffer, deadline: number): Promise<Outcome> {
    const [only, ...others] = this.#replicas;
    // A signal takes as long as some dozens of events to read, and there is nobody to call off.
    if (only && others.length === 0) return only.post(alerts, deadline);
    const rest = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const outcomes = await Promise.all(
      this.#replicas.map(async (replica) => {
        const outcome = await replica.post(alerts, deadline, rest.signal);
        if (outcome === "ok") grace ??= setTimeout(() => rest.abort(), GRACE_MS);
        return outcome;
      }),
    );
    clearTimeout(grace);
    if (outcomes.includes("ok")) return "ok";
    return outcomes.includes("failed") ? "failed" : "rejected";
  }

  close(): void {
    for (const replica of this.#replicas) replica.close();
  }
}
