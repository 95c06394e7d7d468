import type { ObservedExporter } from "../../lib/metrics/observed";
import { dovecotSeries } from "./series/dovecot";
import { postfixSeries } from "./series/postfix";

export const smtpExporter: ObservedExporter = {
  name: "mail-smtp",
  what: "Postfix, by postfix_exporter",
  release: { chart: "postfix_exporter", release: "0.20.4" },
  series: postfixSeries,
  // as its own chart labels the Service (Hsn723/postfix_exporter, charts/)
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "postfix-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9154,
  // its lines' `service`, and the pod whose log it reads
  ask: { honorLabels: true },
};

export const imapExporter: ObservedExporter = {
  name: "mail-imap",
  what: "Dovecot, by its own service stats",
  release: { chart: "dovecot", release: "2.3.19" },
  series: dovecotSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "dovecot" }, port: "metrics" },
  isAskedWhereNamed: true,
  // of its documentation's example
  port: 9900,
};
