import { dovecotSeries } from "../../components/mail/series/dovecot";
import { postfixSeries } from "../../components/mail/series/postfix";
import { postfixDeliveryFailure } from "../../components/relay/detectors/postfix-delivery-failure";
import { relaySeries } from "../../components/relay/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, timeline } from "../../lib/dashboards/panel";
import { matches, matchesNot, not } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { componentPods } from "../shared/component-pods";
import { orNone, shareOf } from "../shared/share";

const {
  postfix_cleanup_messages_not_accepted_total: notTaken,
  postfix_cleanup_messages_rejected_total: filtered,
  postfix_qmgr_messages_expired_total: givenUp,
  postfix_showq_message_age_seconds: age,
  postfix_showq_queue_depth: depth,
  postfix_smtp_bounced_messages_by_dsn_total: bounced,
  postfix_smtp_deferred_messages_by_dsn_total: deferred,
  postfix_smtp_delivery_delay_seconds: delay,
  postfix_smtp_messages_processed_total: sent,
  postfix_smtpd_connects_total: connects,
  postfix_smtpd_messages_processed_total: taken,
  postfix_smtpd_messages_rejected_total: rejected,
  postfix_smtpd_sasl_authentication_failures_total: smtpFailures,
  postfix_smtpd_tls_connections_total: encrypted,
  postfix_up: read,
} = postfixSeries;
const {
  dovecot_auth_failures_total: imapFailures,
  dovecot_auth_success_total: logins,
  dovecot_imap_command_duration_seconds_total: commandTime,
  dovecot_imap_command_total: commands,
  dovecot_mail_delivery: delivery,
} = dovecotSeries;
const { relay_alerts_total: matched } = relaySeries;

/** The first bound above a quarter of an hour that the exporter has. */
const OLD_SECONDS = "1000";
type Queue = Parameters<typeof age.count>[0];
const old = (by: string, labels: Queue = {}) => {
  const lie = `sum by (${by}) (${age.count(labels)})`;
  return `clamp_min(${lie} - (sum by (${by}) (${age.bucket({ ...labels, le: OLD_SECONDS })}) or 0 * ${lie}), 0)`;
};
const failing = shareOf(
  `sum by (instance) (increase(${sent({ status: not("sent") })}[30m]))`,
  `sum by (instance) (increase(${sent()}[30m]))`,
);

export const svcMail = (site: Site): Dashboard =>
  dashboard({
    uid: "svc-mail",
    title: "Mail",
    folder: "Services",
    question: "Does mail come in, go out and reach its mailbox, and can people read it?",
    asker: "whoever waits for a message, or was told that mail stands still",
    areas: ["mail"],
    alerts: [postfixDeliveryFailure.alert],
    next: ["sec-sso", "probes-mail-dns", "relay", "k8s-namespace-pods"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Messages that wait",
            description:
              "In all queues but those held on purpose. Strangers' servers always keep some; many are one receiver, name resolution, or spam.",
            unit: "count",
            width: 4,
            queries: [{ expr: `max(sum by (instance) (${depth({ queue: not("hold") })}))` }],
            asks: ["MailDeferredMany"],
            hasTrend: true,
          }),
          stat({
            title: "Stuck before the first attempt",
            description:
              "Messages that nobody has tried to deliver for a quarter of an hour. Any is the queue manager, a filter, or name resolution.",
            unit: "count",
            width: 4,
            queries: [{ expr: orNone(`max(${old("instance", { queue: matches("active|incoming|maildrop") })})`) }],
            asks: ["MailQueueStuck"],
            hasTrend: true,
          }),
          stat({
            title: "Attempts that fail",
            description: "Share of half an hour's attempts to send. Half of them is our address on a list, or no way out.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: `max(${failing})` }],
            asks: ["MailDeliveryFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Put into mailboxes in an hour",
            description: "Messages. None while some come in is a way between the two servers that is cut, or a full quota.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${delivery.count()}[1h]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Logins to mailboxes in an hour",
            description: "Those that went well. Clients ask every few minutes: none is nobody who can read mail.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${logins()}[1h]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Failed logins in 15 minutes",
            description: "At either server. Hundreds are guesses: find the addresses in the log, and block them.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [
              { expr: `sum(increase(${smtpFailures()}[15m]))`, legend: "SMTP" },
              { expr: `sum(increase(${imapFailures()}[15m]))`, legend: "IMAP" },
            ],
            asks: ["MailLoginFailuresBurst"],
          }),
        ],
      },
      {
        title: "What goes out",
        panels: [
          graph({
            title: "Messages by queue",
            description: "Deferred ones are tried again for days. Active or incoming ones that stay are stuck here, not elsewhere.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (queue) (${depth()})`, legend: "{{queue}}" }],
          }),
          graph({
            title: "Messages older than a quarter of an hour",
            description: "By queue: deferred ones wait for others, all else waits for us.",
            unit: "count",
            min: 0,
            queries: [{ expr: old("queue"), legend: "{{queue}}" }],
          }),
          graph({
            title: "Attempts to send in an hour",
            description: "By how they ended. Bounced ones went back to whoever wrote them.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (status) (increase(${sent()}[1h]))`, legend: "{{status}}" }],
          }),
          graph({
            title: "Share of attempts that fail",
            description:
              "Over half an hour, by server. A step up is our address on a list of spammers, or a receiver of many that is down.",
            unit: "ratio",
            min: 0,
            max: 1,
            queries: [{ expr: failing, legend: "{{instance}}" }],
            asks: ["MailDeliveryFailing"],
          }),
          graph({
            title: "Time until nine of ten are delivered, by stage",
            description:
              "Long before the queue manager is our own filters; long in the connection is their server, or our name resolution.",
            unit: "seconds",
            min: 0,
            queries: [{ expr: `histogram_quantile(0.9, sum by (stage, le) (rate(${delay.bucket()}[1h])))`, legend: "{{stage}}" }],
          }),
          bars({
            title: "Why messages wait or came back, in a day",
            description:
              "By the status code of the other server: 4.7.x is its distrust of us, 4.4.x no way to it, 5.1.1 an address that is not there.",
            unit: "count",
            min: 0,
            queries: [
              { expr: `sort_desc(sum by (dsn) (increase(${deferred()}[1d])))`, legend: "{{dsn}} waits" },
              { expr: `sort_desc(sum by (dsn) (increase(${bounced()}[1d])))`, legend: "{{dsn}} came back" },
            ],
          }),
          graph({
            title: "Failures that the log told in an hour",
            description: "Matches of the relay for deliveries that failed. Each was an alert with the receiver and the reason.",
            unit: "count",
            min: 0,
            queries: [{ expr: orNone(`sum(increase(${matched({ alertname: postfixDeliveryFailure.alert })}[1h]))`), legend: "told" }],
          }),
        ],
      },
      {
        title: "What comes in",
        panels: [
          graph({
            title: "Messages taken in an hour",
            description:
              "Without a login (NONE) from others' servers, with one from your own people. The second many times the usual is a stolen password that sends spam.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (sasl_method) (increase(${taken()}[1h]))`, legend: "{{sasl_method}}" }],
          }),
          graph({
            title: "Connections, and how many are encrypted",
            description: "In an hour. None is port 25 that is closed on the way; none encrypted is a certificate that does not load.",
            unit: "count",
            min: 0,
            queries: [
              { expr: `sum(increase(${connects()}[1h]))`, legend: "all" },
              { expr: `sum(increase(${encrypted()}[1h]))`, legend: "encrypted" },
            ],
          }),
          graph({
            title: "Refused and given up in an hour",
            description: "At the door, by the filters, not queued, which is a full disk, and after days of attempts.",
            unit: "count",
            min: 0,
            queries: [
              { expr: `sum by (code) (increase(${rejected()}[1h]))`, legend: "at the door, {{code}}" },
              { expr: `sum(increase(${filtered()}[1h]))`, legend: "by the filters" },
              { expr: `sum(increase(${notTaken()}[1h]))`, legend: "not queued" },
              { expr: `sum(increase(${givenUp()}[1h]))`, legend: "given up" },
            ],
          }),
          timeline({
            title: "Does the server show its queue and its log?",
            description:
              "As its exporter reads them. Without the queue the server is down; without the log most of this page stands still.",
            unit: "flag",
            width: 12,
            queries: [
              { expr: `min by (instance) (${read({ path: matches("unix:.*|tcp:.*") })})`, legend: "{{instance}} queue" },
              { expr: `min by (instance) (${read({ path: matchesNot("unix:.*|tcp:.*") })})`, legend: "{{instance}} log" },
            ],
            means: { 0: { text: "can't be read", color: "red" }, 1: { text: "read", color: "green" } },
          }),
        ],
      },
      {
        title: "Mailboxes",
        panels: [
          graph({
            title: "Logins in an hour",
            description: "Failures and no success is the user database behind: directory, password file, or their network.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum(increase(${logins()}[1h]))`, legend: "went well" },
              { expr: `sum(increase(${imapFailures()}[1h]))`, legend: "failed" },
            ],
          }),
          graph({
            title: "Time of an IMAP command",
            description: "Mean by command. All at once is the disk; searches alone are large mailboxes without an index.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (cmd_name) (rate(${commandTime()}[30m])) / sum by (cmd_name) (rate(${commands()}[30m]))`,
                legend: "{{cmd_name}}",
              },
            ],
          }),
          graph({
            title: "Time of a delivery into a mailbox",
            description: "Within which nine of ten and half of them are done. Seconds are a disk that is slow.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [
              { expr: `histogram_quantile(0.9, sum by (le) (rate(${delivery.bucket()}[30m])))`, legend: "nine of ten" },
              { expr: `histogram_quantile(0.5, sum by (le) (rate(${delivery.bucket()}[30m])))`, legend: "half" },
            ],
          }),
        ],
      },
      ...componentPods(site, "Mail"),
    ],
  });
