import type { IncomingMessage } from "node:http";
import { detectorsAt } from "../../../lib/logs/detector";
import { trustedClients } from "../../../lib/logs/trusted-clients";
import { type Body, BodyBudget, bytesOf, readBody } from "../../../lib/service/body";
import { type Clock, steadyClock } from "../../../lib/service/clock";
import { ServiceError } from "../../../lib/service/errors";
import { makeRoom } from "../../../lib/service/garbage";
import { createHttp, type HttpService } from "../../../lib/service/http";
import type { Logger } from "../../../lib/service/log";
import { createRegistry } from "../../../lib/service/metrics";
import { Semaphore } from "../../../lib/service/semaphore";
import { relayService } from "../declaration";
import { detectors as everyDetector } from "../detectors/all";
import type { RelaySite } from "../site-file";
import { DEADLINE_MS } from "./alertmanager";
import { Alertmanagers } from "./alertmanagers";
import { Detection, type Findings, SKIP_REASONS } from "./alerts";
import { readBatch } from "./batch";
import { createMetrics } from "./metrics";

export interface RelayOptions {
  /** Every replica of Alertmanager. */
  readonly alertmanagerUrls: readonly string[];
  readonly maxBodyBytes: number;
  readonly site: RelaySite;
  readonly log: Logger;
  /** Of deadlines and pauses. @default - one that is never set */
  readonly clock?: Clock;
  /** Milliseconds since the epoch, for the times of alerts. @default - the system's */
  readonly wallClock?: () => number;
  /** Label sets in one POST. @default 500: a cluster has hundreds of pods; this bounds what a hostile batch makes of them */
  readonly maxAlerts?: number;
}

/** Batches that are matched and on their way to Alertmanager at once; one does the specified load, the rest bridge its slow moments. */
const MAX_DELIVERIES = 4;

/** A smaller body leaves little garbage. In a larger one may be a text that takes four bytes for each while it is parsed: two for a character, twice. */
const LARGE_BYTES = 1024 * 1024;
const PARSED_BYTES_PER_BYTE = 4;

export interface Ingested {
  readonly received: number;
  readonly skipped: number;
  /** Alerts that Alertmanager took. */
  readonly alerts: number;
  /** Alerts that Alertmanager refused for good: a retry can't fix them, so the batch counts as done. */
  readonly rejected: number;
}

/** The relay: events in, alerts out, and an answer only when Alertmanager has them. */
export function createRelay(options: RelayOptions): HttpService {
  const { log, clock = steadyClock, wallClock = Date.now, site, maxBodyBytes, maxAlerts = 500 } = options;
  const detectors = detectorsAt(site.namespaces, everyDetector, site.quoting);
  const registry = createRegistry();
  const metrics = createMetrics(registry, detectors);
  const http = createHttp({ log, registry, paths: relayService.paths });
  const alertmanager = new Alertmanagers({
    urls: options.alertmanagerUrls,
    log,
    onRetry: () => metrics.relay_alertmanager_post_retries_total.inc(),
    clock,
    maxSockets: MAX_DELIVERIES,
  });
  const isTrusted = trustedClients(site.trusted_ranges, site.nat64_egress === undefined ? [] : [site.nat64_egress]);
  const detection = new Detection(detectors, { isTrusted }, site.namespaces);
  // Two full bodies, or a great many of the usual size: 150 MiB are not left whatever is in them (test/engines/relay-memory.test.ts).
  const budget = new BodyBudget(2 * maxBodyBytes);
  const semaphore = new Semaphore(MAX_DELIVERIES);

  /** One pass over a batch, synchronous, so that nothing that was parsed waits in memory. */
  const examine = (body: Body, from: number | undefined, room: number): Findings & { readonly next: number | undefined } => {
    const pass = detection.begin(wallClock(), room);
    const bytes = bytesOf(body, maxBodyBytes);
    if (from === undefined && bytes.length > LARGE_BYTES) makeRoom(PARSED_BYTES_PER_BYTE * bytes.length);
    const next = readBatch(bytes, from, detection.needles, pass);
    const findings = pass.end();
    // An alert is worth more than the refusal, which makes the aggregator drop the chunk with everything in it.
    const isQuiet = from === undefined && next === undefined && findings.alerts.length === 0;
    if (isQuiet && (findings.skipped.not_json > 0 || !isJson(bytes)))
      throw new ServiceError("not_json_array", "the body is no JSON; send a JSON array of events");
    return { ...findings, next };
  };

  const count = ({ received, skipped }: Findings) => {
    metrics.relay_events_total.inc(received);
    for (const reason of SKIP_REASONS) metrics.relay_events_skipped_total.inc({ reason }, skipped[reason]);
    return { received, skipped: SKIP_REASONS.reduce((sum, reason) => sum + skipped[reason], 0) };
  };

  /** What becomes of a batch in which nothing matches; undefined for another. */
  const passOver = (body: Body): Ingested | undefined => {
    const { next, ...findings } = examine(body, undefined, 0);
    return next === undefined ? { ...count(findings), alerts: 0, rejected: 0 } : undefined;
  };

  /** The next pass, as it is posted. */
  const prepare = (body: Body, from: number | undefined) => {
    const { next, alerts, ...findings } = examine(body, from, maxAlerts);
    return {
      next,
      ...count({ alerts, ...findings }),
      names: alerts.map(({ labels }) => labels.alertname),
      payload: Buffer.from(JSON.stringify(alerts)),
    };
  };

  /** One POST, or none; a batch with more label sets than a POST may hold takes several, one after the other. */
  const deliver = async (body: Body, deadline: number): Promise<Ingested> => {
    const total = { received: 0, skipped: 0, alerts: 0, rejected: 0 };
    let from: number | undefined;
    do {
      const { next, received, skipped, names, payload } = prepare(body, from);
      if (names.length > 0) {
        const outcome = await alertmanager.post(payload, deadline);
        metrics.relay_alertmanager_posts_total.inc({ outcome });
        if (outcome === "failed") throw unavailable();
        if (outcome === "ok") for (const alertname of names) metrics.relay_alerts_total.inc({ alertname });
        total[outcome === "ok" ? "alerts" : "rejected"] += names.length;
      }
      total.received += received;
      total.skipped += skipped;
      from = next;
    } while (from !== undefined);
    return total;
  };

  const ingest = async (request: IncomingMessage): Promise<Ingested> => {
    const holding = budget.open();
    try {
      const body = await readBody(request, maxBodyBytes, holding);
      // Waiting for a permit counts: the sender has a time limit of its own.
      const deadline = clock.now() + DEADLINE_MS;
      let release = semaphore.tryAcquire();
      if (release === undefined) {
        // What matches nothing waits for nobody. Of what waits only the body is kept, which the budget counts.
        const done = passOver(body);
        if (done) return done;
        release = await semaphore.acquire(AbortSignal.timeout(DEADLINE_MS)).catch(() => {
          throw unavailable();
        });
      }
      try {
        if (clock.now() >= deadline) throw unavailable();
        return await deliver(body, deadline);
      } finally {
        release();
      }
    } finally {
      holding.release();
    }
  };

  http.app.post("/ingest", async (request) => ingest(request.raw));
  http.app.addHook("onResponse", (request, reply, done) => {
    if (request.routeOptions.url === "/ingest") {
      metrics.relay_ingest_requests_total.inc({ code: reply.statusCode });
      metrics.relay_ingest_duration_seconds.observe(reply.elapsedTime / 1000);
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

function unavailable(): ServiceError {
  return new ServiceError("alertmanager_unavailable", "alertmanager did not take the alerts; send the batch again");
}

/** A quiet body up to here is parsed whole, so that whoever tries the relay by hand is told every mistake. */
const PARSED_BYTES = 16 * 1024;

function isJson(bytes: Buffer): boolean {
  if (bytes.length > PARSED_BYTES) return true;
  try {
    JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
    return true;
  } catch {
    return false;
  }
}
