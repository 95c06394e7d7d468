import { clusterDnsSeries } from "../../components/exporters/series/coredns";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { graph, heat, stat, timeline } from "../../lib/dashboards/panel";
import { criticalBelow } from "../../lib/dashboards/threshold";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { p99 } from "../shared/quantile";

const {
  coredns_cache_hits_total: hits,
  coredns_cache_misses_total: misses,
  coredns_dns_request_duration_seconds: duration,
  coredns_dns_requests_total: questions,
  coredns_dns_responses_total: answers,
  coredns_forward_healthcheck_broken_total: noneLeft,
  coredns_forward_max_concurrent_rejects_total: refused,
  coredns_panics_total: panics,
  coredns_proxy_healthcheck_failures_total: unhealthy,
  coredns_proxy_request_duration_seconds: upstream,
  coredns_reload_failed_total: notLoaded,
  process_cpu_seconds_total: processors,
  process_resident_memory_bytes: memory,
} = clusterDnsSeries;

/** As the alert counts: a few questions don't make a share. */
const failed = `sum(rate(${answers({ rcode: "SERVFAIL" })}[5m])) / (sum(rate(${answers()}[5m])) + 0.5) or vector(0)`;
const cached = `sum(rate(${hits()}[$__rate_interval])) / (sum(rate(${hits()}[$__rate_interval])) + sum(rate(${misses()}[$__rate_interval])))`;
const counted = (counter: string, within: string): string => `sum(increase(${counter}[${within}])) or vector(0)`;

export const clusterDnsPage = ({ job }: Scraped): Dashboard =>
  dashboard({
    uid: "k8s-coredns",
    title: "Cluster DNS",
    folder: "Cluster",
    question: "Are names inside the cluster resolved in time, and if not, is it the server or whom it asks?",
    asker: "whoever sees many unlike programs fail at once, or be five seconds late",
    areas: ["cluster-dns"],
    next: ["k8s-cluster", "k8s-namespace-pods", "node-network"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Servers that answer the scraper",
            description: "Of those that there are. None: every lookup in the cluster fails.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: `avg(${targetSeries.up({ job })})` }],
            thresholds: [criticalBelow(1)],
            hasTrend: true,
          }),
          stat({
            title: "Questions each second",
            description: "Of all servers. Nearly none while programs run means that they don't reach it.",
            unit: "per second",
            decimals: 1,
            width: 4,
            queries: [{ expr: `sum(rate(${questions()}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Answered with SERVFAIL",
            description: "Share of the last five minutes. Mostly whom it passes questions on to does not answer.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: failed }],
            asks: ["ClusterDnsErrors"],
            hasTrend: true,
          }),
          stat({
            title: "99 of 100 answered within",
            description: "Out of the cache and out of the cluster a few milliseconds, from outside tens.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: p99(duration.bucket(), "le", "10m") }],
            asks: ["ClusterDnsSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Answered out of the cache",
            description: "Share of the questions that it looks for there. Low after a restart; low for long makes those behind it busy.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: cached }],
            hasTrend: true,
          }),
          stat({
            title: "Nobody left to ask",
            description:
              "Within five minutes: all servers that it passes questions on to failed its health checks. Names outside are not resolved.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: counted(noneLeft(), "5m") }],
            asks: ["ClusterDnsForwardFailing"],
          }),
        ],
      },
      goldenSignals({
        title: "What is asked, and how is it answered?",
        traffic: {
          description: "Questions by type. AAAA beside each A is the search list at work; a leap is a program that asks in a loop.",
          queries: [{ expr: `sum by (type) (rate(${questions()}[$__rate_interval]))`, legend: "{{type}}" }],
        },
        errors: {
          description: "Answers that are SERVFAIL. NXDOMAIN is none: the search list makes many of those.",
          queries: [{ expr: failed, legend: "SERVFAIL" }],
          asks: ["ClusterDnsErrors"],
        },
        duration: {
          description: "99 of 100 within that time, by zone. Slow in `.` alone: whom it passes questions on to.",
          queries: [{ expr: p99(duration.bucket(), "zone, le", "10m"), legend: "{{zone}}" }],
          asks: ["ClusterDnsSlow"],
        },
      }),
      {
        title: "Is it the server?",
        panels: [
          timeline({
            title: "Which servers answered the scraper?",
            description: "One that is away leaves its share of the questions to run into their time limit.",
            unit: "flag",
            height: 8,
            width: 8,
            queries: [{ expr: `max by (instance) (${targetSeries.up({ job })})`, legend: "{{instance}}" }],
            means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
          }),
          graph({
            title: "Answers by code",
            description: "Much NXDOMAIN is names asked for with each domain of the search list; end names with a dot where it matters.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (rcode) (rate(${answers()}[$__rate_interval]))`, legend: "{{rcode}}" }],
          }),
          heat({
            title: "How long do answers take?",
            description: "Two bands are as it should be: the cache and the cluster's own names below, names outside above.",
            unit: "seconds",
            width: 8,
            expr: `sum by (le) (rate(${duration.bucket()}[$__rate_interval]))`,
          }),
          graph({
            title: "Questions by server",
            description: "They should have about the same. One without any is not among the Service's endpoints.",
            width: 12,
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum by (instance) (rate(${questions()}[$__rate_interval]))`, legend: "{{instance}}" }],
          }),
          graph({
            title: "Panics and settings that were not loaded",
            description:
              "Panics within ten minutes, settings within an hour. Those that are not loaded leave the old ones in force until a restart fails.",
            width: 12,
            unit: "count",
            min: 0,
            queries: [
              { expr: counted(panics(), "10m"), legend: "panics" },
              { expr: counted(notLoaded(), "1h"), legend: "not loaded" },
            ],
            asks: ["ClusterDnsPanicking", "ClusterDnsConfigStale"],
          }),
        ],
      },
      {
        title: "Is it whom it asks?",
        panels: [
          graph({
            title: "How long do servers take that it asks?",
            description: "99 of 100 within that time. Some seconds are questions sent twice: packets get lost on the way.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: p99(upstream.bucket(), "to, le", "10m"), legend: "{{to}}" }],
          }),
          graph({
            title: "Failed health checks of those",
            description: "Within five minutes. Asked once, one that fails twice is left out until it answers again.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (to) (increase(${unhealthy()}[5m])) or on () label_replace(vector(0), "to", "none", "", "")`,
                legend: "{{to}}",
              },
            ],
            asks: ["ClusterDnsUpstreamFailing"],
          }),
          graph({
            title: "Questions refused because too many were waiting",
            description: "Within five minutes. Whom it asks is too slow for what is asked, or somebody asks in a loop.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: counted(refused(), "5m"), legend: "refused" }],
            asks: ["ClusterDnsForwardFull"],
          }),
        ],
      },
      {
        title: "Its cache and what it uses",
        panels: [
          graph({
            title: "Out of the cache, by kind of answer",
            description: "Hits each second: success has an answer, denial says that there is none.",
            width: 8,
            unit: "per second",
            min: 0,
            queries: [
              { expr: `sum by (type) (rate(${hits()}[$__rate_interval]))`, legend: "{{type}}" },
              { expr: `sum(rate(${misses()}[$__rate_interval]))`, legend: "not there" },
            ],
          }),
          graph({
            title: "Processors that each uses",
            description: "It grows with the questions; at its limit every answer is late.",
            width: 8,
            unit: "cores",
            min: 0,
            queries: [{ expr: `sum by (instance) (rate(${processors({ job })}[$__rate_interval]))`, legend: "{{instance}}" }],
          }),
          graph({
            title: "Memory that each uses",
            description: "It grows with names and cache. One that is killed again and again has too small a limit.",
            width: 8,
            unit: "bytes",
            min: 0,
            queries: [{ expr: `max by (instance) (${memory({ job })})`, legend: "{{instance}}" }],
          }),
        ],
      },
    ],
  });
