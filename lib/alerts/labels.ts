import { minutes } from "../duration";

/** Severities, worst first (observability specification, part 2). */
export const SEVERITIES = ["critical", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Sets our alerts apart from imported upstream rules, which carry no `team`. */
export const TEAM = "ops";

/** How often the heartbeat goes out (observability specification, part 6). */
export const HEARTBEAT = minutes(4);

/** The alert that always fires; its heartbeat goes to the dead-man switch. */
export const WATCHDOG = "WatchdogOps";
