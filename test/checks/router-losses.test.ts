import { routerLosses } from "../../lib/checks/router-losses";
import { file, router, set, withRouter } from "./router-file";
import { change, SMALL, whats } from "./small-platform";

const grace = (seconds: number | undefined) =>
  change("StatefulSet/log-router", "spec.template.spec.terminationGracePeriodSeconds", seconds);

test("the example installation passes", () => expect(routerLosses.run(SMALL)).toEqual([]));

test("a grace period that ends before the router does (facts: 60 s with a store that does not answer)", () => {
  expect(routerLosses.run(grace(60))).toEqual([
    {
      where: `${router}/statefulset-log-router.yml StatefulSet "log-router" terminationGracePeriodSeconds`,
      what: "it has 60 s to end, and takes 60 s while the store does not answer: then it is killed, and loses what is not written yet",
      fix: "give it more than 60 s",
    },
  ]);
  expect(whats(routerLosses, grace(undefined))).toEqual([expect.stringContaining("it has 30 s to end")]);
  expect(routerLosses.run(grace(61))).toEqual([]);
});

test("without an argument of its own the router takes as long; with one it takes that", () => {
  const args = "spec.template.spec.containers.0.args";
  expect(routerLosses.run(change("StatefulSet/log-router", args, ["--config=/etc/x.yaml"]))).toEqual([]);
  expect(whats(routerLosses, change("StatefulSet/log-router", args, ["--graceful-shutdown-limit-secs=90"]))).toEqual([
    expect.stringContaining("takes 90 s"),
  ]);
});

test.each<[string, Parameters<typeof withRouter>[0], string, string]>([
  [
    "a global line (facts: `false` there overrides a sink's `true`)",
    (draft) => Object.assign(draft, { acknowledgements: { enabled: false } }),
    `${file} acknowledgements`,
    "the global line wins over what the sinks say: with `enabled: false` none acknowledges, and lines in memory are lost",
  ],
  [
    "a sink that does not acknowledge",
    set("sinks", "store_nat64", "acknowledgements", { enabled: false }),
    `${file} sinks.store_nat64`,
    "it does not acknowledge: the source answers before a record is on the disk, and a crash loses it",
  ],
  [
    "a sink that says nothing of it",
    set("sinks", "store_nat64", "acknowledgements", undefined),
    `${file} sinks.store_nat64`,
    "it does not acknowledge: the source answers before a record is on the disk, and a crash loses it",
  ],
])("%s", (_, edit, where, what) => {
  expect(routerLosses.run(withRouter(edit)).map((finding) => [finding.where, finding.what])).toEqual([[where, what]]);
});
