import type { Logger } from "../../../lib/service/log";
import type { StatusPageMetrics } from "./metrics";
import type { Call, CallResult } from "./page";
import type { Notice } from "./reconciler";

/** What an operator sees of the calls: counters, a line when things turn bad or good, the present trouble. */
export class PageReport {
  #trouble: { readonly outcome: string; readonly reason: string } | undefined;
  #lastSuccess: Date | undefined;

  constructor(
    private readonly log: Logger,
    private readonly metrics: Pick<StatusPageMetrics, "status_page_calls_total" | "status_page_last_success_timestamp_seconds">,
  ) {}

  ended(call: Call, result: CallResult, notices: readonly Notice[]): void {
    const { log, metrics } = this;
    metrics.status_page_calls_total.inc({ outcome: result.outcome });
    if (result.outcome === "ok") {
      this.#lastSuccess = new Date();
      metrics.status_page_last_success_timestamp_seconds.set(this.#lastSuccess.getTime() / 1000);
      // A refused call is that one's trouble, whatever the others do.
      if (this.#trouble && this.#trouble.outcome !== "refused") log.info("the page takes calls again");
      this.#trouble = undefined;
      if (call.kind !== "components" && call.kind !== "incidents") log.info(call, "the page was changed");
    } else this.#failed(call, result);
    for (const notice of notices) this.#tell(notice);
  }

  state(): Readonly<Record<string, unknown>> {
    return { trouble: this.#trouble ?? null, last_success: this.#lastSuccess?.toISOString() ?? null };
  }

  #failed(call: Call, result: Exclude<CallResult, { readonly outcome: "ok" }>): void {
    const { outcome } = result;
    const reason = "reason" in result ? result.reason : "over its rate limit";
    const isNew = this.#trouble?.outcome !== outcome;
    this.#trouble = { outcome, reason };
    // A refusal is told with its component, by its notice.
    if (outcome === "refused" || !isNew) return;
    if (outcome === "unauthorized")
      this.log.error({ reason }, "the page refuses the token; it is tried once a minute, fix STATUSPAGE_TOKEN_FILE");
    else this.log.warn({ outcome, reason, call: call.kind }, "the page does not take calls; they are tried again");
  }

  #tell(notice: Notice): void {
    const { log } = this;
    if (notice.kind === "refused")
      log.error({ component: notice.component, reason: notice.reason }, "the page refuses a call; it is tried again in a minute");
    else if (notice.kind === "missing")
      log.error({ component: notice.component }, "the page has no component with this id; fix COMPONENTS_FILE or the page");
    else if (notice.kind === "held by a person")
      log.warn({ component: notice.component }, "a person set this component's status; it stays until the page shows operational");
    else
      log.info(
        { component: notice.component },
        notice.kind === "found" ? "the page has this component now" : "this component's status is ours again",
      );
  }
}
