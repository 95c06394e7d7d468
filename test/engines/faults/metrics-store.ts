import { kubeletSeries } from "../../../components/exporters/series/kubelet";
import { mostKeptBytes } from "../../../components/metrics/capacity";
import { metricsStoreSeries } from "../../../components/metrics/series/metrics-store";
import { vmagentSeries } from "../../../components/metrics/series/vmagent";
import { vmalertSeries } from "../../../components/metrics/series/vmalert";
import { GIB } from "../../../lib/bytes";
import { hours, minutes } from "../../../lib/duration";
import { bytesOf } from "../../../lib/site/name";
import {
  becomes,
  type Change,
  countsFaster,
  freezes,
  later,
  moves,
  startsAgain,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const JOB = "vmsingle-belfry";
const asked = { job: JOB };
const {
  vm_cache_entries: cacheEntries,
  vm_concurrent_insert_limit_timeout_total: lateWrites,
  vm_concurrent_select_limit_timeout_total: lateQueries,
  vm_data_size_bytes: size,
  vm_free_disk_space_bytes: free,
  vm_http_request_errors_total: requestErrors,
  vm_indexdb_items_dropped_total: indexDropped,
  vm_missing_tsids_for_metric_id_total: indexMisses,
  vm_new_timeseries_created_total: newSeries,
  vm_rows_added_to_storage_total: stored,
  vm_rows_ignored_total: ignored,
  vm_slow_row_inserts_total: slowInserts,
  vm_storage_is_read_only: readOnly,
  vm_total_disk_space_bytes: total,
} = metricsStoreSeries;

/** As if it had been so since long ago: what the trend of days sees as well. */
const sinceLongAgo =
  (change: Change): Change =>
  (world) =>
    change(world, Number.NEGATIVE_INFINITY);

/** Its volume in a healthy world, of which it uses little. */
const [FREE, KEPT] = [300 * GIB, 3 * GIB];
const holdsAllBut = (left: number): Change =>
  together(becomes(free(asked), left), becomes(size({ ...asked, type: "storage/big" }), KEPT + FREE - left));
/** What it keeps grows within two hours until that much is left. */
const fillsUntil = (left: number): Change =>
  together(moves(free(asked), left, hours(2)), moves(size({ ...asked, type: "storage/big" }), KEPT + FREE - left, hours(2)));

/** It stores nothing more: neither that it is read-only, nor what the agent tells. */
const takesNothing = targetGoes(({ labels: { job } }) => job === JOB || job === "vmagent-belfry");

/** Many of its series are new with each scrape, so that the cache knows none of them, and an hour has as many as came in it. */
const NEW_IN_A_SECOND = 200;
const HOURLY = 60_000;

export const metricsStoreFaults: Faults = ({ cluster: { claims, site } }) => {
  const claim = claims.find(({ pod }) => pod.app.name === JOB);
  if (claim === undefined) throw new Error("the world has no claim of the store");
  const [volume, kept] = [bytesOf(site.metrics.volume), mostKeptBytes(site)];
  return [
    {
      title: "the metrics page of the store was put behind a key",
      change: targetFails(targets(asked)),
      expect: platform("MetricsStoreDown", "critical", 6),
    },
    {
      title: "nobody asks the store for its metrics any more",
      change: targetGoes(targets(asked)),
      expect: platform("MetricsStoreDown", "critical", 6),
    },
    {
      title: "old samples are imported into a store that has 40 GiB left, until it takes no more",
      change: together(sinceLongAgo(holdsAllBut(40 * GIB)), fillsUntil(0), later(hours(2), takesNothing)),
      expect: [
        platform("MetricsStoreAlmostFull", "warning", 60),
        platform("MetricsStoreFull", "critical", 120),
        platform("MetricsAgentDown", "critical", 126),
      ],
    },
    {
      title: "old samples are imported that leave little of the store's volume",
      change: fillsUntil(8 * GIB),
      expect: [
        platform("MetricsStoreAlmostFull", "warning", 150),
        platform("MetricsStoreFullSoon", "critical", 240),
        platform("MetricsStoreFilling", "warning", 480, { never: ["MetricsStoreFull"] }),
      ],
    },
    {
      title: "somebody copies a backup onto the store's volume",
      change: moves(free(asked), 20 * GIB, hours(2)),
      expect: platform("MetricsStoreAlmostFull", "warning", 150),
    },
    {
      title: "somebody copies a disk onto the store's volume, faster than anything is told of what is left",
      change: together(moves(free(asked), 0, minutes(50)), later(minutes(50), takesNothing)),
      expect: platform("MetricsAgentDown", "critical", 56),
    },
    {
      title: "one of the store's disks turned read-only, and the others go on",
      change: becomes(readOnly(asked), 1),
      expect: platform("MetricsStoreFull", "critical", 3),
    },
    {
      title: "the store merges a month: its volume has less for an hour, and gets it back",
      change: together(
        moves(free(asked), FREE - 30 * GIB, minutes(60)),
        moves(size({ ...asked, type: "storage/big" }), KEPT + 30 * GIB, minutes(60)),
        later(
          minutes(60),
          together(moves(free(asked), FREE, minutes(5)), moves(size({ ...asked, type: "storage/big" }), KEPT, minutes(5))),
        ),
      ),
      expect: { nothingFor: hours(3) },
    },
    {
      title: "the store holds all that its retention is planned to hold",
      change: sinceLongAgo(
        together(
          becomes(size(asked), 0),
          becomes(size({ ...asked, type: "storage/big" }), kept),
          becomes(free(asked), volume - kept),
          becomes(total(asked), volume),
          becomes(
            kubeletSeries.kubelet_volume_stats_used_bytes({ namespace: claim.namespace, persistentvolumeclaim: claim.name }),
            (kept / volume) * claim.bytes,
          ),
        ),
      ),
      expect: { nothingFor: hours(1) },
    },
    {
      title: "the clock of what pushes samples stands in another year",
      change: countsFaster(ignored({ ...asked, reason: "small_timestamp" }), 2),
      expect: platform("MetricsSamplesRefused", "warning", 12),
    },
    {
      title: "an exporter puts a whole stack trace into a label",
      change: together(
        countsFaster(vmagentSeries.vm_rows_ignored_total({ job: "vmagent-belfry", reason: "too_long_label_value" }), 0.1),
        countsFaster(indexDropped(asked), 0.1),
      ),
      expect: platform("MetricsSamplesRefused", "warning", 12),
    },
    {
      title: "the store's index lost series with the power, and it does not mend itself",
      change: countsFaster(indexMisses(asked), 0.2),
      expect: platform("MetricsStoreIndexIncomplete", "warning", 17),
    },
    {
      title: "the store was killed, counts from zero, and has mended its index after ten minutes",
      change: together(
        ...[stored, slowInserts, newSeries, ignored, indexDropped, lateQueries, lateWrites].map((of) => startsAgain(of(asked))),
        countsFaster(indexMisses(asked), 0.2),
        later(minutes(10), freezes(indexMisses(asked))),
      ),
      expect: { nothingFor: minutes(60) },
    },
    {
      title: "somebody's label changes with each scrape",
      change: together(
        countsFaster(newSeries(asked), NEW_IN_A_SECOND),
        countsFaster(slowInserts(asked), NEW_IN_A_SECOND),
        moves(cacheEntries({ ...asked, type: "storage/hour_metric_ids" }), HOURLY + NEW_IN_A_SECOND * hours(1).seconds, hours(1)),
      ),
      expect: [platform("MetricsStoreSlowInserts", "warning", 20), platform("MetricsStoreChurnHigh", "warning", 215)],
    },
    {
      title: "every pod is replaced at once, and with it every series",
      change: together(
        countsFaster(newSeries(asked), HOURLY / 300),
        countsFaster(slowInserts(asked), HOURLY / 300),
        moves(cacheEntries({ ...asked, type: "storage/hour_metric_ids" }), 2 * HOURLY, minutes(5)),
        later(minutes(5), together(freezes(newSeries(asked)), freezes(slowInserts(asked)))),
      ),
      expect: { nothingFor: hours(3) },
    },
    {
      title: "dashboards over years take all the places for queries",
      change: together(
        countsFaster(lateQueries(asked), 1 / 30),
        countsFaster(requestErrors({ ...asked, path: "/api/v1/query" }), 1 / 30),
        countsFaster(vmalertSeries.vmalert_alerting_rules_errors_total(), 1 / 60),
      ),
      expect: [
        platform("MetricsStoreOverloaded", "warning", 17),
        platform("MetricsStoreRequestErrors", "info", 17),
        platform("MetricsEvaluatorRuleErrors", "warning", 13),
      ],
    },
    {
      title: "the disk under the store is so slow that writes wait until their time is up",
      change: together(
        countsFaster(lateWrites(asked), 1 / 30),
        countsFaster(vmagentSeries.vmagent_remotewrite_retries_count_total(), 1 / 30),
      ),
      expect: [platform("MetricsStoreOverloaded", "warning", 17), platform("MetricsAgentSendFailing", "warning", 17)],
    },
    {
      title: "a panel that is shown on a wall has a query with a mistake",
      change: countsFaster(requestErrors({ ...asked, path: "/api/v1/query" }), 1 / 30),
      expect: platform("MetricsStoreRequestErrors", "info", 17),
    },
  ];
};
