import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE, plainSiteWith } from "../plain-site";

const LINES = PLAIN_SITE.split("\n").length;
/** The mistakes of a site with these lines behind it, and `push:` in line 0. */
const found = (...lines: string[]) =>
  mistakesOf(`${PLAIN_SITE}${lines.join("\n")}\n`).map((mistake) => mistake.replace(/^\d+/, (line) => String(Number(line) - LINES)));
const pushOf = (...lines: string[]) => parseSite(`${PLAIN_SITE}${lines.join("\n")}\n`, "site.yaml").push;

const ntfy = (url: string, addresses?: string) =>
  found("push:", "  ntfy:", `    url: ${url}`, ...(addresses === undefined ? [] : [`    addresses: ${addresses}`]));
const MAIL = { smarthost: "mail.example.org:587", from: "belfry@example.org", to: "[ops@example.org]" };
/** With these keys in place of its own, the further ones behind them. */
const email = (keys: Readonly<Record<string, string>>) =>
  found("push:", "  email:", ...Object.entries({ ...MAIL, ...keys }).map(([key, value]) => `    ${key}: ${value}`));
const smarthost = (value: string, addresses?: string) => email({ smarthost: value, ...(addresses !== undefined && { addresses }) });

test("the section may be absent, empty, or hold any of the products", () => {
  expect(pushOf()).toBeUndefined();
  expect(pushOf("push: {}")).toEqual({});
  expect(pushOf("push:", "  pushover: {}", "  webhook: {}")).toEqual({ pushover: {}, webhook: {} });
  expect(pushOf("push:", "  ntfy: { url: https://ntfy.sh }")).toEqual({ ntfy: { url: "https://ntfy.sh" } });
});

test("a section without a value says how none is written", () => {
  expect(found("push:")).toEqual(["0:1 push: is empty; it holds the keys pushover, ntfy, webhook, email"]);
  expect(found("push:", "  pushover:")).toEqual(["1:3 push.pushover: is empty; it holds no keys: write {}"]);
  expect(found("push:", "  pushover: { token: a }")).toEqual(["1:15 push.pushover.token: is not a known key; there are none here"]);
  expect(found("push:", "  pushver: {}")).toEqual(["1:3 push.pushver: is not a known key; did you mean pushover?"]);
});

describe("an ntfy server", () => {
  test.each([
    ["in public", "https://ntfy.sh", undefined],
    ["at home", "http://192.168.10.50:8080", undefined],
    ["at home, by a name of its own", "http://ntfy.lan", "[192.168.10.50/32]"],
    ["at home, by a public name", "http://ntfy.example.org", "[192.168.10.50/32]"],
    ["in the cluster", "http://ntfy.push.svc:80", undefined],
    ["in the cluster, by its whole name", "http://ntfy.push.svc.cluster.local:80", undefined],
  ])("%s is right", (_, url, addresses) => {
    expect(ntfy(url, addresses)).toEqual([]);
  });

  test("needs its URL", () => {
    expect(found("push:", "  ntfy: {}")).toEqual(["1:3 push.ntfy.url: is missing; write for example https://ntfy.example.org"]);
  });

  test("with a local name needs addresses", () => {
    expect(ntfy("https://ntfy.lan")).toEqual([
      '1:3 push.ntfy.addresses: is missing, and "https://ntfy.lan" is not on the public internet; list the addresses behind it',
    ]);
  });

  test("in the cluster has no addresses, and is not in the platform's own namespaces", () => {
    expect(ntfy("http://ntfy.push.svc:80", "[10.43.0.9/32]")).toEqual([
      '3:16 push.ntfy.addresses: is given, but "http://ntfy.push.svc:80" is a Service of this cluster; leave the list out',
    ]);
    expect(ntfy("http://ntfy.monitoring.svc:80")).toEqual([
      '2:10 push.ntfy.url: "http://ntfy.monitoring.svc:80" is in namespace "monitoring", the platform\'s own (namespaces.monitoring), whose policies let nobody in to it; run it in a namespace of its own',
    ]);
  });

  test("is not spoken to in the clear over the internet: the topic is a secret", () => {
    expect(ntfy("http://ntfy.sh")).toEqual([
      '2:10 push.ntfy.url: "http://ntfy.sh" leads over the public internet, where anybody may read the topic; write https://ntfy.sh, or list the addresses of a server of yours',
    ]);
  });

  test("has one of two kinds of access", () => {
    expect(found("push:", "  ntfy: { url: https://ntfy.sh, access: tokn }")).toEqual([
      '1:41 push.ntfy.access: "tokn" is not an allowed value; did you mean "token"?',
    ]);
  });
});

test("the URL of a topic, as people copy it from the app, is refused: the topic is a secret, and no server has a path", () => {
  expect(ntfy("https://ntfy.sh/mytopic")).toEqual([
    '2:10 push.ntfy.url: "https://ntfy.sh/mytopic" holds a path, which would be a topic; write https://ntfy.sh, and the topic into the secret store',
  ]);
});

test("an ntfy server in a cluster whose names look public is in no public place", () => {
  const text = plainSiteWith(["dns_domain: cluster.local", "dns_domain: k8s.example.org"]);
  expect(mistakesOf(`${text}push:\n  ntfy: { url: http://ntfy.push.svc.k8s.example.org:80 }\n`)).toEqual([]);
});

describe("a webhook", () => {
  test("ends where it says, as the dead-man switch's ping does", () => {
    expect(found("push:", "  webhook: { port: 8443, addresses: [192.168.10.70/32] }")).toEqual([]);
    expect(found("push:", "  webhook: { port: 0, addresses: [10.42.0.0/24] }")).toEqual([
      "1:20 push.webhook.port: 0 is not a whole number from 1 to 65535; use for example 443",
      '1:35 push.webhook.addresses[0]: "10.42.0.0/24" lies in cluster.address_ranges, but no policy opens pods or Services by their addresses; list addresses outside the cluster',
    ]);
  });
});

describe("a mail server", () => {
  test.each([
    ["in public", "mail.example.org:587", undefined],
    ["by its address", "192.168.10.60:25", undefined],
    ["by an IPv6 address", '"[fd00::60]:465"', undefined],
    ["at home", "mail.lan:25", "[192.168.10.60/32]"],
    ["in the cluster", "postfix.mail.svc:25", undefined],
  ])("%s is right", (_, host, addresses) => {
    expect(smarthost(host, addresses)).toEqual([]);
  });

  test.each(["mail.example.org", "smtp://mail.example.org:587", "mail.example.org:0", "mail.example.org:99999", "Mail.example.org:25"])(
    "%s is no host with a port",
    (host) => {
      expect(smarthost(host)).toEqual([
        `2:16 push.email.smarthost: "${host}" is not <host>:<port> (lower-case host, no scheme); use for example mail.example.org:587`,
      ]);
    },
  );

  test("with a local name needs addresses", () => {
    expect(smarthost("mail.lan:25")).toEqual([
      '1:3 push.email.addresses: is missing, and "mail.lan:25" is not on the public internet; list the addresses behind it',
    ]);
  });

  test("of the cluster is named as its Service, without a scheme", () => {
    expect(smarthost("10.43.0.25:25")).toEqual([]);
    expect(smarthost("10.42.0.25:25")).toEqual([
      '2:16 push.email.smarthost: "10.42.0.25:25" has a host in cluster.address_ranges (10.42.0.0/16), but no policy opens a pod or a Service by its address; write <service>.<namespace>.svc:<port>',
    ]);
    expect(smarthost("postfix.mail.svc.cluster.local:25", "[192.168.10.60/32]")).toEqual([
      expect.stringContaining("is a Service of this cluster; leave the list out"),
    ]);
  });

  test.each(["ops", "ops@", "Ops <ops@example.org>", "ops@example.org, me@example.org", "ops{{@example.org", "a b@example.org"])(
    "%s is no address of a mailbox",
    (mailbox) => {
      expect(email({ from: `"${mailbox}"` })).toEqual([
        expect.stringMatching(
          /^3:11 push\.email\.from: ".*" is not a mail address \(<name>@<domain>, nothing else\); use for example belfry@/,
        ),
      ]);
    },
  );

  test("writes to one or several, each once", () => {
    expect(email({ to: "[a@example.org, b@example.org]" })).toEqual([]);
    // what stands before an @ may be a password, and is not shown
    expect(email({ to: "[a@example.org, a@example.org]" })).toEqual([
      '4:25 push.email.to[1]: "***@example.org" is in the list twice; keep one',
    ]);
    expect(email({ to: "a@example.org" })).toEqual([
      '4:9 push.email.to: "***@example.org" is not a list; write for example [ops@example.org]',
    ]);
  });

  test("is sent no password in the clear", () => {
    expect(email({ username: "belfry" })).toEqual([]);
    expect(email({ tls: "none" })).toEqual([]);
    expect(email({ username: "belfry", tls: "none" })).toEqual([
      "6:10 push.email.tls: leaves the password of username for anybody to read, and is refused; leave one of the two out",
    ]);
    expect(email({ tls: "off" })).toEqual(['5:10 push.email.tls: "off" is not an allowed value; use one of: required, none']);
  });
});
