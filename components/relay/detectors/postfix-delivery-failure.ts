import { minutes } from "../../../lib/duration";
import { detector } from "../../../lib/logs/detector";

export const postfixDeliveryFailure = detector({
  alert: "PostfixDeliveryFailure",
  flow: "postfix",
  signal: "postfix_delivery",
  lines: [/status=bounced/, /status=deferred/, /loops back/, /Connection refused/],
  scope: {
    component: "Mail",
    // A pod of the workload `mail`: stateful (mail-0), of a Deployment (mail-7d9c6b5f4-x2k8p) or bare. Not
    // webmail-… or spamfilter-…, and not mail-something-…: the hash of a Deployment holds no word.
    pod: "mail(?:-[0-9]{1,4}|-[0-9a-f]{6,10}-[0-9a-z]{5})?",
  },
  pods: {
    fires: ["mail", "mail-0", "mail-7d9c6b5f4-x2k8p"],
    silent: ["webmail-0", "mail-relay-0", "mail-exporter-7d9c6b5f4-x2k8p", "spamfilter-5b7c9d8f6-h2j4k"],
  },
  severity: "warning",
  window: minutes(5),
  summary: "Mail is not delivered",
  description:
    "Postfix bounced or deferred a message, or a service it needs refuses connections. Look at the queue (postqueue -p) and at the reason in the line.",
  fires: [
    "Aug 20 10:13:00 mail postfix/smtp[811]: 4VxQ2k1Zbz9: to=<user1@example.net>, relay=none, delay=0.42, dsn=4.4.1, status=deferred (connect to mx.example.net[203.0.113.25]:25: Connection refused)",
    "Aug 20 10:13:00 mail postfix/smtp[811]: 4VxQ2k1Zbz7: to=<user3@example.net>, dsn=4.2.0, status=deferred (host mx2.example.net[198.51.100.26] said: 450 4.2.0 Greylisted)",
    "Aug 20 10:13:01 mail postfix/smtp[811]: 4VxQ2k1Zbz8: to=<user2@example.net>, dsn=5.1.1, status=bounced (host mx1.example.net[198.51.100.25] said: 550 5.1.1 User unknown)",
    "Aug 20 10:13:06 mail postfix/smtp[901]: warning: host mx.example.org[192.0.2.10]:25 greeted me with my own hostname; mail for example.org loops back to myself",
    "Aug 20 10:13:13 mail dovecot: auth: Error: net_connect(10.42.0.40:5432) failed: Connection refused",
  ],
  silent: [
    "Aug 20 10:14:00 mail postfix/smtp[811]: 4VxQ2k1Zby8: to=<user1@example.net>, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as 9A1B2C)",
    "Aug 20 10:14:00 mail postfix/qmgr[99]: 4VxQ2k1Zby5: from=<u@example.org>, status=expired, returned to sender",
    "Aug 20 10:14:00 mail postfix/smtpd[100]: NOQUEUE: reject: RCPT from unknown[198.51.100.9]: 554 5.7.1 Relay access denied",
    "Aug 20 10:14:00 mail postfix/smtp[811]: 4VxQ2k1Zby2: to=<u@example.net>, dsn=2.1.5, status=deliverable (250 2.1.5 Ok)",
  ],
});
