import { dashboard } from "../../lib/dashboards/dashboard";
import { table } from "../../lib/dashboards/panel";
import { renderDashboard } from "../../lib/dashboards/render";
import { choice, following } from "../../lib/dashboards/variable";

const rendered = renderDashboard(
  dashboard({
    uid: "board",
    title: "Board",
    folder: "Overview",
    question: "Is it well?",
    asker: "whoever asks",
    variables: [
      choice("node", "Node", { of: "node_uname_info", label: "nodename" }),
      following("instance", { of: 'node_uname_info{nodename=~"$node"}', label: "instance" }),
      choice("job", "Job", { of: 'up{instance=~"$instance"}', label: "job" }),
    ],
    rows: [
      {
        title: "At a glance",
        panels: [
          table({
            title: "Pods",
            description: "All of them.",
            by: { namespace: "Namespace", pod: "Pod" },
            leadsTo: { pod: { dashboard: "k8s-pod", variable: "pod", with: { namespace: "namespace" } } },
            columns: [{ title: "Runs", unit: "flag", expr: 'up{instance=~"$instance"}' }],
          }),
        ],
      },
    ],
  }),
  {
    runbooksUrl: "https://runbooks.example",
    organisation: "default",
    titleOf: () => undefined,
    alerts: { isThere: () => false, thresholdsOf: () => [], of: () => [] },
  },
);

test("all of what is chosen is whatever there is; all of what follows or is a selection is what it lists", () => {
  const all = rendered.templating?.list?.map(({ name, includeAll, allValue }) => ({ name, includeAll, allValue }));
  expect(all).toEqual([
    { name: "node", includeAll: true, allValue: ".*" },
    { name: "instance", includeAll: true },
    { name: "job", includeAll: true },
  ]);
});

test("a click on a cell takes further cells of its row along", () => {
  expect(JSON.stringify(rendered.panels)).toContain(
    JSON.stringify(`/d/k8s-pod?var-pod=\${__value.raw}&var-namespace=\${__data.fields["Namespace"]}&\${__url_time_range}`).slice(1, -1),
  );
});
