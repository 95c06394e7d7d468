import { probeSeries } from "../../components/probes/series";
import { type Dashboard, dashboard, type Row } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import type { Probe } from "../../lib/metrics/probe";
import { type ASKS, asking, heightOf, notAsking, PASSES, probed, probePages, probesThatAsk } from "./probed";

const {
  probe_dns_answer_rrs: records,
  probe_dns_duration_seconds: dnsPhase,
  probe_dns_lookup_time_seconds: lookup,
  probe_dns_query_succeeded: answered,
  probe_duration_seconds: took,
  probe_failed_due_to_regex: unexpected,
  probe_ssl_earliest_cert_expiry: expires,
  probe_success: success,
} = probeSeries;

const noPage = notAsking("pages");
const byProbe = (expr: string): string => `max by (component, probe) (${expr})`;
const leastByProbe = (expr: string): string => `min by (component, probe) (${expr})`;
const LINE = "{{component}}: {{probe}}";
const passedInDay = leastByProbe(`avg_over_time(${probed(success, noPage)}[1d])`);
const left = leastByProbe(`${probed(expires, noPage)} - time()`);

/** Everything that is no page. @param all what the site probes */
export function probesMailDns(all: readonly Probe[]): Dashboard[] {
  const lines = (asks: keyof typeof ASKS): number => probesThatAsk(asks, all).length;
  const [mail, names, others] = [lines("mail"), lines("names"), lines("others")];
  if (mail + names + others === 0) return [];
  return [
    dashboard({
      uid: "probes-mail-dns",
      title: "Mail, DNS and other probes",
      folder: "Probes",
      question: "Do mail servers greet, resolvers answer and ports open as they should?",
      asker: "whoever was told that mail or a resolver is down, or that the line is",
      next: [...probePages(all).filter((uid) => uid !== "probes-mail-dns"), "certificates", "svc-mail", "dns-service", "wan"],
      areas: ["probes"],
      rows: [
        {
          title: "At a glance",
          panels: [
            stat({
              title: "Probes that fail now",
              description: "Of mail, DNS and everything else that is no page. All at once are the line, or the exporter.",
              unit: "count",
              width: 4,
              queries: [{ expr: `count(${probed(success, noPage)} == 0) or vector(0)` }],
              thresholds: [criticalAbove(1)],
              hasTrend: true,
            }),
            stat({
              title: "Worst within a day",
              description: "The share of probes that passed, of the one that failed most.",
              unit: "ratio",
              decimals: 1,
              width: 4,
              queries: [{ expr: `min(${passedInDay})` }],
              thresholds: [warningBelow(0.99), criticalBelow(0.95)],
            }),
            stat({
              title: "Most failures in 30 min",
              description: "How often the one that comes and goes most began to fail.",
              unit: "count",
              width: 4,
              asks: ["ProbeFlapping"],
              queries: [{ expr: `max(resets(${probed(success, noPage)}[30m]))` }],
            }),
            stat({
              title: "Slowest answer",
              description: "Seconds, of all of them. A mail server may let senders wait on purpose; a resolver may not.",
              unit: "seconds",
              width: 4,
              queries: [{ expr: `max(${probed(took, noPage)})` }],
              hasTrend: true,
            }),
            stat({
              title: "First certificate ends in",
              description: "Of mail and other servers with TLS. Many mail programs say nothing when it has: they just get no mail.",
              unit: "seconds",
              width: 4,
              asks: ["CertificateExpiring"],
              queries: [{ expr: `min(${left})` }],
            }),
            stat({
              title: "Slowest name look-up",
              description: "What the exporter waits for the cluster's own resolver, before it asks. Slow here, and every probe is slow.",
              unit: "seconds",
              width: 4,
              queries: [{ expr: `max(${probed(lookup, noPage)})` }],
              thresholds: [warningAbove(1)],
              hasTrend: true,
            }),
          ],
        },
        ...(mail === 0 ? [] : [mailRow(mail)]),
        ...(names === 0 ? [] : [namesRow(names)]),
        ...(others === 0 ? [] : [othersRow(others)]),
        {
          title: "All of them",
          panels: [
            table({
              title: "Probes, the worst first",
              description: "By the share that failed within a day. Pages have a dashboard of their own.",
              by: { component: "Component", probe: "Probe" },
              columns: [
                { title: "Failed in a day", expr: `1 - ${passedInDay}`, unit: "ratio", decimals: 2, thresholds: [warningAbove(0.01)] },
                { title: "Now", expr: leastByProbe(probed(success, noPage)), unit: "flag", means: PASSES },
                { title: "Takes", expr: byProbe(probed(took, noPage)), unit: "seconds" },
                { title: "Certificate", expr: left, unit: "seconds", asks: ["CertificateExpiring"] },
              ],
            }),
          ],
        },
      ],
    }),
  ];
}

function mailRow(lines: number): Row {
  const mail = asking("mail");
  return {
    title: "Mail",
    panels: [
      timeline({
        title: "Does each mail server greet?",
        description: "With the line, the encryption and the certificate that it should have.",
        unit: "flag",
        width: 12,
        height: heightOf(lines),
        queries: [{ expr: leastByProbe(probed(success, mail)), legend: LINE }],
        means: PASSES,
      }),
      timeline({
        title: "Did it say something else?",
        description:
          "It took the connection, and its greeting was not the expected one: a server that is overloaded or refuses us says so here.",
        unit: "flag",
        width: 12,
        height: heightOf(lines),
        queries: [{ expr: byProbe(probed(unexpected, mail)), legend: LINE }],
        means: { 0: { text: "as expected", color: "green" }, 1: { text: "something else", color: "red" } },
      }),
      graph({
        title: "Time until a mail server has greeted",
        description: "With TLS where it has it. Above some seconds senders give up, or the server looks up names that do not resolve.",
        unit: "seconds",
        min: 0,
        queries: [{ expr: byProbe(probed(took, mail)), legend: LINE }],
      }),
      graph({
        title: "Time until certificates of mail expire",
        description: "It jumps up with each renewal. What is below the line was not renewed: was the server told to load the new one?",
        unit: "seconds",
        asks: ["CertificateExpiring"],
        queries: [{ expr: leastByProbe(`${probed(expires, mail)} - time()`), legend: LINE }],
      }),
    ],
  };
}

function namesRow(lines: number): Row {
  const names = asking("names");
  return {
    title: "DNS",
    panels: [
      timeline({
        title: "Does each resolver give the right answer?",
        description: "The records that the site expects are in it.",
        unit: "flag",
        width: 12,
        height: heightOf(lines),
        queries: [{ expr: leastByProbe(probed(success, names)), legend: LINE }],
        means: PASSES,
      }),
      timeline({
        title: "Does it answer at all?",
        description: "Whatever it says. An answer here with a failure beside it is a wrong record; none is a server or a way that is gone.",
        unit: "flag",
        width: 12,
        height: heightOf(lines),
        queries: [{ expr: leastByProbe(answered()), legend: LINE }],
        means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
      }),
      graph({
        title: "Time of an answer",
        description: "Of a resolver that has it, milliseconds. Seconds are queries that are lost and asked again.",
        unit: "seconds",
        min: 0,
        asks: ["ProbeSlow"],
        queries: [{ expr: byProbe(probed(took, names)), legend: LINE }],
      }),
      graph({
        title: "Longest time of each phase",
        description: "request is the server's own time; resolve is the look-up of its name, where it is asked by one.",
        unit: "seconds",
        min: 0,
        queries: [{ expr: `max by (phase) (${dnsPhase()})`, legend: "{{phase}}" }],
      }),
      graph({
        title: "Records in the answer",
        description: "It changes when somebody changes the zone. None is a name that is gone.",
        unit: "count",
        min: 0,
        width: 24,
        queries: [{ expr: leastByProbe(records()), legend: LINE }],
      }),
    ],
  };
}

function othersRow(lines: number): Row {
  const others = asking("others");
  return {
    title: "TLS, ports and NAT64",
    panels: [
      timeline({
        title: "Does each take the connection?",
        description: "With a verified certificate where it is asked for one. NAT64 is a host of the IPv4 internet, reached by IPv6.",
        unit: "flag",
        height: heightOf(lines),
        queries: [{ expr: leastByProbe(probed(success, others)), legend: LINE }],
        means: PASSES,
      }),
      graph({
        title: "Time until it is taken",
        description: "A port that takes longer each day serves too many, or is far away all of a sudden.",
        unit: "seconds",
        min: 0,
        width: 24,
        asks: ["ProbeSlow"],
        queries: [{ expr: byProbe(probed(took, others)), legend: LINE }],
      }),
    ],
  };
}
