import type { IncomingMessage } from "node:http";
import { trustedClients } from "../../../lib/logs/trusted-clients";
import { type Body, BodyBudget, bytesOf, readBody } from "../../../lib/service/body";
import { type Clock, systemClock } from "../../../lib/service/clock";
import { ServiceError } from "../../../lib/service/errors";
import { createHttp, type HttpService } from "../../../lib/service/http";
import type { Logger } from "../../../lib/service/log";
import { createRegistry } from "../../../lib/service/metrics";
import { Turns } from "../../../lib/service/turns";
import { detectors } from "../detectors/all";
import type { RelaySite } from "../site-file";
import { DEADLINE_MS, type Outcome } from "./alertmanager";
import { Alertmanagers } from "./alertmanagers";
import { Detection, SKIP_REASONS } from "./alerts";
import { readBatch } from "./batch";
import { createMetrics, type RelayMetrics } from "./metrics";

export interface RelayOptions {
  /** Every replica of Alertmanager. */
  readonly alertmanagerUrls: readonly string[];
  readonly maxBodyBytes: number;
  readonly site: RelaySite;
  readonly log: Logger;
  /** @default - the system's */
  readonly clock?: Clock;
  /** Label sets in one POST. @default 500: a cluster has hundreds of pods; this bounds what a hostile batch makes of them */
  readonly maxAlerts?: number;
}

/** Batches that are matched and on their way to Alertmanager at once; one does the specified load, the rest bridge its slow moments. */
const MAX_DELIVERIES = 4;

export interface Ingested {
  readonly received: number;
  readonly skipped: number;
  /** Alerts that Alertmanager took. */
  readonly alerts: number;
  /** Alerts that Alertmanager refused for good: a retry can't mend them, so the batch counts as done. */
  readonly rejected: number;
}

/** The relay: events in, alerts out, and an answer only when Alertmanager has them. */
export function createRelay(options: RelayOptions): HttpService {
  const { log, clock = systemClock, site, maxBodyBytes, maxAlerts = 500 } = options;
  const registry = createRegistry();
  const metrics = createMetrics(registry);
  const http = createHttp({ log, registry });
  const alertmanager = new Alertmanagers({
    urls: options.alertmanagerUrls,
    log,
    onRetry: () => metrics.retries.inc(),
    clock,
    maxSockets: MAX_DELIVERIES,
  });
  const isTrusted = trustedClients(site.trusted_ranges, [site.nat64_egress]);
  const detection = new Detection(detectors, { isTrusted }, site.namespaces, maxAlerts);
  // Two full bodies, or a great many of the usual size: 150 MiB are not left whatever is in them (test/relay/process.test.ts).
  const budget = new BodyBudget(2 * maxBodyBytes);
  const turns = new Turns(MAX_DELIVERIES);

  /** One pass over a batch, synchronous, so that a parsed batch never waits in memory for anything. */
  const examine = (body: Body, from: number) => {
    const pass = detection.begin(from, clock.now());
    const refusal = readBatch(bytesOf(body, maxBodyBytes), detection.needles, pass);
    if (refusal !== undefined) throw new ServiceError("not_json_array", refusal);
    const { alerts, received, skipped, next } = pass.end();
    if (from === 0) metrics.events.inc(received);
    for (const reason of SKIP_REASONS) metrics.skipped.inc({ reason }, skipped[reason]);
    return {
      received,
      skipped: SKIP_REASONS.reduce((sum, reason) => sum + skipped[reason], 0),
      names: alerts.map(({ labels }) => labels.alertname),
      payload: Buffer.from(JSON.stringify(alerts)),
      next,
    };
  };

  const ingest = async (request: IncomingMessage): Promise<Ingested> => {
    const holding = budget.open();
    try {
      const body = await readBody(request, maxBodyBytes, holding);
      // Waiting for a turn counts: the sender has a time limit of its own.
      const deadline = clock.now() + DEADLINE_MS;
      const first = examine(body, 0);
      // What matches nothing waits for nobody: most batches don't.
      if (isDone(first)) return { received: first.received, skipped: first.skipped, alerts: 0, rejected: 0 };
      const endTurn = await turns.take();
      try {
        return await deliver(
          first,
          (from) => examine(body, from),
          (alerts) => alertmanager.post(alerts, deadline),
          metrics,
        );
      } finally {
        endTurn();
      }
    } finally {
      holding.release();
    }
  };

  http.app.post("/ingest", async (request) => ingest(request.raw));
  http.app.addHook("onResponse", (request, reply, done) => {
    if (request.routeOptions.url === "/ingest") {
      metrics.requests.inc({ code: reply.statusCode });
      metrics.duration.observe(reply.elapsedTime / 1000);
    }
    done();
  });
  return {
    ...http,
    close: async () => {
      await http.close();
      alertmanager.close();
    },
  };
}

type Examined = { received: number; skipped: number; names: string[]; payload: Buffer; next: number };

/**
 * Usually one pass and one POST, or none. Only a batch with more label sets than a POST may hold is
 * examined again from where the last pass stopped: its text waits for Alertmanager, not its objects.
 */
async function deliver(
  first: Examined,
  examine: (from: number) => Examined,
  post: (alerts: Buffer) => Promise<Outcome>,
  metrics: RelayMetrics,
): Promise<Ingested> {
  let [skipped, alerts, rejected] = [0, 0, 0];
  for (let pass = first; ; pass = examine(pass.next)) {
    if (pass.names.length > 0) {
      const outcome = await post(pass.payload);
      metrics.posts.inc({ outcome });
      if (outcome === "failed")
        throw new ServiceError("alertmanager_unavailable", "alertmanager did not take the alerts; send the batch again");
      if (outcome === "rejected") rejected += pass.names.length;
      else alerts += pass.names.length;
      if (outcome === "ok") for (const alertname of pass.names) metrics.alerts.inc({ alertname });
    }
    skipped += pass.skipped;
    if (pass.next >= pass.received) return { received: pass.received, skipped, alerts, rejected };
  }
}

function isDone({ names, next, received }: Examined): boolean {
  return names.length === 0 && next >= received;
}
