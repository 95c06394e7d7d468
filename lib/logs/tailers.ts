/*
 * What the logging operator's tailers call their containers: each tailer of a HostTailer is a container of its name, an EventTailer's is
 * always called the same. What they print is the log of those containers, in the namespace where the tailers run.
 */

/** The nodes' journals, a JSON object a line. */
export const JOURNAL = "journal";

/** The audit log of the nodes, its lines as they are. */
export const HOST_AUDIT = "host-audit";

/** Any other file of the nodes. */
export const hostFile = (name: string): string => `host-${name}`;

/** The cluster's events, a JSON object a line. */
export const EVENT_TAILER = "event-tailer";
