import type { Column } from "../../../lib/logs/stream";

/**
 * What every record has beside its stream's columns, where it has one: the first program of a source writes them (programs/). Texts of
 * others' making may hold what the stream's marked columns do.
 */
export const SHARED_COLUMNS = {
  log: { type: "text", what: "the line as it was written", isPersonal: true },
  service_name: {
    type: "text",
    what: "whose line it is: its Deployment, StatefulSet, DaemonSet, CronJob, database cluster, virtual machine, unit or device",
  },
  namespace: { type: "text", what: "that it is of; of an event the involved object's" },
  pod: { type: "text", what: "that wrote it" },
  container: { type: "text", what: "of the pod that wrote it" },
  node: { type: "text", what: "the node, or the device outside of the cluster, that it happened on" },
  origin: { type: "text", what: "how it came: pod, journal, host_file, event, job or device" },
  time: { type: "text", what: "when it was read, as the shipper or the sender says" },
  message: { type: "text", what: "a second text of the record, where it has one", isPersonal: true },
  stream: { type: "text", what: "stdout or stderr, of a pod's line" },
  log_level: { type: "text", what: "trace, debug, info, warn, error or fatal, by whatever name the line has it" },
  program: { type: "text", what: "of a device, the program that wrote" },
  facility: { type: "text", what: "of a device's line, syslog's" },
  syslog_severity: { type: "text", what: "of a device's line, as it says" },
  device_address: { type: "text", what: "that a device sent from" },
  device_kind: { type: "text", what: "router, switches, access_points or nat64, as the site lists it" },
  logtag: { type: "text", what: "F for a whole line, P for a part of one, as the container runtime says" },
  rest: { type: "text", what: "what else the record had, as JSON", isPersonal: true },
  unparsed_reason: { type: "text", what: "why the line has none of its stream's columns" },
} as const satisfies Readonly<Record<string, Column>>;
