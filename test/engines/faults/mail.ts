import { dovecotSeries as dovecot } from "../../../components/mail/series/dovecot";
import { postfixSeries as postfix } from "../../../components/mail/series/postfix";
import { minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import {
  becomes,
  type Change,
  countsFaster,
  freezes,
  goes,
  later,
  moves,
  passing,
  targetFails,
  targets,
  together,
} from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("Mail");

const { postfix_showq_message_age_seconds: age, postfix_showq_queue_depth: depth } = postfix;

const nobodyConnects: Change = together(
  freezes(postfix.postfix_smtpd_connects_total()),
  freezes(postfix.postfix_smtpd_tls_connections_total()),
  freezes(postfix.postfix_smtpd_messages_processed_total()),
);
const nothingIsLogged: Change = together(
  nobodyConnects,
  freezes(postfix.postfix_smtp_messages_processed_total()),
  freezes(postfix.postfix_cleanup_messages_processed_total()),
);
const nothingIsDelivered: Change = together(
  freezes(dovecot.dovecot_mail_delivery.count()),
  freezes(dovecot.dovecot_mail_delivery.sum()),
  freezes(dovecot.dovecot_mail_delivery.bucket()),
);
/** Messages that lie in a queue for longer than its second to last bound says. */
const pileUp = (queue: string, messages: number) =>
  together(
    moves(depth({ queue }), messages, minutes(30)),
    later(
      minutes(17),
      together(
        moves(age.count({ queue }), messages, minutes(30)),
        moves(age.bucket({ queue, le: matches("10000|100000|1e.*|[+]Inf") }), messages, minutes(30)),
      ),
    ),
  );

export const mailFaults: Faults = () => [
  {
    title: "the SMTP server did not come up after a change of its configuration",
    change: together(
      becomes(postfix.postfix_up({ path: matches("unix:.*") }), 0),
      goes(depth()),
      goes(age.count()),
      goes(age.bucket()),
      nothingIsLogged,
    ),
    expect: of("SmtpServerDown", "critical", 4),
  },
  {
    title: "the exporter of the SMTP server has ended",
    change: targetFails(targets({ job: "mail-smtp" })),
    expect: of("SmtpExporterDown", "warning", 6),
  },
  {
    title: "the mail log belongs to another user after its rotation",
    change: together(becomes(postfix.postfix_up({ path: matches("/.*") }), 0), nothingIsLogged),
    expect: of("SmtpLogUnread", "warning", 11),
  },
  {
    title: "the spam filter hangs, and mail that comes in is not passed on",
    change: together(pileUp("incoming", 40), nothingIsDelivered),
    expect: of("MailQueueStuck", "critical", 40),
  },
  {
    title: "the provider closed port 25 outwards",
    change: together(
      freezes(postfix.postfix_smtp_messages_processed_total({ status: "sent" })),
      countsFaster(postfix.postfix_smtp_messages_processed_total({ status: "deferred" }), 0.05),
      countsFaster(postfix.postfix_smtp_connection_timed_out_total(), 0.05),
      moves(depth({ queue: "deferred" }), 80, minutes(60)),
    ),
    expect: [of("MailDeliveryFailing", "warning", 32), of("MailDeferredMany", "warning", 55)],
  },
  {
    title: "a filter is slow, and what is to be sent waits in the queue for minutes",
    change: moves(depth({ queue: "active" }), 300, minutes(30)),
    expect: of("MailDeferredMany", "warning", 25),
  },
  {
    title: "a newsletter is sent, and is gone after ten minutes",
    change: passing(minutes(10), becomes(depth({ queue: "active" }), 400)),
    expect: { nothingFor: minutes(60) },
  },
  {
    title: "a message to a domain that does not exist waits for days",
    change: together(
      becomes(depth({ queue: "deferred" }), 1),
      becomes(age.count({ queue: "deferred" }), 1),
      countsFaster(postfix.postfix_smtp_messages_processed_total({ status: "deferred" }), 1 / 1800),
    ),
    expect: { nothingFor: minutes(120) },
  },
  {
    title: "somebody guesses passwords of mailboxes",
    change: together(
      countsFaster(postfix.postfix_smtpd_sasl_authentication_failures_total(), 0.5),
      countsFaster(dovecot.dovecot_auth_failures_total(), 0.5),
    ),
    expect: { ...of("MailLoginFailuresBurst", "warning", 12), never: ["ImapLoginsFailing"] },
  },
  {
    title: "port 25 is not forwarded any more",
    change: nobodyConnects,
    expect: { ...of("SmtpSilent", "warning", 62), never: ["SmtpTlsLost"] },
  },
  {
    title: "the SMTP server's certificate can't be loaded",
    change: freezes(postfix.postfix_smtpd_tls_connections_total()),
    expect: of("SmtpTlsLost", "warning", 62),
  },
  {
    title: "the IMAP server does not start",
    change: targetFails(targets({ job: "mail-imap" })),
    expect: of("ImapServerDown", "critical", 6),
  },
  {
    title: "the IMAP server does not reach the directory, and people try again",
    change: together(freezes(dovecot.dovecot_auth_success_total()), countsFaster(dovecot.dovecot_auth_failures_total(), 0.02)),
    expect: of("ImapLoginsFailing", "critical", 32),
  },
  {
    title: "the name of the IMAP server leads elsewhere",
    change: together(freezes(dovecot.dovecot_auth_success_total()), freezes(dovecot.dovecot_auth_failures_total())),
    expect: of("ImapSilent", "warning", 125),
  },
  {
    title: "the SMTP server does not get its mail into the mailboxes",
    change: together(nothingIsDelivered, moves(depth({ queue: "deferred" }), 60, minutes(180))),
    expect: of("MailboxesGetNothing", "critical", 123),
  },
];
