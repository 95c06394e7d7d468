import type { IncomingMessage } from "node:http";
import { BodyBudget, bytesOf, readBody } from "./body";
import { ServiceError } from "./errors";
import { readWebhook, type Webhook } from "./webhook";

/** Alertmanager's webhooks are some kilobytes; this is room for thousands of alerts. */
export const MAX_WEBHOOK_BYTES = 2 * 1024 * 1024;

/** Reads webhooks from requests, with a bound on what all of them hold at once. */
export class WebhookIntake {
  // Two of the longest, or a great many of the usual size: 150 MiB are not left whatever is in them.
  readonly #budget = new BodyBudget(2 * MAX_WEBHOOK_BYTES);

  /** Throws a ServiceError. */
  async take<T>(request: IncomingMessage, read: (alert: unknown) => T | undefined): Promise<Webhook<T>> {
    const holding = this.#budget.open();
    try {
      const body = await readBody(request, MAX_WEBHOOK_BYTES, holding);
      const webhook = readWebhook(bytesOf(body, MAX_WEBHOOK_BYTES), read);
      if (!webhook) throw new ServiceError("not_a_webhook", "the body is no webhook of Alertmanager, version 4");
      return webhook;
    } finally {
      holding.release();
    }
  }
}
