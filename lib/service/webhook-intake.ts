import type { IncomingMessage } from "node:http";
import { BodyBudget, bytesOf, readBody } from "./body";
import { ServiceError } from "./errors";
import { readWebhook, type Webhook } from "./webhook";

/** Reads webhooks from requests, with a bound on what all of them hold at once. */
export class WebhookIntake {
  readonly #budget: BodyBudget;

  constructor(private readonly maxBodyBytes: number) {
    // Two of the longest, or a great many of the usual size: 150 MiB are not left whatever is in them.
    this.#budget = new BodyBudget(2 * maxBodyBytes);
  }

  /** Throws a ServiceError. */
  async take<T>(request: IncomingMessage, read: (alert: unknown) => T | undefined): Promise<Webhook<T>> {
    const holding = this.#budget.open();
    try {
      const body = await readBody(request, this.maxBodyBytes, holding);
      const webhook = readWebhook(bytesOf(body, this.maxBodyBytes), read);
      if (!webhook) throw new ServiceError("not_a_webhook", "the body is no webhook of Alertmanager, version 4");
      return webhook;
    } finally {
      holding.release();
    }
  }
}
