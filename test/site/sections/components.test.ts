import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

test.each([
  [
    "a component missing",
    "  - { name: NTP, covers: Time, namespaces: [ntp], page_id: c10 }\n",
    "",
    '30:1 components: "NTP" is missing; list each of the 10 components once',
  ],
  [
    "a misspelt component is one mistake, not two",
    "name: Smart Home",
    "name: Smart Hmoe",
    '38:13 components[7].name: "Smart Hmoe" is not an allowed value; did you mean "Smart Home"?',
  ],
  [
    "a namespace in two components",
    "namespaces: [ntp]",
    "namespaces: [ntp, dns]",
    '40:50 components[9].namespaces[1]: "dns" already belongs to "DNS"; a namespace belongs to one component',
  ],
  [
    "a namespace twice in one component",
    "namespaces: [ntp]",
    "namespaces: [ntp, ntp]",
    '40:50 components[9].namespaces[1]: "ntp" is in the list twice; keep one',
  ],
])("%s is named where it stands", (_, from, to, message) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
});

test("two components can't stand at one place of the page", () => {
  expect(mistakesOf(plainSiteWith(["page_id: c10", "page_id: c9"]))).toEqual([
    '40:60 components[9].page_id: "c9" is another component\'s too; each has an id of its own on the page',
  ]);
});

test("a component twice is named where it is listed again, and the one that gave way is missing", () => {
  expect(mistakesOf(plainSiteWith(["name: NTP", "name: DNS"]))).toEqual([
    '30:1 components: "NTP" is missing; list each of the 10 components once',
    '40:13 components[9].name: "DNS" is listed twice; keep one',
  ]);
});

test("a component like no other lists all that are allowed", () => {
  expect(mistakesOf(plainSiteWith(["name: NTP", "name: Printers"]))).toEqual([
    '30:1 components: "NTP" is missing; list each of the 10 components once',
    '40:13 components[9].name: "Printers" is not an allowed value; use one of: Mail, Sign-in (SSO), Platform, Files & Documents, Backups, Websites, DNS, Smart Home, Internet, NTP',
  ]);
});

test.each([["a component without namespaces", "namespaces: [ntp]", "namespaces: []"]])("%s is right", (_, from, to) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([]);
});
