import { routerFraming } from "../../lib/checks/router-framing";
import { file, set, withRouter } from "./router-file";
import { add, remove, SITE, SMALL, whats } from "./small-platform";

const NEWLINES =
  "it frames by newline, so an array on several lines is answered with 400: its sender gives up the whole chunk, and every record is lost";
const output = (http: object, kind = "ClusterOutput") => add({ kind, metadata: { name: "router", namespace: "logging" }, spec: { http } });
const endpoint = SITE.urls.router_url;

test("the example installation passes", () => expect(routerFraming.run(SMALL)).toEqual([]));

test("a source that frames as its codec does (facts C1: none of 200 records was stored)", () => {
  expect(routerFraming.run(withRouter(set("sources", "aggregator", "framing", undefined)))).toEqual([
    {
      where: `${file} sources.aggregator`,
      what: NEWLINES,
      fix: "set `framing: { method: bytes }`: a request's body is one array (lib/logs/router-configuration.ts)",
    },
  ]);
  expect(whats(routerFraming, withRouter(set("sources", "jobs", "framing", { method: "newline_delimited" })))).toEqual([NEWLINES]);
});

const WRITES = "it writes a newline after each record of an array: a source that frames by newline answers 400, and every record is lost";
test.each<[string, object, string[]]>([
  ["that says nothing of newlines (facts C1)", { endpoint, format: { type: "json" } }, [WRITES]],
  ["without a format", { endpoint: `${endpoint}/ingest` }, [WRITES]],
  ["by the whole name of the Service", { endpoint: endpoint.replace(".svc:", ".svc.cluster.local:") }, [WRITES]],
  ["that adds none", { endpoint, format: { type: "json", add_newline: false } }, []],
  ["to somebody else", { endpoint: "http://log-router-2.logging.svc:8080" }, []],
])("an output %s", (_, http, found) => {
  expect(whats(routerFraming, output(http))).toEqual(found);
});

test("without a router nothing is asked of outputs", () => {
  const platform = remove("StatefulSet/log-router", output({ endpoint }));
  expect(routerFraming.run(platform)).toEqual([]);
});
