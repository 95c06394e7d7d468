import { redisSeries } from "../../../components/databases/series/redis";
import { redisBgsaveFailure } from "../../../components/relay/detectors/redis-bgsave-failure";
import { relaySeries } from "../../../components/relay/series";
import type { Row } from "../../../lib/dashboards/dashboard";
import { graph, timeline } from "../../../lib/dashboards/panel";
import { warningAbove } from "../../../lib/dashboards/threshold";
import { orNone, shareOf } from "../../shared/share";
import { legendOf, ownOf, type Placed } from "./postgres";

const {
  redis_aof_last_write_status: logWritten,
  redis_commands_duration_seconds_total: commandTime,
  redis_commands_processed_total: commands,
  redis_config_maxclients: mostClients,
  redis_connected_clients: clients,
  redis_evicted_keys_total: evicted,
  redis_keyspace_hits_total: hits,
  redis_keyspace_misses_total: misses,
  redis_memory_max_bytes: mostMemory,
  redis_memory_used_bytes: memory,
  redis_rdb_last_bgsave_status: saved,
} = redisSeries;
const { relay_alerts_total: matched } = relaySeries;

/** Of the bound; one without a bound has none. */
export const redisMemory = `${memory()} / (${mostMemory()} != 0)`;
export const redisClients = `${clients()} / ${mostClients()}`;

export function redisRow(place: Placed): Row {
  const server = ownOf(place).join(", ");
  const legend = legendOf(ownOf(place));
  const missed = `sum by (${server}) (rate(${misses()}[10m]))`;
  return {
    title: "Redis",
    panels: [
      graph({
        title: "Memory of its bound",
        description: "By server. Full, it throws keys away or refuses what is written.",
        unit: "ratio",
        min: 0,
        max: 1,
        width: 8,
        queries: [{ expr: redisMemory, legend }],
        asks: ["RedisMemoryShort"],
      }),
      graph({
        title: "Keys thrown away",
        description: "In a second, before their time was up. More than a few is a server too small for what is kept in it.",
        unit: "per second",
        min: 0,
        width: 8,
        queries: [{ expr: `rate(${evicted()}[10m])`, legend }],
        asks: ["RedisEvicting"],
      }),
      graph({
        title: "Look-ups that find nothing",
        description: "Share over ten minutes. A cache that was emptied climbs and falls again; one that stays up is of no use.",
        unit: "ratio",
        min: 0,
        max: 1,
        width: 8,
        queries: [{ expr: shareOf(missed, `(sum by (${server}) (rate(${hits()}[10m])) + ${missed})`), legend }],
      }),
      graph({
        title: "Clients of the most that it takes",
        description: "By server. At 1 it turns clients away: see with CLIENT LIST who holds so many.",
        unit: "ratio",
        min: 0,
        width: 8,
        thresholds: [warningAbove(0.9)],
        queries: [{ expr: redisClients, legend }],
      }),
      graph({
        title: "Time of a command",
        description:
          "Mean over all commands. It is a few millionths of a second; more is one that walks through all keys, or a processor that is taken away.",
        unit: "seconds",
        min: 0,
        width: 8,
        queries: [
          {
            expr: `sum by (${server}) (rate(${commandTime()}[10m])) / sum by (${server}) (rate(${commands()}[10m]))`,
            legend,
          },
        ],
      }),
      timeline({
        title: "Is its data written to disk?",
        description: "The last snapshot, and the last write to the log of changes. What is not written is gone with the next restart.",
        unit: "flag",
        width: 8,
        queries: [
          { expr: `min by (${server}) (${saved()})`, legend: `${legend} snapshot` },
          { expr: `min by (${server}) (${logWritten()})`, legend: `${legend} log` },
        ],
        means: { 0: { text: "failed", color: "red" }, 1: { text: "written", color: "green" } },
      }),
      graph({
        title: "Failed snapshots that the log told in an hour",
        description: "Matches of the relay, of servers without an exporter too. Each is a disk that is full or that can't be written.",
        unit: "count",
        min: 0,
        width: 24,
        height: 5,
        queries: [{ expr: orNone(`sum(increase(${matched({ alertname: redisBgsaveFailure.alert })}[1h]))`), legend: "told" }],
      }),
    ],
  };
}
