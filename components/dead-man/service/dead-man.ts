import { ServiceError } from "../../../lib/service/errors";
import { createHttp, type HttpService } from "../../../lib/service/http";
import type { Logger } from "../../../lib/service/log";
import { createRegistry, makeMetrics } from "../../../lib/service/metrics";
import { WebhookIntake } from "../../../lib/service/webhook-intake";
import { deadManService } from "../declaration";
import { deadManSeries } from "../series";
import { isHeartbeat } from "./heartbeat";
import { ping } from "./ping";

export interface DeadManOptions {
  /** The secret URL as it is now. */
  readonly pingUrl: () => string;
  readonly log: Logger;
  /** @default - ten seconds */
  readonly pingTimeoutMs?: number;
}

/**
 * The dead-man switch's end of the alert path: each webhook with a living heartbeat becomes one GET.
 * It keeps no state and makes no heartbeat of its own, so that whatever breaks before it stops the pings.
 */
export function createDeadMan({ pingUrl, log, pingTimeoutMs }: DeadManOptions): HttpService {
  const registry = createRegistry();
  const metrics = makeMetrics(deadManSeries, registry);
  for (const outcome of ["ok", "failed"]) metrics.dead_man_pings_total.inc({ outcome }, 0);

  const http = createHttp({ log, registry, paths: deadManService.paths });
  const intake = new WebhookIntake(deadManService.maxBodyBytes);
  http.app.post("/webhook", async (request) => {
    const { alerts: heartbeats } = await intake.take(request.raw, (alert) => isHeartbeat(alert, Date.now()) || undefined);
    if (heartbeats.length === 0) return { pinged: false };

    const result = await ping(pingUrl(), pingTimeoutMs);
    metrics.dead_man_pings_total.inc({ outcome: result.isTaken ? "ok" : "failed" });
    if (!result.isTaken) {
      log.warn({ reason: result.reason }, "the heartbeat was not taken; alertmanager will send it again");
      throw new ServiceError("ping_failed", "the heartbeat was not taken");
    }
    metrics.dead_man_last_success_timestamp_seconds.set(Date.now() / 1000);
    return { pinged: true };
  });
  return http;
}
