import { dovecotSeries } from "../components/mail/series/dovecot";
import { postfixSeries } from "../components/mail/series/postfix";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { type Condition, matches, matchesNot, not } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";
import { fallenSilent } from "./fallen-silent";
import { type Steps, stepping } from "./proof-counter";
import { ofWhole, shareOfCounts } from "./share-of-counts";

/** What else `path` names is a log. */
const QUEUE = "unix:.*|tcp:.*";
/** A message that waits at all is tried within seconds; one may be large, or its receiver slow. */
const STUCK_MESSAGES = 10;
/** Bound of the exporter's own, 17 minutes. */
const STUCK_SECONDS = "1000";
/** Strangers' servers always keep some waiting; more are ours, or somebody sends through us. */
const DEFERRED_MESSAGES = 50;
/** Most messages arrive at the first attempt. */
const FAILING_SHARE = 0.5;
/** Attempts in half an hour: of fewer, one receiver alone may be half. */
const LEAST_ATTEMPTS = 10;
/** In a quarter of an hour: one every three seconds, which no forgotten password makes. */
const LOGIN_FAILURES = 300;
/** Per second: one every two minutes, so that an hour without one is no chance. */
const USUAL = 0.01;
/** In half an hour: clients try again and again when their password is refused. */
const REFUSED_LOGINS = 10;
/** In an hour, without one over TLS: every other server offers to encrypt. */
const PLAIN_CONNECTIONS = 20;
/** Per second: ten messages in an hour. */
const USUAL_DELIVERIES = 0.003;
/** From outside in two hours, so that something had to arrive. */
const MESSAGES_TAKEN = 10;

/** The SMTP server as its log and its queue show it, the IMAP server as it tells itself. Webmail is judged where the ingress sees it. */
export function mail({ job: smtpJob }: Scraped, { job: imapJob }: Scraped): RuleBundle {
  const [smtp, imap] = [{ job: smtpJob }, { job: imapJob }];
  const {
    postfix_showq_message_age_seconds: age,
    postfix_showq_queue_depth: depth,
    postfix_smtp_messages_processed_total: sent,
    postfix_smtpd_connects_total: connects,
    postfix_smtpd_messages_processed_total: taken,
    postfix_smtpd_sasl_authentication_failures_total: smtpFailures,
    postfix_smtpd_tls_connections_total: encrypted,
    postfix_up: read,
  } = postfixSeries;
  const { dovecot_auth_failures_total: imapFailures, dovecot_auth_success_total: logins, dovecot_mail_delivery: delivery } = dovecotSeries;

  // proofs: one server of each kind
  const [atSmtp, atImap] = [
    { ...smtp, instance: "10.42.1.31:9154" },
    { ...imap, instance: "10.42.1.32:9900" },
  ];
  const reads = (queue: string, log: string) => ({
    [read({ ...atSmtp, path: "unix:///var/spool/postfix/public/showq" })]: queue,
    [read({ ...atSmtp, path: "/var/log/mail.log" })]: log,
  });
  const lie = (messages: number, young: number, queue = "active") => ({
    [age.count({ ...atSmtp, queue })]: `${messages}x60`,
    [age.bucket({ ...atSmtp, queue, le: "100" })]: "0x60",
    [age.bucket({ ...atSmtp, queue, le: STUCK_SECONDS })]: `${young}x60`,
    [age.bucket({ ...atSmtp, queue, le: "+Inf" })]: `${messages}x60`,
  });
  const waits = (messages: number, queue = "deferred") => ({ [depth({ ...atSmtp, queue })]: `${messages}x60` });
  const waiting: Condition = matches("active|incoming|maildrop");
  const fails = (counter: string) => ({ [smtpFailures(atSmtp)]: counter, [imapFailures(atImap)]: "0x200" });
  const guesses = (perWindow: number): Steps => [
    [31, 0],
    [60, perWindow / 15],
  ];
  const over = { trust: "Anonymous", protocol: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", secret_bits: "256", algorithm_bits: "256" };
  const hourly = (count: number) => stepping([[4 * 1440, count / 60]]);

  const encryptedNone = fallenSilent({
    by: "job",
    counts: encrypted(smtp),
    quiet: hours(1),
    usual: USUAL,
    and: `on (job) sum by (job) (increase(${connects(smtp)}[1h])) > ${PLAIN_CONNECTIONS}`,
    given: (counter) => ({ [encrypted({ ...atSmtp, ...over })]: counter, [connects(atSmtp)]: hourly(1.05 * PLAIN_CONNECTIONS) }),
  });
  const [lostTls] = encryptedNone.fires;
  const loginsNone = fallenSilent({
    by: "job",
    counts: logins(imap),
    quiet: minutes(30),
    usual: USUAL,
    and: `on (job) sum by (job) (increase(${imapFailures(imap)}[30m])) > ${REFUSED_LOGINS}`,
    given: (counter) => ({ [logins(atImap)]: counter, [imapFailures(atImap)]: hourly(2 * 1.05 * REFUSED_LOGINS) }),
  });
  const [refused] = loginsNone.fires;
  const deliveredNone = fallenSilent({
    by: "job",
    counts: delivery.count(imap),
    quiet: hours(2),
    usual: USUAL_DELIVERIES,
    and: `on () sum(increase(${taken({ ...smtp, sasl_method: "NONE" })}[2h])) > ${MESSAGES_TAKEN}`,
    given: (counter) => ({
      [delivery.count(atImap)]: counter,
      [taken({ ...atSmtp, sasl_method: "NONE" })]: hourly((1.05 * MESSAGES_TAKEN) / 2),
      [taken({ ...atSmtp, sasl_method: "PLAIN" })]: hourly(20),
    }),
  });
  const [undelivered] = deliveredNone.fires;

  return area("mail", { component: "Mail", severity: "warning", ...COMES_AND_GOES }, [
    exporterDown("SmtpExporterDown", smtp, {
      severity: "warning",
      summary: "Nobody watches the SMTP server: its exporter is down",
      description: "Neither queue nor deliveries are seen. Look whether the server itself answers on port 25, then at the exporter.",
    }),
    alert("SmtpServerDown", {
      expr: `max by (instance) (${read({ ...smtp, path: matches(QUEUE) })}) == 0`,
      for: minutes(3),
      severity: "critical",
      summary: "The SMTP server at {{ $labels.instance }} does not show its queue",
      description: "It is down or hangs: mail is neither taken in nor sent. Look at its master process and its log.",
      inhibits: [{ alerts: ["SmtpSilent", "SmtpTlsLost"] }],
      fires: reads("0x60", "1x60"),
      silent: [reads("1x60", "0x60"), reads("0x1 1 0x60", "1x60")],
    }),
    alert("SmtpLogUnread", {
      expr: `max by (instance) (${read({ ...smtp, path: matchesNot(QUEUE) })}) == 0`,
      for: minutes(10),
      summary: "The SMTP exporter at {{ $labels.instance }} can't read the mail log",
      description: "What is sent, refused or deferred is not counted. Look at the log's path, its rights and its rotation.",
      inhibits: [{ alerts: ["SmtpSilent", "SmtpTlsLost"] }],
      fires: reads("1x60", "0x60"),
      silent: [reads("0x60", "1x60"), reads("1x60", "0x8 1 0x60")],
    }),
    alert("MailQueueStuck", {
      expr: [
        `sum by (instance) (${age.count({ ...smtp, queue: waiting })})`,
        `- sum by (instance) (${age.bucket({ ...smtp, queue: waiting, le: STUCK_SECONDS })}) >= ${STUCK_MESSAGES}`,
      ].join("\n"),
      for: minutes(10),
      severity: "critical",
      summary: "Mail stands still in the queue of {{ $labels.instance }}",
      description:
        "{{ $value | humanize }} messages wait for their first attempt. Look at the queue manager, the filters and name resolution.",
      fires: [lie(STUCK_MESSAGES, 0), lie(STUCK_MESSAGES + 3, 3, "incoming")],
      silent: [lie(STUCK_MESSAGES - 1, 0), lie(40, 40), lie(40, 0, "deferred")],
    }),
    alert("MailDeferredMany", {
      expr: `sum by (instance) (${depth({ ...smtp, queue: not("hold") })}) > ${DEFERRED_MESSAGES}`,
      for: minutes(15),
      summary: "Many messages wait to be sent again at {{ $labels.instance }}",
      description:
        "{{ $value | humanize }} are deferred. Look at the reasons in the queue's listing: one receiver, name resolution, or spam.",
      fires: waits(1.04 * DEFERRED_MESSAGES),
      silent: [waits(DEFERRED_MESSAGES), waits(0.96 * DEFERRED_MESSAGES), waits(200, "hold")],
    }),
    alert("MailDeliveryFailing", {
      ...shareOfCounts({
        by: "instance",
        part: sent({ ...smtp, status: not("sent") }),
        whole: sent(smtp),
        window: minutes(30),
        share: FAILING_SHARE,
        least: LEAST_ATTEMPTS,
        for: minutes(15),
        given: ofWhole(sent({ ...atSmtp, status: "deferred" }), sent({ ...atSmtp, status: "sent" })),
      }),
      summary: "{{ $labels.instance }} does not get its mail delivered",
      description:
        "{{ $value | humanize }} of the attempts fail (1 is all). The log says what the other servers answer, and whether they do.",
    }),
    alert("MailLoginFailuresBurst", {
      expr: [
        `sum by (job) (increase(${smtpFailures(smtp)}[15m])) > ${LOGIN_FAILURES}`,
        `or sum by (job) (increase(${imapFailures(imap)}[15m])) > ${LOGIN_FAILURES}`,
      ].join("\n"),
      keepFiringFor: minutes(30),
      summary: "Many logins fail at {{ $labels.job }}",
      description:
        "{{ $value | humanize }} in a quarter of an hour: somebody guesses passwords. Find the addresses in the log and block them.",
      fires: [
        after(minutes(31 + 15), fails(stepping(guesses(1.05 * LOGIN_FAILURES)))),
        after(minutes(31 + 15), { [imapFailures(atImap)]: stepping(guesses(1.05 * LOGIN_FAILURES)) }),
      ],
      // late enough for a range that is twice as long
      silent: [
        after(minutes(31 + 31), fails(stepping(guesses(0.95 * LOGIN_FAILURES)))),
        after(minutes(31 + 31), { [imapFailures(atImap)]: stepping(guesses(0.95 * LOGIN_FAILURES)) }),
      ],
    }),
    alert("SmtpSilent", {
      ...fallenSilent({
        by: "job",
        counts: connects(smtp),
        quiet: hours(1),
        usual: USUAL,
        given: (counter) => ({ [connects(atSmtp)]: counter }),
      }),
      summary: "Nobody connects to the SMTP server any more",
      description:
        "Not one connection in an hour, of which there were many. Look at port 25 from outside: forwarding, firewall, MX record.",
      inhibits: [{ alerts: ["SmtpTlsLost"] }],
    }),
    alert("SmtpTlsLost", {
      ...encryptedNone,
      summary: "No connection to the SMTP server is encrypted any more",
      description: "Connections go on without TLS for an hour. Look at the server's certificate and key: are they there, readable, a pair?",
      silent: [...encryptedNone.silent, after(lostTls.after, { ...lostTls.series, [connects(atSmtp)]: hourly(0.95 * PLAIN_CONNECTIONS) })],
    }),
    exporterDown("ImapServerDown", imap, {
      severity: "critical",
      summary: "The IMAP server is down, or tells nothing of itself",
      description: "Nobody can read mail. Look at its process, its log and its disk.",
    }),
    alert("ImapLoginsFailing", {
      ...loginsNone,
      severity: "critical",
      summary: "Nobody can log in to the mailboxes",
      description:
        "Logins fail for half an hour and none goes well. Look at the user database behind: directory, password file, its network.",
      silent: [
        ...loginsNone.silent,
        after(refused.after, { ...refused.series, [imapFailures(atImap)]: hourly(2 * 0.95 * REFUSED_LOGINS) }),
      ],
      inhibits: [{ alerts: ["ImapSilent"] }],
    }),
    alert("ImapSilent", {
      ...fallenSilent({
        by: "job",
        counts: logins(imap),
        quiet: hours(2),
        usual: USUAL,
        given: (counter) => ({ [logins(atImap)]: counter }),
      }),
      summary: "Nobody logs in to the mailboxes any more",
      description: "Not one login in two hours, of which there were many. Connect from outside: port, certificate, name.",
    }),
    alert("MailboxesGetNothing", {
      ...deliveredNone,
      severity: "critical",
      summary: "Mail is taken in and reaches no mailbox",
      description:
        "Nothing was put into a mailbox for two hours, and messages came. Look at the way between the two servers, and the quota.",
      silent: [
        ...deliveredNone.silent,
        after(undelivered.after, {
          ...undelivered.series,
          [taken({ ...atSmtp, sasl_method: "NONE" })]: hourly((0.95 * MESSAGES_TAKEN) / 2),
        }),
      ],
    }),
  ]);
}
