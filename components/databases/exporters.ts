import { PART_OF } from "../../lib/kubernetes/labels";
import type { ObservedExporter } from "../../lib/metrics/observed";
import { cloudnativePgSeries } from "./series/cloudnative-pg";
import { mysqlSeries } from "./series/mysql";
import { redisSeries } from "./series/redis";

/** The instances' own pods: the operator makes no Service of their metrics. */
export const cloudnativePg: ObservedExporter = {
  name: "cloudnative-pg",
  what: "PostgreSQL, by CloudNativePG",
  component: "Platform",
  release: { program: "cloudnative-pg", release: "1.25.0" },
  series: cloudnativePgSeries,
  inCluster: { kind: "pods", selector: { "cnpg.io/podRole": "instance" }, port: "metrics", without: PART_OF },
  port: 9187,
  // `cluster` of a sample is PostgreSQL's, and the agent's own label the cluster that it runs in: nothing at the scrape could give it back
  ask: { honorLabels: true },
};

export const redis: ObservedExporter = {
  name: "redis",
  what: "Redis, by redis_exporter",
  component: "Platform",
  release: { program: "redis_exporter", release: "1.45.0" },
  series: redisSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "prometheus-redis-exporter" }, port: "redis-exporter" },
  port: 9121,
};

export const mysql: ObservedExporter = {
  name: "mysql",
  what: "MySQL or MariaDB, by mysqld_exporter",
  component: "Platform",
  release: { program: "mysqld_exporter", release: "0.14.0" },
  series: mysqlSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "prometheus-mysql-exporter" }, port: "mysql-exporter" },
  port: 9104,
};
