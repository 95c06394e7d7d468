import { logRouterSeries } from "../../../components/log-router/series";
import { logStoreSeries } from "../../../components/log-store/series";
import { minutes } from "../../../lib/duration";
import { counts } from "../../../lib/world/course";
import { appears, freezes, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";
import { sinkStuck } from "./log-router";

const refused = logStoreSeries.zo_ingest_errors({
  role: "all",
  organization: "default",
  stream_type: "logs",
  stream: "pod_logs",
  error_type: "schema",
});

/** Where logs are searched, and what judges who may. */
export const logStoreFaults: Faults = () => [
  {
    title: "the log store is down",
    change: together(targetFails(targets({ job: "log-store" })), sinkStuck(2)),
    expect: platform("LogStoreDown", "warning", 6),
  },
  {
    title: "the log store was removed",
    change: together(targetGoes(targets({ job: "log-store" })), sinkStuck(2)),
    expect: platform("LogStoreDown", "warning", 7),
  },
  {
    title: "what judges who may search does not start",
    change: targetFails(targets({ job: "authorisation" })),
    expect: platform("LogStoreAuthorisationDown", "warning", 6),
  },
  {
    title: "the log store takes lines and stores none",
    change: freezes(logStoreSeries.zo_ingest_records()),
    expect: platform("LogStoreIngestStopped", "info", 32),
  },
  {
    title: "nobody writes a line, and the log store has none to take",
    change: together(freezes(logStoreSeries.zo_ingest_records()), freezes(logRouterSeries.vector_component_sent_events_total())),
    expect: { nothingFor: minutes(45) },
  },
  {
    title: "a program writes a number where it wrote a text, and the log store refuses its records",
    change: appears("log-store", refused, counts(0.5)),
    expect: platform("LogStoreRecordsRefused", "info", 18),
  },
];

/** Of the distributed form: under `scale: cluster` alone. */
export const logStorePartsFaults: Faults = () => [
  {
    title: "the log store's queriers don't start with their new release",
    change: targetFails(targets({ job: "log-store-querier" })),
    expect: platform("LogStorePartDown", "warning", 6),
  },
];
