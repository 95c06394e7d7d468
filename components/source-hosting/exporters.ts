import type { ObservedExporter } from "../../lib/metrics/observed";
import { giteaSeries } from "./series/gitea";
import { woodpeckerSeries } from "./series/woodpecker";

export const gitExporter: ObservedExporter = {
  name: "git",
  what: "Gitea or Forgejo, by its own /metrics",
  component: "Platform",
  release: { program: "gitea", release: "1.26.0" },
  series: giteaSeries,
  // as its chart labels the Service of the web interface
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "gitea" }, port: "http" },
  // a place without one has no token to give
  isAskedWhereNamed: true,
  port: 3000,
  token: { key: "git", property: "metrics-token", holds: "the TOKEN of the section [metrics] in the app.ini of Gitea or Forgejo" },
};

export const ciExporter: ObservedExporter = {
  name: "ci",
  what: "Woodpecker, by the metrics port of its server",
  component: "Platform",
  release: { program: "woodpecker", release: "3.17.0" },
  series: woodpeckerSeries,
  // as its chart labels the pods of a release `woodpecker`; two Services of its have the port
  inCluster: {
    kind: "pods",
    selector: { "app.kubernetes.io/name": "server", "app.kubernetes.io/instance": "woodpecker" },
    port: "metrics",
  },
  // WOODPECKER_METRICS_SERVER_ADDR as the chart sets it: this port asks for no token
  port: 9001,
};
