import { parseAddress } from "../../lib/address";
import { isInBlock } from "../../lib/network/evaluate";
import { credentialEnd, outsideEnd } from "../../lib/site/outside";

const INTERNET = {
  addresses: ["0.0.0.0/0", "::/0"],
  except: [
    ...["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16"],
    ...["64:ff9b::a00:0/104", "64:ff9b::6440:0/106", "64:ff9b::ac10:0/108", "64:ff9b::c0a8:0/112"],
    ...["64:ff9b:1::/48", "fc00::/7", "fe80::/10"],
  ],
  isPublicInternet: true,
};

test.each([
  ["http://page.status.svc:8080", { name: "page", namespace: "status", port: 8080 }],
  ["http://page.status.svc.cluster.local:8080/api", { name: "page", namespace: "status", port: 8080 }],
  ["mqtt://broker.smart-home.svc:1883", { name: "broker", namespace: "smart-home", port: 1883 }],
  ["mqtts://broker.smart-home.svc:8883", { name: "broker", namespace: "smart-home", port: 8883 }],
  ["postfix.mail.svc:25", { name: "postfix", namespace: "mail", port: 25 }],
])("%s ends at a Service", (url, service) => {
  expect([outsideEnd(url), outsideEnd(url, ["10.0.0.0/8"])]).toEqual([{ service }, { service }]);
});

test.each([
  ["http://192.168.10.20", "192.168.10.20/32", 80],
  ["http://192.168.10.20:8123", "192.168.10.20/32", 8123],
  ["https://203.0.113.9/v1", "203.0.113.9/32", 443],
  ["mqtt://192.168.10.20", "192.168.10.20/32", 1883],
  ["https://[2001:db8::9]", "2001:db8::9/128", 443],
  ["https://[2001:db8::9]:8443/v1", "2001:db8::9/128", 8443],
  ["mqtts://[fd00::9]", "fd00::9/128", 8883],
  ["mqtts://[fd00::9]:8884", "fd00::9/128", 8884],
  ["http://[::ffff:c0a8:a14]:8123", "192.168.10.20/32", 8123],
])("%s ends at %s, whatever else is listed, on port %i", (url, range, port) => {
  expect([outsideEnd(url), outsideEnd(url, [range, "10.0.0.0/8"])]).toEqual([
    { addresses: [range], port },
    { addresses: [range], port },
  ]);
});

test.each([
  ["https://status.lan", 443],
  ["http://status.example.org:8080", 8080],
  ["mqtts://broker.example.org", 8883],
  ["https://page.status.svc:8443", 8443],
])("%s ends at the addresses that are listed for it, on port %i", (url, port) => {
  const addresses = ["10.1.2.3/32", "fd00::/64"];
  expect(outsideEnd(url, addresses)).toEqual({ addresses, port });
});

test.each([
  ["https://api.statuspage.io", 443],
  ["http://status.example.org:8080/v1", 8080],
  ["mqtt://broker.example.org", 1883],
  ["mail.example.org:587", 587],
])("%s ends on the public internet, on port %i", (url, port) => {
  const end = { ...INTERNET, port };
  expect([outsideEnd(url), outsideEnd(url, [])]).toEqual([end, end]);
});

test.each(["https://status", "https://status.lan", "https://page.status.svc:8443", "mqtt://broker.local"])(
  "%s has no end that anyone could guess",
  (url) => {
    expect(() => outsideEnd(url)).toThrow(`"${url}" is not on the public internet; list the addresses behind it`);
  },
);

test("a URL that is a credential ends where the site says, or on the public internet", () => {
  expect(credentialEnd(443)).toEqual({ ...INTERNET, port: 443 });
  expect(credentialEnd(8443, ["192.168.10.30/32"])).toEqual({ addresses: ["192.168.10.30/32"], port: 8443 });
});

test.each([
  ["203.0.113.9", true],
  ["2606:4700::1111", true],
  ["64:ff9b::203.0.113.9", true],
  ["192.168.1.1", false],
  ["100.64.0.1", false],
  ["fd12:3456::1", false],
  ["fe80::1", false],
  ["64:ff9b::192.168.1.1", false],
  ["64:ff9b::100.127.255.255", false],
  ["64:ff9b::100.128.0.0", true],
  ["64:ff9b:1::192.168.1.1", false],
])("%s on the public internet: %s", (text, expected) => {
  const address = parseAddress(text);
  const { addresses, except } = INTERNET;
  expect(address && addresses.some((cidr) => isInBlock(address, cidr, except))).toBe(expected);
});
