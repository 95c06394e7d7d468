import { blackboxSeries, probeSeries } from "../../components/probes/series";
import { mostNow, mostShown } from "../../lib/dashboards/chosen-lines";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { worst } from "../../lib/dashboards/worst";
import type { Probe } from "../../lib/metrics/probe";
import { matches } from "../../lib/series";
import { ownService, type ServicePods } from "../shared/own-service";
import { asking, heightOf, PASSES, probed, probePages, probesThatAsk } from "./probed";

const { blackbox_exporter_config_last_reload_successful: loaded, blackbox_module_unknown_total: unknownModule } = blackboxSeries;
const {
  probe_duration_seconds: took,
  probe_http_duration_seconds: phase,
  probe_http_redirects: redirects,
  probe_http_status_code: status,
  probe_http_version: version,
  probe_ip_addr_hash: address,
  probe_ssl_earliest_cert_expiry: expires,
  probe_success: success,
} = probeSeries;

const page = { ...asking("pages"), instance: matches("$page") };
const byProbe = (expr: string): string => `max by (component, probe, instance) (${expr})`;
const leastByProbe = (expr: string): string => `min by (component, probe, instance) (${expr})`;
const LINE = "{{component}}: {{probe}}";
const WHICH = { component: "Component", probe: "Probe", instance: "Asked" };
const passedInDay = leastByProbe(`avg_over_time(${probed(success, page)}[1d])`);
const left = leastByProbe(`${probed(expires, page)} - time()`);

/** @param all what the site probes @param exporter the pods that ask */
export function probesHttp(all: readonly Probe[], exporter: ServicePods): Dashboard[] {
  const pages = probesThatAsk("pages", all);
  if (pages.length === 0) return [];
  return [
    dashboard({
      uid: "probes-http",
      title: "HTTP probes",
      folder: "Probes",
      question: "Which pages do users not get, or get slowly, and where is the time lost?",
      asker: "whoever was told that a page is down, before asking the program behind it",
      next: [...probePages(all).filter((uid) => uid !== "probes-http"), "certificates", "slo-components", "svc-websites", "sec-ingress"],
      areas: ["probes"],
      variables: [choice("page", "Page", { of: status, label: "instance" })],
      rows: [
        {
          title: "At a glance",
          panels: [
            stat({
              title: "Pages that fail now",
              description:
                "As many as were not answered as they should be, half a minute ago. All at once are a way out that is gone, or the exporter.",
              unit: "count",
              width: 4,
              queries: [{ expr: `count(${probed(success, page)} == 0) or vector(0)` }],
              thresholds: [criticalAbove(1)],
              hasTrend: true,
            }),
            stat({
              title: "Worst page within a day",
              description: "The share of its probes that passed. 99 in 100 are a quarter of an hour without.",
              unit: "ratio",
              decimals: 1,
              width: 4,
              queries: [{ expr: `min(${passedInDay})` }],
              thresholds: [warningBelow(0.99), criticalBelow(0.95)],
            }),
            stat({
              title: "Slowest page",
              description: "Seconds until it was all there, of the page that takes longest now.",
              unit: "seconds",
              width: 4,
              asks: ["ProbeSlow"],
              queries: [{ expr: `max(${probed(took, page)})` }],
              hasTrend: true,
            }),
            stat({
              title: "Most failures in 30 min",
              description:
                "How often the page that comes and goes most began to fail. Users see errors now and then, and nobody is told that it is down.",
              unit: "count",
              width: 4,
              asks: ["ProbeFlapping"],
              queries: [{ expr: `max(resets(${probed(success, page)}[30m]))` }],
            }),
            stat({
              title: "First certificate ends in",
              description: "Of all chosen pages. It is renewed a month ahead: less means that renewals fail.",
              unit: "seconds",
              width: 4,
              asks: ["CertificateExpiring"],
              queries: [{ expr: `min(${left})` }],
            }),
            stat({
              title: "Pages that are asked",
              description: "As many as are probed now. Fewer than the site declares are probes that are not loaded.",
              unit: "count",
              width: 4,
              queries: [{ expr: `count(${probed(success, page)})` }],
            }),
          ],
        },
        {
          title: "Which pages",
          panels: [
            timeline({
              title: "Does each page answer as it should?",
              description: "Short gaps at all of them at the same time are the exporter or the line; a gap of one is its program.",
              unit: "flag",
              height: heightOf(pages.length),
              queries: [{ expr: `min by (component, probe) (${probed(success, page)})`, legend: LINE }],
              means: PASSES,
            }),
            table({
              title: "Pages, the worst first",
              description: "By the share of probes that passed within a day. A code of 0 is no answer at all; redirects are not followed.",
              by: WHICH,
              height: 12,
              columns: [
                { title: "Failed in a day", expr: `1 - ${passedInDay}`, unit: "ratio", decimals: 2, thresholds: [warningAbove(0.01)] },
                { title: "Now", expr: leastByProbe(probed(success, page)), unit: "flag", means: PASSES },
                { title: "Status", expr: byProbe(probed(status, page)), unit: "state" },
                { title: "Takes", expr: byProbe(probed(took, page)), unit: "seconds", asks: ["ProbeSlow"] },
                { title: "Certificate", expr: left, unit: "seconds", asks: ["CertificateExpiring"] },
                { title: "Redirects", expr: byProbe(probed(redirects, page)), unit: "count" },
                { title: "HTTP", expr: byProbe(probed(version, page)), unit: "state" },
              ],
            }),
          ],
        },
        {
          title: "Where the time goes",
          panels: [
            graph({
              title: "Time of the ten slowest pages",
              description: "From looking up the name to the last byte. What gives up is slow as well.",
              unit: "seconds",
              min: 0,
              asks: ["ProbeSlow"],
              queries: [
                { expr: mostShown((range) => `max by (component, probe) (max_over_time(${probed(took, page)}${range}))`), legend: LINE },
              ],
            }),
            graph({
              title: "Longest time of each phase",
              description:
                "Of all chosen pages. resolve: name resolution; connect: the way there; tls: the server's processor; processing: the program; transfer: size or line.",
              unit: "seconds",
              min: 0,
              queries: [{ expr: `max by (phase) (${probed(phase, page)})`, legend: "{{phase}}" }],
            }),
            worst({
              title: "Slowest phases",
              description: "Which phase of which page takes longest now.",
              by: { component: "Component", probe: "Probe", phase: "Phase" },
              head: "Takes",
              expr: `max by (component, probe, phase) (${probed(phase, page)})`,
              unit: "seconds",
            }),
            graph({
              title: "Changes of the address that answers",
              description:
                "Within an hour. A name with several addresses changes all the time; another's change is a move, or a resolver gone wrong.",
              unit: "count",
              min: 0,
              queries: [{ expr: mostNow((at) => `max by (component, probe) (changes(${probed(address, page)}[1h]${at}))`), legend: LINE }],
            }),
          ],
        },
        {
          title: "Who asks",
          panels: [
            timeline({
              title: "Is its configuration loaded?",
              description: "The exporter's. One that was refused leaves the old one, and probes of new modules fail.",
              unit: "flag",
              width: 12,
              height: 6,
              queries: [{ expr: `min(${loaded()})`, legend: "configuration" }],
              means: { 0: { text: "refused", color: "red" }, 1: { text: "loaded", color: "green" } },
            }),
            graph({
              title: "Requests for modules that are not configured",
              description: "Within an hour. Each is a probe that can't pass: its exporter has an older configuration.",
              unit: "count",
              min: 0,
              height: 6,
              thresholds: [warningAbove(1)],
              queries: [{ expr: `sum(increase(${unknownModule()}[1h])) or vector(0)`, legend: "requests" }],
            }),
          ],
        },
        ownService(exporter),
      ],
    }),
  ];
}
