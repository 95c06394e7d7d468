import { seconds } from "../duration";

/** How often the agent asks a target that is not asked otherwise; under `scale: cluster` the store keeps one sample of each. */
export const SCRAPE_INTERVAL = seconds(30);

/** How long the agent waits for an answer that is not waited for otherwise. */
export const SCRAPE_TIMEOUT = seconds(10);

/** How often the evaluator evaluates a group that says nothing else. */
export const EVALUATION_INTERVAL = seconds(30);
