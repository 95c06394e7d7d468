import { logLevel } from "../../lib/service/declaration";
import { httpUrl, type Variables, wholeNumber } from "../../lib/service/environment";

/** What every job reads of its environment. */
export const commonSettings = {
  PUSHGATEWAY_URL: { help: "the Pushgateway, which is told of every run", ...httpUrl },
  RUN_SECONDS: { help: "most time that the run may take, before it counts as failed", ...wholeNumber(1, 86_400), default: "300" },
  LOG_LEVEL: logLevel,
} satisfies Variables;

/** A push is given up after so long, tries and pauses included, well within a minute. A job's pod needs this beyond RUN_SECONDS. */
export const PUSH_SECONDS = 45;
/** After SIGTERM: what is left of the usual 30 seconds before a pod is killed. */
export const LAST_PUSH_SECONDS = 20;
