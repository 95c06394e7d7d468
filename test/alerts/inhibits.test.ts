import { inhibitionsOf } from "../../lib/alerts/inhibits";
import { area } from "../../lib/alerts/rule";
import { sampleAlert } from "./sample-rules";

test("a cause and its consequences, of one component and by what they share", () => {
  const cause = sampleAlert(
    { inhibits: [{ alerts: ["NodeHot", "NodeLoud"], sharing: ["node"] }, { alerts: ["TargetsMissing"] }] },
    "NodeGone",
  );
  expect(inhibitionsOf([area("nodes", {}, [cause])])).toEqual([
    {
      source: [
        { label: "alertname", op: "=", value: "NodeGone" },
        { label: "team", op: "=", value: "ops" },
      ],
      target: [
        { label: "alertname", op: "=~", value: "NodeHot|NodeLoud" },
        { label: "team", op: "=", value: "ops" },
      ],
      equal: ["component", "node"],
    },
    expect.objectContaining({
      target: [{ label: "alertname", op: "=~", value: "TargetsMissing" }, expect.anything()],
      equal: ["component"],
    }),
  ]);
});

test("one that stands for several components says it once", () => {
  const of = (component: "Mail" | "DNS") => sampleAlert({ component, inhibits: [{ alerts: ["NodeHot"] }] }, "NodeGone");
  expect(inhibitionsOf([area("nodes", {}, [of("Mail"), of("DNS")])])).toHaveLength(1);
});
