import { mistakesOf } from "../mistakes";
import { PLAIN_BOILER, plainSiteWith } from "../plain-site";

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

test.each([
  ["monitorng", "monitoring", "namespaces.monitoring", ""],
  ["loging", "logging", "namespaces.logging", ""],
  ["agrocd", "argocd", "namespaces.gitops", ""],
  ["boielr", "boiler", "boiler.namespace", PLAIN_BOILER],
])("the workload namespace %s is misspelt where nobody lists %s", (listed, meant, key, more) => {
  const text = plainSiteWith(["namespaces: [git]", `namespaces: [git, ${listed}]`]) + more;
  expect(mistakesOf(text)).toEqual([
    `33:58 components[2].namespaces[1]: "${listed}" is named nowhere else, and "${meant}" (${key}) is listed nowhere; write "${meant}", or list it as well`,
  ]);
});

test("so is one that a URL names otherwise", () => {
  const text = plainSiteWith(
    ["namespaces: [git]", "namespaces: [git, statsu]"],
    ["https://status.example.org", "http://page.status.svc:80"],
  );
  expect(mistakesOf(text)).toEqual([expect.stringContaining('"statsu" is named nowhere else, and "status" (status_page.api_url) is')]);
});

test("so is one that a push service's address names otherwise", () => {
  const text = plainSiteWith(["namespaces: [git]", "namespaces: [git, letetrs]"]);
  const push = "push:\n  email: { smarthost: postfix.letters.svc:25, from: a@example.org, to: [b@example.org] }\n";
  expect(mistakesOf(text + push)).toEqual([expect.stringContaining('and "letters" (push.email.smarthost) is listed nowhere')]);
});

test.each([
  ["beside the one that it resembles", "monitorng, monitoring"],
  ["with a number", "monitoring2"],
  ["that is longer", "logging-tools"],
  ["that is shorter", "log"],
  ["of a few letters", "cd"],
  ["that the site itself names", "logging"],
])("a workload namespace %s is one of its own", (_, listed) => {
  expect(mistakesOf(plainSiteWith(["namespaces: [git]", `namespaces: [git, ${listed}]`]))).toEqual([]);
});
