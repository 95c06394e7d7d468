import type { ObservedExporter } from "../../lib/metrics/observed";
import { dovecotSeries } from "./series/dovecot";
import { postfixSeries } from "./series/postfix";

export const smtpExporter: ObservedExporter = {
  name: "mail-smtp",
  what: "Postfix, by postfix_exporter",
  component: "Mail",
  release: { program: "postfix_exporter", release: "0.20.4" },
  series: postfixSeries,
  // as its own chart labels the Service (Hsn723/postfix_exporter, charts/)
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "postfix-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9154,
};

export const imapExporter: ObservedExporter = {
  name: "mail-imap",
  what: "Dovecot, by its own service stats",
  component: "Mail",
  release: { program: "dovecot", release: "2.3.19" },
  series: dovecotSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "dovecot" }, port: "metrics" },
  isAskedWhereNamed: true,
  // of its documentation's example
  port: 9900,
};
