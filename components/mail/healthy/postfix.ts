import { counts, never, still, type Taking, taking } from "../../../lib/world/course";
import { by, each, healthy } from "../../../lib/world/healthy";
import { postfixSeries } from "../series/postfix";

const QUEUES = ["active", "deferred", "hold", "incoming", "maildrop"];
const STAGES = ["before_queue_manager", "queue_manager", "connection_setup", "transmission"];

const AGES = [10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8];
const SIZES = [1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const DELAYS = [0.001, 0.01, 0.1, 1, 10, 60, 3600, 86_400, 172_800];

/** Of what lies in a queue now, and nothing does. */
const empty = (typical: number, bounds: readonly number[]): Taking => ({ goes: "into buckets", count: never, typical, bounds });

/** Some 40 messages an hour each way, and the strangers that knock at every server. */
export const postfixHealthy = healthy(postfixSeries, () => {
  const queues = <Course extends object>(course: Course) => each(QUEUES, (queue) => ({ queue }), course);
  return {
    postfix_up: by("path", { "/var/log/mail.log": still(1), "unix:///var/spool/postfix/public/showq": still(1) }),
    postfix_showq_queue_depth: queues(still(0)),
    postfix_showq_message_age_seconds: queues(empty(60, AGES)),
    postfix_showq_message_size_bytes: queues(empty(20_000, SIZES)),

    postfix_smtpd_connects_total: counts(0.03),
    postfix_smtpd_connections_lost_total: by("after_stage", { CONNECT: counts(0.002), EHLO: counts(0.001) }),
    postfix_smtpd_messages_processed_total: by("sasl_method", { NONE: counts(0.01), PLAIN: counts(0.01) }),
    postfix_smtpd_messages_rejected_total: by("code", { "450": counts(0.001), "554": counts(0.002) }),
    postfix_smtpd_sasl_authentication_failures_total: counts(1 / 1800),
    postfix_smtpd_forward_confirmed_reverse_dns_errors_total: counts(1 / 900),
    postfix_smtpd_tls_connections_total: each(
      ["Anonymous"],
      (trust) => ({ trust, protocol: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", secret_bits: "256", algorithm_bits: "256" }),
      counts(0.025),
    ),

    postfix_cleanup_messages_processed_total: counts(0.022),
    postfix_cleanup_messages_rejected_total: counts(1 / 7200),
    postfix_cleanup_messages_not_accepted_total: never,
    postfix_qmgr_messages_inserted_size_bytes: taking(0.022, 20_000, { bounds: SIZES }),
    postfix_qmgr_messages_removed_total: counts(0.022),
    postfix_qmgr_messages_expired_total: never,

    postfix_smtp_messages_processed_total: by("status", { sent: counts(0.011), deferred: counts(1 / 7200), bounced: counts(1 / 86_400) }),
    // those that ask to come again
    postfix_smtp_deferred_messages_by_dsn_total: by("dsn", { "4.7.1": counts(1 / 7200) }),
    postfix_smtp_bounced_messages_by_dsn_total: by("dsn", { "5.1.1": counts(1 / 86_400) }),
    postfix_smtp_status_deferred: counts(1 / 7200),
    postfix_smtp_connection_timed_out_total: counts(1 / 43_200),
    postfix_smtp_delivery_delay_seconds: each(STAGES, (stage) => ({ stage }), taking(0.011, 0.15, { bounds: DELAYS })),
    postfix_bounce_non_delivery_notification_total: counts(1 / 86_400),
    postfix_virtual_delivered_total: counts(0.011),
    postfix_unsupported_log_entries_total: by("service", { master: counts(1 / 86_400), smtpd: counts(1 / 3600) }),
  };
});
