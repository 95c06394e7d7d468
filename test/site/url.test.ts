import { hostOf, hostPortFlaw, portOf, urlFlaw } from "../../lib/site/url";

test.each([
  "https://example.org",
  "http://example.org:80",
  "https://example.org:8443/a/b.git",
  "https://192.168.1.1",
  "https://[fd00::1]:8443/a",
  "https://kubernetes.default.svc",
])("%s is a URL", (text) => {
  expect(urlFlaw(text)).toBeUndefined();
});

test.each([
  ["", "is not an http(s) URL"],
  ["example.org", "is not an http(s) URL"],
  ["https:/example.org", "is not an http(s) URL"],
  ["https://exam ple.org", "is not an http(s) URL"],
  ["https://example.org\\a", "is not an http(s) URL"],
  ["https://example.org:65536", "is not an http(s) URL"],
  ["https://me@example.org", "holds credentials"],
  ["https://example.org/?", "holds a query or a fragment"],
  ["https://example.org#a", "holds a query or a fragment"],
  ["https://example.org/a/", "ends with a slash"],
  ["HTTPS://example.org", "is not a plain http(s) URL (lower-case host, optional port and path)"],
  ["https://example.org:", "is not a plain http(s) URL (lower-case host, optional port and path)"],
  ["https://example.org:0443", "is not a plain http(s) URL (lower-case host, optional port and path)"],
  ["https://example.org/a/../b", "is not a plain http(s) URL (lower-case host, optional port and path)"],
  ["https://0x7f.1", "is not a plain http(s) URL (lower-case host, optional port and path)"],
  ["https://a_b.example.org", "is not a plain http(s) URL (lower-case host, optional port and path)"],
  ["https://example..org", "is not a plain http(s) URL (lower-case host, optional port and path)"],
])("%j %s", (text, wrong) => {
  expect(urlFlaw(text)?.wrong).toBe(wrong);
});

test.each([
  ["mail.example.org:587", "mail.example.org", 587],
  ["mail.example.org:80", "mail.example.org", 80],
  ["192.168.10.60:25", "192.168.10.60", 25],
  ["[fd00::60]:465", "fd00::60", 465],
])("%s is a host with its port", (text, host, port) => {
  expect([hostPortFlaw(text), hostOf(text), portOf(text)]).toEqual([undefined, host, port]);
});

test.each([
  "",
  "mail.example.org",
  "mail.example.org:",
  "mail.example.org:0",
  "mail.example.org:65536",
  "mail.example.org:25/a",
  "smtp://mail.example.org:25",
  "me@mail.example.org:25",
  "Mail.example.org:25",
  "fd00::60",
  "fd00::60:25",
])("%j is none", (text) => {
  expect(hostPortFlaw(text)?.wrong).toBe("is not <host>:<port> (lower-case host, no scheme)");
});
