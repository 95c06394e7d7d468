import { pushedSeries } from "../components/batch/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";

const { log_store_drift: drift } = pushedSeries;

/** Three runs in a row: on an empty store the first mends all that is declared, and the next one nothing. */
const RETURNED = minutes(130);

/** What the hourly job found otherwise at the log store than it is declared; it has mended it. */
export function logStoreSettings(): RuleBundle {
  const mended = (values: string) => ({ [drift({ job: "log-store-settings" })]: values });
  const expr = `max by (job) (${drift()}) > 0`;
  return area("log-store-settings", { component: "Platform" }, [
    alert("LogStoreDrift", {
      expr,
      // mended already, and so is what a new release declares
      severity: "info",
      summary: "The log store was not as declared",
      description:
        "Job {{ $labels.job }} mended {{ $value }} of its streams, tokens, Secrets, templates, destinations and alerts. Its log names each.",
      fires: [mended("1x10"), after(minutes(6), mended("0x5 74x60"))],
      silent: mended("0x10"),
    }),
    alert("LogStoreDriftReturning", {
      expr,
      for: RETURNED,
      severity: "warning",
      summary: "The log store is put back as declared each hour, and changed again",
      description:
        "Job {{ $labels.job }} mended {{ $value }} objects in its last run, and some in each of the two before. Find out what else changes them.",
      fires: mended("1x60 3x60 1x60"),
      silent: [
        // the first run on an empty store
        after(minutes(140), mended("74x59 0x100")),
        after(minutes(140), mended("2x119 0x100")),
        after(minutes(140), mended("1x60 0x60 1x60")),
      ],
    }),
  ]);
}
