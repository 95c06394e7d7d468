import { readdirSync } from "node:fs";
import { detectors as everyDetector } from "../../components/relay/detectors/all";
import { modSecBlockLikelyFalsePositive } from "../../components/relay/detectors/mod-sec-block-likely-false-positive";
import { postfixDeliveryFailure } from "../../components/relay/detectors/postfix-delivery-failure";
import { Detection } from "../../components/relay/service/alerts";
import { patternOf, podPatternOf } from "../../lib/logs/detector";
import { problems } from "../../lib/logs/pattern";
import { context, detectors, site } from "./site";

const detection = new Detection(detectors, context, site.namespaces);

function alertsOf(log: string, namespace_name = "mail", pod_name = "mail-0"): string[] {
  const pass = detection.begin(Date.now(), 10);
  pass.take({ log, kubernetes: { namespace_name, pod_name } });
  return pass.end().alerts.map(({ labels }) => labels.alertname);
}

describe.each(detectors.map((detector) => [detector.alert, detector] as const))("%s", (alert, detector) => {
  test.each(detector.fires)("fires: %s", (line) => expect(alertsOf(line)).toContain(alert));
  test.each(detector.silent)("is silent: %s", (line) => expect(alertsOf(line)).not.toContain(alert));

  test("every pattern of it is in the common subset, and so is their union", () => {
    const patterns = [...detector.lines, ...(detector.modernLines ?? []), patternOf(detector)];
    expect(patterns.flatMap(problems)).toEqual([]);
    expect(problems(new RegExp(detector.scope.pod ?? "x"))).toEqual([]);
  });

  test("every pattern of it is proven by a line that fires", () => {
    for (const pattern of [...detector.lines, ...(detector.modernLines ?? [])]) {
      expect([pattern, detector.fires.some((line) => pattern.test(line))]).toEqual([pattern, true]);
    }
  });
});

test("every file of the folder is in the list, which a service's bundle needs: it holds what is imported, and nobody imports a folder", () => {
  const declared = readdirSync("components/relay/detectors").filter((file) => file !== "all.ts");
  const exported = declared.flatMap((file) => Object.values(require(`../../components/relay/detectors/${file}`)));
  expect(exported).toHaveLength(declared.length);
  expect(new Set(exported)).toEqual(new Set(everyDetector));
});

test("alert names, flows and signals are distinct", () => {
  for (const key of ["alert", "flow", "signal"] as const)
    expect(new Set(detectors.map((detector) => detector[key])).size).toBe(detectors.length);
});

test("a line of two detectors gives two alerts", () => {
  expect(alertsOf("OSError: [Errno 5] Input/output error # Background saving error", "git")).toEqual(["PodIOError", "RedisBGSAVEFailure"]);
});

describe("the mail pod", () => {
  const pod = podPatternOf(postfixDeliveryFailure);
  test.each(["mail", "mail-0", "mail-12", "mail-7d9c6b5f4-x2k8p", "mail-5b7c9d8f6b-h2j4k"])("is %s", (name) =>
    expect(pod?.test(name)).toBe(true),
  );
  test.each([
    "webmail-0",
    "mailtest-0",
    "mail-",
    "mail-relay-0",
    "mail-exporter-7d9c6b5f4-x2k8p",
    "spamfilter-5b7c9d8f6-h2j4k",
    "xmail-0",
    "mail-0x",
    "?",
  ])("is not %s", (name) => expect(pod?.test(name)).toBe(false));

  test("is in the namespace of mail only", () => {
    expect(alertsOf("status=bounced", "mail")).toEqual(["PostfixDeliveryFailure"]);
    expect(alertsOf("status=bounced", "automation")).toEqual([]);
    expect(alertsOf("status=bounced", "mail", "webmail-0")).toEqual([]);
  });
});

describe("the blocked client", () => {
  const where = (line: string) => modSecBlockLikelyFalsePositive.where?.(line, context);
  test.each<[string, string, boolean]>([
    ["is the first one named before the message", "[client 10.0.0.5] x [client 203.0.113.9] ModSecurity: Access denied", true],
    ["is not named behind the message", "[client 203.0.113.9] ModSecurity: Access denied [data [client 10.0.0.5]]", false],
    ["may carry a port", "[client 10.0.0.5:4711] ModSecurity: Access denied", true],
    ["may be IPv6 in brackets with a port", "[client [::ffff:10.0.0.5]:4711] ModSecurity: Access denied", true],
    ["may be mapped with a port", "[client ::ffff:10.0.0.5:4711] ModSecurity: Access denied", true],
    [
      "is not trusted when it is garbage, whatever the tail says",
      "[client x] ModSecurity: Access denied, client: 10.0.0.5, server: a",
      false,
    ],
    ["is not trusted when it is empty", "[client ] ModSecurity: Access denied, client: 10.0.0.5, server: a", false],
    ["comes from the tail when none is named", "ModSecurity: Access denied, client: 10.0.0.5, server: a", true],
    ["may end the line", "ModSecurity: Access denied, client: 10.0.0.5", true],
    ["is unknown without both", "ModSecurity: Access denied", false],
    ["may be repeated by the tail", 'ModSecurity: Access denied [uri "/, client: 10.0.0.5,"], client: 10.0.0.5, server: a', true],
    ["is unknown when tails disagree", 'ModSecurity: Access denied, client: 10.0.0.5, request: "/, client: 10.0.0.6, x"', false],
    ["is the one of the denied line", "[client 203.0.113.9] ModSecurity: Warning\n[client 10.0.0.5] ModSecurity: Access denied", true],
    ["of a warning does not count", "[client 10.0.0.5] ModSecurity: Warning [data ModSecurity: Access denied]", false],
  ])("%s", (_name, line, expected) => expect(where(line)).toBe(expected));
});

test("no detector is slow on a line made for it", () => {
  const hostile = [
    "blk_update_request",
    "read",
    "XFS ",
    "XFS (",
    "critical target error, dev ",
    "I/O error, dev ",
    ", client: ",
    "[client ",
    "EIO ",
  ];
  const started = process.cpuUsage();
  for (const unit of hostile) alertsOf(`ModSecurity: Access denied${unit.repeat(Math.ceil(65536 / unit.length))}`);
  const { user, system } = process.cpuUsage(started);
  // Nine lines of 64 KiB; about 0.1 s, and minutes if a gap were unbounded.
  expect((user + system) / 1e6).toBeLessThan(3);
});
