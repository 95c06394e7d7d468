import { redisSeries } from "../components/databases/series/redis";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { MIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { ObservedExporter } from "../lib/metrics/observed";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { placeOf } from "./observed-place";
import { counted, faster, growing } from "./proof-counter";

const {
  redis_aof_last_bgrewrite_status: logRewritten,
  redis_aof_last_write_status: logWritten,
  redis_config_maxclients: mostClients,
  redis_connected_clients: clients,
  redis_evicted_keys_total: evicted,
  redis_master_link_up: linked,
  redis_memory_max_bytes: mostMemory,
  redis_memory_used_bytes: memory,
  redis_rdb_last_bgsave_status: saved,
  redis_rejected_connections_total: rejected,
  redis_up: answers,
} = redisSeries;
const { up } = targetSeries;

/** Above it Redis begins to throw keys away, or to refuse what is written. */
const MEMORY_SHARE = 0.9;
const CLIENT_SHARE = 0.9;
/** Keys in a second: a cache that turns over a few is one that is used. */
const EVICTIONS = 5;

/** Redis and what speaks its protocol, each by an exporter of its own. */
export function redis(site: Site, exporter: Pick<ObservedExporter, "name">): RuleBundle {
  const scraped = { job: exporter.name };
  const { component, named, target, namespace, consequences } = placeOf(exporter, site);
  const server = target.join(", ");

  // proofs
  const at = { namespace: "files", pod: "files-redis-exporter-7c9d" };
  const used = (share: number, most = 256 * MIB) => ({
    [memory(at)]: `${Math.round(share * 256 * MIB)}x20`,
    [mostMemory(at)]: `${most}x20`,
  });
  const taken = (number: number) => ({ [clients(at)]: `${number}x20`, [mostClients(at)]: "1000x20" });
  const refused = (values: string) => ({ [rejected(at)]: values });
  const kept = (rdb: string, write = "1x20", rewrite = "1x20") => ({
    [saved(at)]: rdb,
    [logWritten(at)]: write,
    [logRewritten(at)]: rewrite,
  });
  const busy = (perMinute: number, busyUntil: number) => ({
    [evicted(at)]: counted((minute) => (minute < 10 ? 0 : minute < busyUntil ? 2 * perMinute : perMinute)),
  });

  return area("redis", { component, severity: "warning", ...COMES_AND_GOES }, [
    alert("RedisDown", {
      expr: [`min by (${server}) (${answers()}) == 0`, `or min by (${server}) (${up(scraped)}) == 0`].join("\n"),
      for: minutes(5),
      severity: "critical",
      inhibits: [consequences(["RedisReplicationBroken"], namespace)],
      summary: `The Redis server of exporter ${named} does not answer`,
      description: "What keeps its sessions or its queue there fails or gets slow. Look at the server's pod first, then at the exporter's.",
      fires: [{ [answers(at)]: "0x10" }, { [answers(at)]: "1x10", [up({ ...scraped, ...at })]: "0x10" }],
      silent: { [answers(at)]: "1x10", [up({ ...scraped, ...at })]: "1x10" },
    }),
    alert("RedisMemoryShort", {
      // 0 is no bound
      expr: `${memory()} / (${mostMemory()} != 0) > ${MEMORY_SHARE}`,
      for: minutes(10),
      inhibits: [{ alerts: ["RedisEvicting"], sharing: target }],
      summary: `The Redis server of exporter ${named} has hardly memory left`,
      description: "{{ $value | humanize }} of its bound is used (1 is all). Full, it throws keys away or refuses what is written.",
      fires: used(MEMORY_SHARE + 0.02),
      silent: [used(MEMORY_SHARE - 0.02), used(MEMORY_SHARE + 0.02, 0)],
    }),
    alert("RedisEvicting", {
      expr: `rate(${evicted()}[10m]) > ${EVICTIONS}`,
      for: minutes(10),
      summary: `The Redis server of exporter ${named} throws away many keys`,
      description: "{{ $value | humanize }} in a second, before their time was up. It is too small for what is kept in it.",
      fires: [
        after(minutes(30), { [evicted(at)]: faster(EVICTIONS * 60 * 1.025) }),
        after(minutes(35), {
          [evicted(at)]: counted((minute) => (minute < 10 ? 0 : minute < 15 ? 0.5 : 1.025) && (minute < 15 ? 150 : 1.025 * EVICTIONS * 60)),
        }),
      ],
      silent: [{ [evicted(at)]: faster(EVICTIONS * 60 * 0.975) }, after(minutes(33), busy(EVICTIONS * 60 * 0.9, 12))],
    }),
    alert("RedisConnectionsRefused", {
      expr: [
        `max by (${server}) (increase(${rejected()}[5m])) > 0`,
        `or max by (${server}) (${clients()} / ${mostClients()}) > ${CLIENT_SHARE}`,
      ].join("\n"),
      for: minutes(5),
      severity: "critical",
      summary: `The Redis server of exporter ${named} has no connection left for its clients`,
      description: "It turned some away, or is about to. See with CLIENT LIST who holds so many.",
      fires: [after(minutes(6), refused(growing(4))), taken(1000 * CLIENT_SHARE + 10)],
      silent: [after(minutes(20), refused(growing(8))), taken(1000 * CLIENT_SHARE)],
    }),
    alert("RedisReplicationBroken", {
      expr: `min by (${server}) (${linked()}) == 0`,
      for: minutes(5),
      summary: `The Redis replica of exporter ${named} has lost its master`,
      description: "It gives old answers, and a failover to it would lose what was written since. Look at the master, then at the network.",
      fires: { [linked({ ...at, master_host: "files-redis", master_port: "6379" })]: "0x10" },
      silent: { [linked({ ...at, master_host: "files-redis", master_port: "6379" })]: "1x10" },
    }),
    alert("RedisPersistenceFailing", {
      expr: [saved(), logWritten(), logRewritten()].map((status) => `max by (${server}) (${status}) == 0`).join("\nor "),
      for: minutes(5),
      severity: "critical",
      summary: `The Redis server of exporter ${named} can't write its data to disk`,
      description: "By default it refuses all that is to be written until it can. Look at its volume, then at the memory left for a copy.",
      fires: [kept("0x20"), kept("1x20", "0x20"), kept("1x20", "1x20", "0x20")],
      silent: kept("1x20"),
    }),
  ]);
}
