import type { Stream } from "../../../../lib/logs/stream";

const tailer = {
  time: "2026-11-02T10:00:05.250Z",
  kubernetes: { namespace_name: "logging", pod_name: "event-tailer-0", container_name: "event-tailer" },
};
const event = {
  metadata: { name: "report-29384755.18a", namespace: "documents" },
  involvedObject: { kind: "Job", namespace: "documents", name: "report-29384755", apiVersion: "batch/v1" },
  reason: "BackoffLimitExceeded",
  message: "Job has reached the specified backoff limit",
  source: { component: "job-controller" },
  firstTimestamp: "2026-11-02T10:00:00Z",
  lastTimestamp: "2026-11-02T10:00:04Z",
  count: 3,
  type: "Warning",
};

export const k8sEvents = {
  name: "k8s_events",
  what: "what the cluster tells of its objects",
  source: "aggregator",
  recognised: '.origin == "event"',
  program: "components/log-router/streams/k8s-events/program.vrl",
  columns: {
    reason: { type: "text", what: "in one word" },
    type: { type: "text", what: "Normal or Warning" },
    message: { type: "text", what: "in a sentence" },
    verb: { type: "text", what: "ADDED for a new event, UPDATED for one that came again" },
    action: { type: "text", what: "that was taken or failed" },
    count: { type: "integer", what: "how often it came" },
    first_seen: { type: "text", what: "when it came first" },
    last_seen: { type: "text", what: "when it came last" },
    object_kind: { type: "text", what: "of the involved object" },
    object_name: { type: "text", what: "of the involved object" },
    reporter: { type: "text", what: "the component that tells it" },
  },
  retentionDays: 90,
  busy: { recordsPerSecond: 5, bytesPerRecord: 2500 },
  samples: [
    {
      record: { log: JSON.stringify({ verb: "UPDATED", event }), ...tailer },
      columns: {
        service_name: "report",
        namespace: "documents",
        reason: "BackoffLimitExceeded",
        type: "Warning",
        message: "Job has reached the specified backoff limit",
        verb: "UPDATED",
        count: 3,
        object_kind: "Job",
        object_name: "report-29384755",
        reporter: "job-controller",
        container: undefined,
      },
    },
    {
      record: {
        ...tailer,
        verb: "ADDED",
        event: {
          ...event,
          involvedObject: { kind: "Pod", namespace: "notes", name: "editor-6d8b9f7c45-k2xwq" },
          reason: "Unhealthy",
          source: { component: "kubelet", host: "node-2" },
        },
      },
      columns: {
        service_name: "editor",
        namespace: "notes",
        pod: "editor-6d8b9f7c45-k2xwq",
        node: "node-2",
        reason: "Unhealthy",
        rest: undefined,
      },
    },
    {
      record: {
        log: JSON.stringify({
          verb: "ADDED",
          event: { ...event, involvedObject: { kind: "Node", name: "node-3" }, reason: "NodeNotReady" },
        }),
        ...tailer,
      },
      columns: { service_name: "node-3", namespace: undefined, reason: "NodeNotReady" },
    },
    {
      record: { log: JSON.stringify({ verb: "ADDED", event }).slice(0, 200), ...tailer },
      columns: { service_name: "event-tailer", unparsed_reason: "no JSON with an event, cut off perhaps" },
    },
  ],
} as const satisfies Stream;
