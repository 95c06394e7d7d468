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

/**
 * A pod of any HostTailer, as a pattern over the whole name: a DaemonSet called after it and `host-tailer` (logging operator,
 * pkg/resources/hosttailer), or one that begins so.
 */
export const HOST_TAILER_POD = "(?:[a-z0-9.-]*-)?host-tailer-[a-z0-9.-]*";
