import { mysqlSeries } from "../../../components/databases/series/mysql";
import type { Row } from "../../../lib/dashboards/dashboard";
import { graph } from "../../../lib/dashboards/panel";
import { legendOf, ownOf, type Placed } from "./postgres";

const {
  mysql_global_status_aborted_connects: aborted,
  mysql_global_status_innodb_buffer_pool_read_requests: reads,
  mysql_global_status_innodb_buffer_pool_reads: diskReads,
  mysql_global_status_innodb_row_lock_current_waits: rowWaits,
  mysql_global_status_queries: statements,
  mysql_global_status_slow_queries: slow,
  mysql_global_status_threads_connected: clients,
  mysql_global_status_threads_running: running,
  mysql_global_variables_max_connections: mostClients,
} = mysqlSeries;

export const mysqlConnections = `${clients()} / ${mostClients()}`;

export function mysqlRow(place: Placed): Row {
  const legend = legendOf(ownOf(place));
  return {
    title: "MySQL and MariaDB",
    panels: [
      graph({
        title: "Connections of MySQL in use",
        description: "Share of the most that a server takes. What climbs without end is a program that does not close its own.",
        unit: "ratio",
        min: 0,
        max: 1,
        width: 8,
        queries: [{ expr: mysqlConnections, legend }],
        asks: ["MysqlConnectionsShort"],
      }),
      graph({
        title: "Slow statements in 15 minutes",
        description: "That took longer than long_query_time. An index is missing, or the disk is slow.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [{ expr: `increase(${slow()}[15m])`, legend }],
        asks: ["MysqlQueriesSlow"],
      }),
      graph({
        title: "Statements that wait for a row",
        description: "Any for minutes is a transaction that somebody left open.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [{ expr: rowWaits(), legend }],
        asks: ["MysqlRowsLocked"],
      }),
      graph({
        title: "Reads that went to the disk",
        description: "Share over ten minutes. More than a few in a hundred is a buffer pool that is too small.",
        unit: "ratio",
        min: 0,
        width: 8,
        queries: [{ expr: `rate(${diskReads()}[10m]) / (rate(${reads()}[10m]) + 1)`, legend }],
        asks: ["MysqlBufferShort"],
      }),
      graph({
        title: "Logins that failed in 15 minutes",
        description: "A steady few are a program with an old password; a wave is somebody who guesses.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [{ expr: `increase(${aborted()}[15m])`, legend }],
        asks: ["MysqlConnectsFailing"],
      }),
      graph({
        title: "Statements, and how many run at once",
        description: "In a second, and at this moment. Many at once with few a second are statements that hold each other up.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [
          { expr: `rate(${statements()}[$__rate_interval])`, legend: `${legend} a second` },
          { expr: running(), legend: `${legend} at once` },
        ],
      }),
    ],
  };
}
