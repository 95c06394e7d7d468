import { Counter, Gauge } from "prom-client";
import { BodyBudget, bytesOf, readBody } from "../../../lib/service/body";
import { ServiceError } from "../../../lib/service/errors";
import { createHttp, type HttpService } from "../../../lib/service/http";
import type { Logger } from "../../../lib/service/log";
import { createRegistry } from "../../../lib/service/metrics";
import { readWebhook } from "../../../lib/service/webhook";
import { hasHeartbeat } from "./heartbeat";
import { ping } from "./ping";

/** The watchdog's webhook is a kilobyte. */
const MAX_BODY_BYTES = 256 * 1024;

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

  const http = createHttp({ log, registry });
  const budget = new BodyBudget(4 * MAX_BODY_BYTES);
  http.app.post("/webhook", async (request) => {
    const holding = budget.open();
    try {
      const body = await readBody(request.raw, MAX_BODY_BYTES, holding);
      const webhook = readWebhook(bytesOf(body, MAX_BODY_BYTES));
      if (!webhook) throw new ServiceError("not_a_webhook", "the body is no webhook of Alertmanager, version 4");
      if (!hasHeartbeat(webhook.alerts, Date.now())) return { pinged: false };

      const result = await ping(pingUrl(), pingTimeoutMs);
      pings.inc({ outcome: result.isTaken ? "ok" : "failed" });
      if (!result.isTaken) {
        log.warn({ reason: result.reason }, "the heartbeat was not taken; alertmanager will send it again");
        throw new ServiceError("ping_failed", "the heartbeat was not taken");
      }
      lastSuccess.set(Date.now() / 1000);
      return { pinged: true };
    } finally {
      holding.release();
    }
  });
  return http;
}
