import { keycloakSeries } from "../../components/identity/series/keycloak";
import { ingressNginxSeries } from "../../components/ingress/series";
import { honeypotTriedFromInside } from "../../components/log-router/alerts/outside";
import { sshServerAttacked } from "../../components/log-router/alerts/programs";
import { honeypot } from "../../components/log-router/streams/honeypot/stream";
import { dovecotSeries } from "../../components/mail/series/dovecot";
import { postfixSeries } from "../../components/mail/series/postfix";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, logs, stat, text } from "../../lib/dashboards/panel";
import { all, any } from "../../lib/log-store/condition";
import { not } from "../../lib/series";
import { countedBy, recordsOf } from "../shared/records";
import { seenStream, storedWithin } from "../shared/seen-stream";
import { orNone } from "../shared/share";

const { dovecot_auth_failures_total: imapFailures } = dovecotSeries;
const { keycloak_user_events_total: events } = keycloakSeries;
const { nginx_ingress_controller_requests: requests } = ingressNginxSeries;
const {
  postfix_smtpd_connects_total: smtpConnects,
  postfix_smtpd_messages_rejected_total: smtpRejected,
  postfix_smtpd_sasl_authentication_failures_total: smtpFailures,
} = postfixSeries;

const hourly = (series: string): string => orNone(`sum(increase(${series}[1h]))`);

export const secHoneypot = dashboard({
  uid: "sec-honeypot",
  title: "Honeypot",
  folder: "Security",
  question: "Who tries the honeypot, is one of them inside, and do they try the real doors as well?",
  asker: "whoever was told that a device of the own network tries it, or wonders what strangers want this week",
  alerts: [honeypotTriedFromInside.name, sshServerAttacked.name],
  next: ["sec-audit", "sec-ingress", "sec-waf"],
  shows: "24h",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Records in the last hour",
          description: "Of whatever strangers did there. Nought for a day is a honeypot that nobody reaches, or whose log does not come.",
          unit: "count",
          decimals: 0,
          width: 6,
          queries: [{ expr: storedWithin(honeypot, "1h") }],
          hasTrend: true,
        }),
        stat({
          title: "Records in the last day",
          description: "What is usual depends on the address; only a change says something.",
          unit: "count",
          decimals: 0,
          width: 6,
          queries: [{ expr: storedWithin(honeypot, "1d") }],
        }),
        stat({
          title: "The last hour against the last day",
          description: "1 is as usual. Much more is one stranger who tries many passwords; much less is a door that closed.",
          unit: "ratio",
          width: 6,
          queries: [{ expr: `24 * (${storedWithin(honeypot, "1h")}) / clamp_min((${storedWithin(honeypot, "1d")}), 1)` }],
        }),
        stat({
          title: "Failed logins at the real doors in an hour",
          description: "At SMTP and IMAP, which strangers reach as well. A climb together with the honeypot's is the same wave.",
          unit: "count",
          decimals: 0,
          width: 6,
          queries: [
            { expr: hourly(smtpFailures()), legend: "SMTP" },
            { expr: hourly(imapFailures()), legend: "IMAP" },
          ],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "From inside",
      panels: [
        logs({
          title: "Devices of the own network that tried it",
          description: "Any line is a device to take off the network: nobody has a reason to. What it does there it does elsewhere too.",
          view: countedBy(honeypotTriedFromInside, "event", "protocol", "destination_port", "username", "command"),
        }),
      ],
    },
    {
      title: "What strangers want",
      panels: [
        logs({
          title: "Names and passwords that were tried",
          description: "A name or a password of yours among them is known outside: change it today.",
          width: 12,
          view: recordsOf(honeypot, {
            what: "the logins that were tried",
            where: ({ username, password }) => any(username.isThere(), password.isThere()),
            shows: ["client_ip", "protocol", "event", "username", "password"],
          }),
        }),
        logs({
          title: "What was typed and fetched",
          description:
            "Commands and addresses of those that got in. An address that is fetched belongs into the list of what your network may not ask for.",
          width: 12,
          view: recordsOf(honeypot, {
            what: "what those did that the honeypot let in",
            where: ({ command, url }) => any(command.isThere(), url.isThere()),
            shows: ["client_ip", "session", "command", "url"],
          }),
        }),
        logs({
          title: "Ports that were touched",
          description: "Connections with who made them. The same address on many ports is one that scans all of yours.",
          width: 12,
          view: recordsOf(honeypot, {
            what: "which doors of the honeypot were tried",
            where: ({ destination_port, client_ip }) => all(destination_port.isThere(), client_ip.isThere()),
            shows: ["client_ip", "destination_port", "protocol", "sensor", "event"],
          }),
        }),
        logs({
          title: "What SSH servers of nodes were sent",
          description:
            "Lines that no usual client causes. A stranger who tries this at the real door tries a known fault: update, and close the port to where he comes from.",
          width: 12,
          view: countedBy(sshServerAttacked, "log"),
        }),
      ],
    },
    {
      title: "The real doors",
      panels: [
        graph({
          title: "Failed logins in an hour",
          description: "At each door that strangers reach. One that climbs alone has somebody's list of names.",
          unit: "count",
          min: 0,
          queries: [
            { expr: hourly(smtpFailures()), legend: "SMTP" },
            { expr: hourly(imapFailures()), legend: "IMAP" },
            { expr: hourly(events({ event: "login", error: not("") })), legend: "single sign-on" },
            { expr: hourly(requests({ status: "401" })), legend: "ingress" },
          ],
        }),
        graph({
          title: "Strangers at the mail server",
          description:
            "Connections and refused messages in an hour. Many connections and nothing refused is a scan; many refused is spam, or somebody who wants to send through you.",
          unit: "count",
          min: 0,
          queries: [
            { expr: hourly(smtpConnects()), legend: "connections" },
            { expr: hourly(smtpRejected()), legend: "refused messages" },
          ],
        }),
      ],
    },
    seenStream(honeypot),
    {
      title: "What is not seen",
      panels: [
        text({
          title: "What this page can't answer",
          description: "Where its numbers end.",
          height: 5,
          markdown:
            "The honeypot gives no numbers of itself: **all that is known of it are its records**, counted where they pass the log router. Who tried and what stands in the records alone, which the log store keeps. An alert on them is made there and goes straight to the alert manager, so that the timeline below does not show it.",
        }),
      ],
    },
  ],
});
