import { routerTopology } from "../../lib/checks/router-topology";
import { file, set, without, withRouter } from "./router-file";
import { change, manifestOf, SMALL, whats } from "./small-platform";

test("the example installation passes", () => expect(routerTopology.run(SMALL)).toEqual([]));

test("a sink that is missing: its records are lost, by whatever way they come", () => {
  expect(routerTopology.run(withRouter(without("sinks", "store_modsec"))).map(({ where, what }) => `${where}: ${what}`)).toEqual([
    `${file} stream "modsec": no sink stores it: its records are lost`,
    `${file} transforms.aggregator_streams: what goes by modsec is stored nowhere`,
  ]);
});

test.each<[string, Parameters<typeof withRouter>[0], string[]]>([
  [
    "a template in place of an index",
    set("sinks", "store_modsec", "bulk", { action: "index", index: "{{ stream }}" }),
    [
      '"{{ stream }}" is the name of no stream: Vector does not start with a template that has no prefix of its own',
      "no sink stores it: its records are lost",
    ],
  ],
  [
    "an index that is another stream's",
    set("sinks", "store_modsec", "bulk", { action: "index", index: "pod_logs" }),
    ["no sink stores it: its records are lost", "store_modsec and store_pod_logs both store it: each record twice"],
  ],
  [
    "a template elsewhere in a sink",
    set("sinks", "store_modsec", "pipeline", "{{ pipeline }}"),
    ["it holds a template, {{...}}: a record could choose where it goes"],
  ],
  [
    "a record that goes to two streams",
    set("sinks", "store_modsec", "inputs", ["stream_modsec", "kept_modsec", "stream_k8s_events"]),
    ["what it takes is stored 2 times", "what goes by k8s_events is stored 2 times"],
  ],
  ["a source that nothing reads", set("transforms", "jobs_record", "inputs", []), ["what it takes is stored nowhere"]],
  ["a route that leads nowhere", set("transforms", "stream_modsec", "inputs", []), ["what goes by modsec is stored nowhere"]],
  ["what no route takes", set("transforms", "stream_pod_logs", "inputs", []), ["what goes by _unmatched is stored nowhere"]],
  ["what a program drops", set("transforms", "kept_modsec", "inputs", []), ["what its program drops is stored nowhere"]],
  [
    "what a source's own program drops",
    set("transforms", "kept_pod_logs", "inputs", ["stream_pod_logs.dropped"]),
    ["what its program drops is stored nowhere"],
  ],
  [
    "a program that throws away what it drops",
    set("transforms", "stream_modsec", "reroute_dropped", undefined),
    ["what its program drops is thrown away"],
  ],
])("%s", (_, edit, found) => {
  expect(whats(routerTopology, withRouter(edit))).toEqual(found);
});

test("a credential from a variable, which Vector 0.57 takes as it stands", () => {
  const text = (manifestOf("ConfigMap/log-router").object.data as Record<string, string>)["vector.yaml"] ?? "";
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Vector's notation
  const changed = change("ConfigMap/log-router", ["data", "vector.yaml"], text.replace("SECRET[store.token]", "${TOKEN}"));
  expect(whats(routerTopology, changed)).toEqual([expect.stringContaining("which Vector takes as it stands")]);
});

test("a stream that is declared and has no sink", () => {
  const [first] = SMALL.streams;
  const platform = { ...SMALL, streams: [...SMALL.streams, ...(first ? [{ ...first, name: "printer" }] : [])] };
  expect(routerTopology.run(platform)).toEqual([
    {
      where: `${file} stream "printer"`,
      what: "no sink stores it: its records are lost",
      fix: "make the configuration from the streams (lib/logs/router-configuration.ts)",
    },
  ]);
});
