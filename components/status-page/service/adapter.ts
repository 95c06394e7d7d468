import type { FastifyRequest } from "fastify";
import { ServiceError } from "../../../lib/service/errors";
import { createHttp, type HttpService } from "../../../lib/service/http";
import type { Logger } from "../../../lib/service/log";
import { createRegistry } from "../../../lib/service/metrics";
import type { Webhook } from "../../../lib/service/webhook";
import { WebhookIntake } from "../../../lib/service/webhook-intake";
import { statusPageService } from "../declaration";
import type { Reading, SentReading } from "./alert-element";
import { Alertmanager } from "./alertmanager";
import { type CoreOptions, createCore } from "./core";
import { createMetrics } from "./metrics";
import { PageReport } from "./page-report";
import type { ResyncEnd } from "./resyncs";
import { Statuspage } from "./statuspage";
import { steadyTimers } from "./timers";
import { UnknownComponents } from "./unknown-components";

export interface AdapterOptions
  extends Pick<CoreOptions, "components" | "holdMs" | "resyncMs" | "settleMs" | "minIntervalMs" | "incidents"> {
  readonly alertmanagerUrl: string;
  readonly statuspageUrl: string;
  readonly pageId: string;
  readonly token: () => string;
  readonly log: Logger;
}

/** Alertmanager is near; a client that is slower holds memory for nothing. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Malformed elements are logged this seldom; the metric counts them all. */
const MALFORMED_LOG_MS = 60_000;
/** At a shutdown, what a call or a request that is under way may still take. What is cut off is derived again at the next start. */
const LAST_MS = 3000;

/** The adapter: alerts in, component statuses out, each at its own pace. */
export function createAdapter(options: AdapterOptions): HttpService {
  const { log, alertmanagerUrl, statuspageUrl, pageId, token, ...rest } = options;
  const registry = createRegistry();
  let hasAsked = false;
  const http = createHttp({
    log,
    registry,
    paths: statusPageService.paths,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    unready: () => (hasAsked ? undefined : new ServiceError("alertmanager_unavailable", "alertmanager has not been asked yet what fires")),
  });
  const page = new Statuspage({ url: statuspageUrl, pageId, token, now: Date.now });
  const source = new Alertmanager(alertmanagerUrl);
  let lastResync: ResyncEnd | undefined;
  const core = createCore({
    ...rest,
    page,
    source,
    timers: steadyTimers,
    wallClock: Date.now,
    onReading: (reading) => {
      if (reading.kind === "homeless") unknown.count(reading.component);
    },
    onCall: (call, result) => report.ended(call, result, core.reconciler.takeNotices()),
    onResync: (end) => {
      metrics.status_page_resyncs_total.inc({ outcome: end.outcome });
      if (end.outcome !== lastResync?.outcome) logResync(log, end);
      lastResync = end;
    },
  });
  const { book, reconciler } = core;
  const names = [...options.components.keys()];
  const metrics = createMetrics(registry, { components: names, book, reconciler, now: steadyTimers.now });
  const unknown = new UnknownComponents(metrics.status_page_unknown_components_total, log);
  const report = new PageReport(log, metrics);

  let malformedLoggedAt = Number.NEGATIVE_INFINITY;
  const take = (webhook: Webhook<SentReading>): Record<Reading["kind"] | "received", number> => {
    const kinds = core.take(webhook);
    const { received } = webhook;
    for (const [kind, count] of Object.entries(kinds)) metrics.status_page_webhook_alerts_total.inc({ kind }, count);
    if (kinds.malformed > 0 && steadyTimers.now() - malformedLoggedAt >= MALFORMED_LOG_MS) {
      malformedLoggedAt = steadyTimers.now();
      log.warn({ malformed: kinds.malformed, received }, "a webhook holds elements that are no alerts; they are skipped");
    }
    return { received, ...kinds };
  };

  const intake = new WebhookIntake(statusPageService.maxBodyBytes);
  http.app.post("/webhook", async (request: FastifyRequest) => {
    try {
      return take(await intake.take(request.raw, core.read));
    } catch (error) {
      // Alertmanager does not send it again at once; what it held has to be asked for.
      if (error instanceof ServiceError && error.code === "body_too_large") core.resync();
      throw error;
    }
  });
  http.app.addHook("onResponse", (request, reply, done) => {
    if (request.routeOptions.url === "/webhook") metrics.status_page_webhooks_total.inc({ code: reply.statusCode });
    done();
  });

  http.app.get("/state", async () => ({
    components: Object.fromEntries(
      names.map((name) => {
        const { shown, isHeld, isMissing } = reconciler.state(name);
        const [desired, firing] = [book.desired(name), book.count(name)];
        return [name, { desired, actual: shown ?? null, firing, held_by_person: isHeld, missing: isMissing }];
      }),
    ),
    alertmanager: { last_answer: lastResync?.outcome ?? null, reason: lastResync?.reason || null, has_settled: book.isSettled },
    page: { queue_length: reconciler.queueLength(steadyTimers.now()), ...report.state() },
  }));

  return {
    ...http,
    listen: async (host, port) => {
      const actual = await http.listen(host, port);
      void core.start().then(() => {
        hasAsked = true;
      });
      return actual;
    },
    close: async () => {
      const stopped = core.stop();
      source.close();
      await within(LAST_MS, Promise.all([http.close(), stopped]));
      page.close();
    },
  };
}

function logResync(log: Logger, { outcome, reason }: ResyncEnd): void {
  if (outcome === "settled") log.info("alertmanager's list is whole: what it does not list has ended");
  else if (outcome === "unsettled")
    log.warn({ reason }, "alertmanager's list may lack alerts: until it is whole, only resolved alerts lower a status");
  else log.error({ reason }, "alertmanager did not say what fires: until it does, only resolved alerts lower a status");
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
