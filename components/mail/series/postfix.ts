import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

/**
 * What postfix_exporter reads from Postfix's log and its queue (showq); seen on a running postfix_exporter 0.20.4 with Postfix 3.7.11.
 * Where it reads the log of a container, its series carry that pod besides. The queues are active, deferred, hold, incoming, maildrop.
 */
export const postfixSeries = declareSeries({
  postfix_up: gauge("flag", "Whether the log and the queue (`path`) could be read.", "path"),
  postfix_showq_queue_depth: gauge("count", "Messages in a queue.", "queue"),
  postfix_showq_message_age_seconds: histogram("seconds", "Age of the messages in a queue.", "queue"),
  postfix_showq_message_size_bytes: histogram("bytes", "Size of the messages in a queue.", "queue"),

  postfix_smtpd_connects_total: counter("count", "Connections from outside."),
  postfix_smtpd_connections_lost_total: counter("count", "Connections that broke, by what came last.", "after_stage"),
  postfix_smtpd_messages_processed_total: counter("count", "Messages taken in; `sasl_method` is NONE without a login.", "sasl_method"),
  postfix_smtpd_messages_rejected_total: counter("count", "Messages refused at the door, by the code of the answer.", "code"),
  postfix_smtpd_sasl_authentication_failures_total: counter("count", "Logins that failed."),
  postfix_smtpd_forward_confirmed_reverse_dns_errors_total: counter("count", "Clients whose name does not lead back to them."),
  postfix_smtpd_tls_connections_total: counter(
    "count",
    "Connections from outside over TLS.",
    "trust",
    "protocol",
    "cipher",
    "secret_bits",
    "algorithm_bits",
  ),

  postfix_cleanup_messages_processed_total: counter("count", "Messages put into the queue."),
  postfix_cleanup_messages_rejected_total: counter("count", "Messages that the filters refused."),
  postfix_cleanup_messages_not_accepted_total: counter("count", "Messages that could not be put into the queue."),
  postfix_qmgr_messages_inserted_size_bytes: histogram("bytes", "Size of the messages that became active."),
  postfix_qmgr_messages_removed_total: counter("count", "Messages that left the queue."),
  postfix_qmgr_messages_expired_total: counter("count", "Messages given up because nobody took them in time."),

  postfix_smtp_messages_processed_total: counter("count", "Attempts to send, by how they ended: sent, deferred, bounced.", "status"),
  postfix_smtp_deferred_messages_by_dsn_total: counter("count", "Attempts that will be repeated, by the status code.", "dsn"),
  postfix_smtp_bounced_messages_by_dsn_total: counter("count", "Messages that went back, by the status code.", "dsn"),
  postfix_smtp_status_deferred: counter("count", "Attempts that will be repeated."),
  postfix_smtp_connection_timed_out_total: counter("count", "Servers that did not answer."),
  // `stage` is empty, which is none, where the release reads lines of a delivery that failed before its first stage
  postfix_smtp_delivery_delay_seconds: histogram("seconds", "Time that a delivery took, by stage.", "stage?"),
  postfix_bounce_non_delivery_notification_total: counter("count", "Notices of non-delivery sent."),
  postfix_virtual_delivered_total: counter("count", "Messages put into a mailbox."),
  postfix_unsupported_log_entries_total: counter("count", "Lines of the log that the exporter did not understand.", "service", "level?"),
});
