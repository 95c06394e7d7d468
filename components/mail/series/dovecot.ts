import { counter, declareSeries, histogram, info } from "../../../lib/series";

/**
 * What Dovecot's own OpenMetrics gives (its service stats, inet_listener http), with the metrics of its documentation's example: their
 * names are the site's own to choose. Seen on a running Dovecot 2.3.19.
 */
export const dovecotSeries = declareSeries({
  dovecot_build_info: info("The version.", "version", "revision"),
  dovecot_auth_success_total: counter("count", "Logins that went well."),
  dovecot_auth_failures_total: counter("count", "Logins that failed."),
  dovecot_auth_success_duration_seconds_total: counter("seconds", "Time that the logins which went well took."),
  // a command's sum over all answers stands beside its parts, without the second label
  dovecot_imap_command_total: counter(
    "count",
    "IMAP commands, each by itself and with how it was answered.",
    "cmd_name",
    "tagged_reply_state?",
  ),
  dovecot_imap_command_duration_seconds_total: counter(
    "seconds",
    "Time of IMAP commands, each by itself and with how it was answered.",
    "cmd_name",
    "tagged_reply_state?",
  ),
  dovecot_mail_delivery: histogram("seconds", "Deliveries into mailboxes by their time."),
});
