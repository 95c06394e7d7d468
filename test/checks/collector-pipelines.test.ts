import { parse, stringify } from "yaml";
import { collectorPipelines } from "../../lib/checks/collector-pipelines";
import { change, manifestOf, SMALL, whats } from "./small-platform";

const FILE = "collector.yaml";
const UNUSED = "nothing uses it: the collector takes it for right and leaves it out";

interface Draft {
  readonly extensions: Record<string, object>;
  readonly receivers: Record<string, object>;
  readonly processors: Record<string, object>;
  readonly exporters: Record<string, object>;
  readonly service: { extensions: string[]; pipelines: Record<string, Record<"receivers" | "processors" | "exporters", string[]>> };
}

function withCollector(edit: (draft: Draft) => void) {
  const text = (manifestOf("ConfigMap/trace-collector").object.data as Record<string, string>)[FILE] ?? "";
  const draft = parse(text) as Draft;
  edit(draft);
  return change("ConfigMap/trace-collector", ["data", FILE], stringify(draft));
}

const pipelineOf = ({ service }: Draft) => {
  const { traces } = service.pipelines;
  if (traces === undefined) throw new Error("there is no pipeline for traces");
  return traces;
};

test("a site with everything passes", () => expect(collectorPipelines.run(SMALL)).toEqual([]));

test.each<[string, (draft: Draft) => void, string[]]>([
  [
    "a processor that is defined nowhere",
    (draft) => delete draft.processors.k8s_attributes,
    ['"k8s_attributes" is defined nowhere, and the collector does not start'],
  ],
  ["a receiver that no pipeline reads", (draft) => Object.assign(draft.receivers, { "otlp/other": {} }), [UNUSED]],
  [
    "an extension that is not started",
    (draft) => draft.service.extensions.splice(draft.service.extensions.indexOf("health_check"), 1),
    [UNUSED],
  ],
  [
    "an extension that is started and not there",
    (draft) => draft.service.extensions.push("pprof"),
    ['"pprof" is defined nowhere, and the collector does not start'],
  ],
  [
    "a limiter that comes second",
    (draft) => pipelineOf(draft).processors.reverse(),
    [
      '"batch" comes first: what is refused for want of memory has taken it by then',
      '"memory_limiter" comes last: what is behind the batches sees them, or each span is sent alone',
    ],
  ],
  [
    "batches that come before what looks at each span",
    (draft) => pipelineOf(draft).processors.push("transform/claims"),
    ['"transform/claims" comes last: what is behind the batches sees them, or each span is sent alone'],
  ],
  [
    "a pipeline that does nothing by itself",
    (draft) => {
      pipelineOf(draft).processors = [];
    },
    [
      ...[UNUSED, UNUSED, UNUSED],
      '"nothing" comes first: what is refused for want of memory has taken it by then',
      '"nothing" comes last: what is behind the batches sees them, or each span is sent alone',
    ],
  ],
  [
    "a pipeline that sends nowhere",
    (draft) => {
      pipelineOf(draft).exporters = [];
    },
    [UNUSED, "it has no exporters, and the collector does not start"],
  ],
  [
    "an exporter that signs in by what does not run",
    (draft) => Object.assign(draft.exporters["otlp_http/traces"] ?? {}, { auth: { authenticator: "basicauth/gone" } }),
    ['it signs in by "basicauth/gone", which does not run: the collector does not start'],
  ],
])("%s", (_, edit, found) => {
  expect(whats(collectorPipelines, withCollector(edit))).toEqual(found);
});
