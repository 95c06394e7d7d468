import { X509Certificate } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownCertificate } from "../../../bin/local/certificate";
import { nearestNames } from "../../../bin/local/drill/drill";
import { arrivedOf, expectedOf } from "../../../bin/local/drill/expected";
import { alertsIn } from "../../../bin/local/drill/judged-alert";
import { findProgram, metricsPlane, requireProgram } from "../../../bin/local/programs";
import { refusedIn } from "../../../bin/local/refused-keys";
import { StatusPage } from "../../../bin/local/status-page";
import { examplePlatform } from "../../example";

describe("programs", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "belfry-programs-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function withPrograms(onPath: readonly string[], kept: readonly string[] = []) {
    for (const [place, names] of [
      ["path", onPath],
      ["engines/bin", kept],
    ] as const) {
      mkdirSync(join(folder, place), { recursive: true });
      for (const name of names) {
        writeFileSync(join(folder, place, name), "");
        chmodSync(join(folder, place, name), 0o755);
      }
    }
    return { PATH: join(folder, "path"), BELFRY_ENGINES: join(folder, "engines") };
  }

  test("those of PATH come before those that the engine tests keep", () => {
    const env = withPrograms(["prometheus-alertmanager"], ["alertmanager", "pushgateway"]);
    expect(findProgram("alertmanager", env)).toBe(join(folder, "path/prometheus-alertmanager"));
    expect(findProgram("pushgateway", env)).toBe(join(folder, "engines/bin/pushgateway"));
    expect(findProgram("blackbox-exporter", env)).toBeUndefined();
  });

  test("what can't be run is none", () => {
    const env = withPrograms(["vmagent"]);
    chmodSync(join(folder, "path/vmagent"), 0o644);
    expect(findProgram("vmagent", env)).toBeUndefined();
  });

  test("a missing one is named with Debian's package", () => {
    expect(() => requireProgram("pushgateway", withPrograms([]))).toThrow(
      "program pushgateway, prometheus-pushgateway is missing: it is neither on PATH nor among the engines of the tests; install Debian's package prometheus-pushgateway",
    );
  });

  test("Prometheus stands for VictoriaMetrics where that is not whole", () => {
    expect(metricsPlane(withPrograms(["victoria-metrics", "vmagent"], ["vmalert"]))).toBe("victoria-metrics");
    rmSync(join(folder, "engines/bin/vmalert"));
    expect(() => metricsPlane(withPrograms([]))).toThrow(/^program vmalert is missing: .* package victoria-metrics/);
    expect(metricsPlane(withPrograms(["prometheus"]))).toBe("prometheus");
  });
});

test.each([
  [
    "Alertmanager",
    "line 3: field user_key_file not found in type config.plain\n line 4: field token_file not found in type config.plain",
    ["user_key_file", "token_file"],
  ],
  ["vmalert", 'invalid rule "a"."B": unknown fields in rule: keep_firing_for', ["keep_firing_for"]],
  ["a flag", "flag provided but not defined: -rule.evalDelay\nUsage of vmalert:", ["rule.evalDelay"]],
  ["anything else", "listen tcp 127.0.0.1:9093: bind: address already in use", []],
])("what %s does not know is read from what it says", (_, output, keys) => {
  expect(refusedIn(output)).toEqual(keys);
});

test("what fired in a proof is read from what promtool says", () => {
  const output = [
    "    alertname: PodPending, time: 15m, ",
    "        exp:[], ",
    "        got:[",
    "            0:",
    '              Labels:{alertname="PodPending", component="Sign-in (SSO)", pod="a\\\\b"}',
    '              Annotations:{description="It \\"waits\\".", summary="a {b}, c"}',
    "            ]",
  ].join("\n");
  expect(alertsIn(output)).toEqual([
    {
      labels: { alertname: "PodPending", component: "Sign-in (SSO)", pod: "a\\b" },
      annotations: { description: 'It "waits".', summary: "a {b}, c" },
    },
  ]);
  expect(alertsIn("Unit Testing: test.yml\n  SUCCESS")).toEqual([]);
});

test("the push service's certificate is one", () => {
  const { cert } = ownCertificate("api.pushover.net");
  const read = new X509Certificate(cert);
  expect(read.subject).toBe("CN=api.pushover.net");
  expect(read.verify(read.publicKey)).toBe(true);
  expect(Date.parse(read.validTo)).toBeGreaterThan(Date.now());
});

test("the nearest names of an unknown one come first", () => {
  const names = ["PodPending", "PodIOError", "StorageVolumeFaulted", "StorageVolumeDegraded"];
  expect(nearestNames("PodIoEror", names)[0]).toBe("PodIOError");
  expect(nearestNames("VolumeFaulty", names)[0]).toBe("StorageVolumeFaulted");
});

describe("who is told of an alert", () => {
  const page = new StatusPage([
    { id: "c1", name: "Mail" },
    { id: "c2", name: "DNS" },
  ]);
  const taken = (severity: string, component = "Mail", alertname = "MailDown") => [
    { labels: { alertname, severity, component, team: "ops" }, annotations: { summary: 'Mail "a" is down' } },
  ];
  const event = (receiver: "push" | "page" | "dead-man", path: string, body: unknown) => ({ receiver, at: "", method: "POST", path, body });

  test.each([
    ["critical", "Mail", "MailDown", ["push", "page"]],
    ["warning", "Mail", "MailDown", ["push", "page"]],
    ["warning", "Internet", "LineDown", ["push"]],
    ["info", "Mail", "MailSlow", []],
    ["info", "Platform", "WatchdogOps", ["dead-man"]],
  ])("%s of %s by the name %s: %j", (severity, component, name, words) => {
    expect(expectedOf(taken(severity, component, name), examplePlatform(), page)).toEqual(words);
  });

  test("has arrived where it is told of, and not where another is", () => {
    const [message, other] = [
      event("push", "/1/messages.json", { message: '[Mail] Mail "a" is down' }),
      event("push", "/", { message: "DNS is down" }),
    ];
    const [mail, dns] = [event("page", "/v1/pages/p/components/c1", {}), event("page", "/v1/pages/p/components/c2", {})];
    expect(arrivedOf([other, dns], taken("warning"), page)).toEqual([]);
    expect(arrivedOf([mail, other, message], taken("warning"), page)).toEqual(["push", "page"]);
    expect(arrivedOf([event("dead-man", "/ping", "")], taken("warning"), page)).toEqual(["dead-man"]);
  });
});
