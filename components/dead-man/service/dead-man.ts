import { Counter, Gauge } from "prom-client";
import { ServiceError } from "../../../lib/service/errors";
import { createHttp, type HttpService } from "../../../lib/service/http";
import type { Logger } from "../../../lib/service/log";
import { createRegistry } from "../../../lib/service/metrics";
import { WebhookIntake } from "../../../lib/service/webhook-intake";
import { deadManService } from "../declaration";
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
  const registers = [registry];
  const pings = new Counter({
    name: "dead_man_pings_total",
    help: "Heartbeats sent on, by what became of them.",
    labelNames: ["outcome"],
    registers,
  });
  const lastSuccess = new Gauge({ name: "dead_man_last_success_timestamp_seconds", help: "When a heartbeat was last taken.", registers });
  for (const outcome of ["ok", "failed"]) pings.inc({ outcome }, 0);

  const http = createHttp({ log, registry, paths: deadManService.paths });
  const intake = new WebhookIntake(deadManService.maxBodyBytes);
  http.app.post("/webhook", async (request) => {
    const { alerts: heartbeats } = await intake.take(request.raw, (alert) => isHeartbeat(alert, Date.now()) || undefined);
    if (heartbeats.length === 0) return { pinged: false };

    const result = await ping(pingUrl(), pingTimeoutMs);
    pings.inc({ outcome: result.isTaken ? "ok" : "failed" });
    if (!result.isTaken) {
      log.warn({ reason: result.reason }, "the heartbeat was not taken; alertmanager will send it again");
      throw new ServiceError("ping_failed", "the heartbeat was not taken");
    }
    lastSuccess.set(Date.now() / 1000);
    return { pinged: true };
  });
  return http;
}
