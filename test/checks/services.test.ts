import { services as declared } from "../../components/services";
import { services } from "../../lib/checks/services";
import { examplePlatform } from "../example";
import { add, change, everyObject, manifestOf, SITE, whats } from "./small-platform";

type Container = { env: { name: string; value: string }[] };

const SPEC = "spec.template.spec";
const CONTAINER = `${SPEC}.containers.0`;
const envOf = (name: string) =>
  (manifestOf(`Deployment/${name}`).object.spec as { template: { spec: { containers: [Container] } } }).template.spec.containers[0].env;

/** The example with the environment of one service changed; `undefined` takes a variable away. */
function withEnv(name: string, changes: Readonly<Record<string, string | undefined>>) {
  const kept = envOf(name).filter((one) => !(one.name in changes));
  const added = Object.entries(changes).flatMap(([key, value]) => (value === undefined ? [] : [{ name: key, value }]));
  return change(`Deployment/${name}`, `${CONTAINER}.env`, [...kept, ...added]);
}

test("the example installation passes, and every service of ours is looked at", () => {
  const every = everyObject(SITE);
  expect(services.run(every)).toEqual([]);
  expect(every.manifests.flatMap(({ service }) => service ?? [])).toEqual(declared);
});

test("a misspelt variable is named with the one that was meant, and the one that is missing", () => {
  const url = envOf("relay").find(({ name }) => name === "ALERTMANAGER_URL")?.value;
  const where = 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"';
  expect(services.run(withEnv("relay", { ALERTMANAGER_URL: undefined, ALERTMANGER_URL: url }))).toEqual([
    {
      where,
      what: 'service "relay": variable "ALERTMANGER_URL" is unknown; did you mean "ALERTMANAGER_URL"?',
      fix: expect.stringMatching(/^use one of: .*\bALERTMANAGER_URL\b/),
    },
    {
      where,
      what: 'service "relay": ALERTMANAGER_URL is not set',
      fix: "use an http:// or https:// URL without query, or several separated by commas",
    },
  ]);
});

test.each([
  ["a value that the process refuses", withEnv("relay", { LOG_LEVEL: "loud" }), ['"loud" is not allowed']],
  ["an empty value", withEnv("status-page", { STATUSPAGE_PAGE_ID: "" }), ["it is empty, which counts as not set"]],
  [
    "values that don't go together",
    withEnv("boiler-bridge", { BOILER_POLL_SECONDS: "5", HASS_PUBLISH: "mqtt" }),
    [
      "BOILER_POLL_SECONDS: 5 is too fast for the vendor's cloud, which blocks the account",
      "MQTT_URL: is not set, and HASS_PUBLISH is mqtt",
    ],
  ],
  ["a number out of range", withEnv("boiler-bridge", { BOILER_ZONE: "7" }), ['"7" is not allowed']],
  [
    "a secret that nothing provides",
    withEnv("dead-man", { WATCHDOG_PING_URL_FILE: undefined }),
    ['service "dead-man": WATCHDOG_PING_URL is not set, and neither is WATCHDOG_PING_URL_FILE'],
  ],
  ["a secret given twice", withEnv("dead-man", { WATCHDOG_PING_URL: "https://x" }), ["WATCHDOG_PING_URL_FILE is set too"]],
  [
    "a file of no secret",
    withEnv("relay", { LOG_LEVEL_FILE: "/run/secrets/x" }),
    ['service "relay": variable "LOG_LEVEL_FILE" is unknown'],
  ],
  [
    "a secret file outside of every mount",
    withEnv("dead-man", { WATCHDOG_PING_URL_FILE: "/run/secrets/ping" }),
    ['it names "/run/secrets/ping", and nothing is mounted there'],
  ],
  [
    "a key that the Secret lacks",
    withEnv("dead-man", { WATCHDOG_PING_URL_FILE: "/run/secrets/dead-man/url" }),
    ['it names "/run/secrets/dead-man/url", and Secret "dead-man" has no key "url"'],
  ],
  [
    "a key that is no longer provided",
    change("ExternalSecret/dead-man", "spec.data.0.secretKey", "url"),
    ['it names "/run/secrets/dead-man/ping-url", and Secret "dead-man" has no key "ping-url"'],
  ],
  [
    "a secret in a ConfigMap",
    withEnv("status-page", { STATUSPAGE_TOKEN_FILE: "/etc/status-page/components.json" }),
    ["/etc/status-page/components.json is a key of a ConfigMap, which is no place for a secret"],
  ],
  [
    "a site file that is not in the ConfigMap",
    withEnv("relay", { RELAY_SITE_FILE: "/etc/relay/sites.json" }),
    ['it names /etc/relay/sites.json, and ConfigMap "relay" has no key "sites.json"'],
  ],
  [
    "a mount that is gone",
    change("Deployment/relay", `${CONTAINER}.volumeMounts`, []),
    ["it names /etc/relay/site.json, and nothing is mounted there"],
  ],
  [
    "a site file that was changed by hand",
    change("ConfigMap/relay", ["data", "site.json"], "{}"),
    ["/etc/relay/site.json does not hold what the site makes of site.json"],
  ],
  [
    "a state on no volume",
    withEnv("boiler-bridge", { STATE_DIR: "/tmp" }),
    ["/tmp is on no volume, and what is written there is lost with the pod"],
  ],
  [
    "another body limit",
    withEnv("relay", { MAX_BODY_BYTES: "1048576" }),
    ["it is 1048576, and the service is declared to take 4194304 bytes"],
  ],
  [
    "a grace period shorter than the shutdown",
    change("Deployment/relay", `${SPEC}.terminationGracePeriodSeconds`, 15),
    ['terminationGracePeriodSeconds is 15, and service "relay" takes up to 15 s to finish what it accepted'],
  ],
  [
    "no grace period",
    change("Deployment/relay", `${SPEC}.terminationGracePeriodSeconds`, undefined),
    ['terminationGracePeriodSeconds is not set, and service "relay" takes up to 15 s to finish what it accepted'],
  ],
  [
    "another port of the container",
    change("Deployment/dead-man", `${CONTAINER}.ports.0.containerPort`, 8081),
    [
      'service "dead-man" listens on 8080, and the container\'s ports are: 8081',
      "it asks 8081/healthz",
      "it asks 8081/healthz",
      "it asks 8081/readyz",
    ],
  ],
  ["another path of a probe", change("Deployment/dead-man", `${CONTAINER}.readinessProbe.httpGet.path`, "/ready"), ["it asks 8080/ready"]],
  ["another port of a probe", change("Deployment/dead-man", `${CONTAINER}.livenessProbe.httpGet.port`, 9090), ["it asks 9090/healthz"]],
  ["no probe", change("Deployment/dead-man", `${CONTAINER}.startupProbe`, undefined), ["it asks nothing"]],
  [
    "a call of a path that is not served",
    change("ClusterOutput/relay", "spec.http.endpoint", "http://relay.monitoring.svc:9999/ingset"),
    ['it calls /ingset of service "relay", which does not serve it; did you mean "/ingest"?'],
  ],
  [
    "our image without a declaration",
    add({
      kind: "Deployment",
      spec: { template: { spec: { containers: [{ name: "x", image: "registry.example.org/belfry/relay:0123456789ab" }] } } },
    }),
    ["it runs our image registry.example.org/belfry/relay:0123456789ab, and no declaration says what that service takes"],
  ],
])("%s", (_, platform, expected) => {
  expect(whats(services, platform)).toEqual(expected);
});

test("a value that only the cluster knows is not judged", () => {
  const env = envOf("relay").map((one) =>
    one.name === "ALERTMANAGER_URL" ? { name: one.name, valueFrom: { configMapKeyRef: { name: "relay", key: "url" } } } : one,
  );
  expect(services.run(change("Deployment/relay", `${CONTAINER}.env`, env))).toEqual([]);
});

test.each(["https://ping.example.org/secret", "/run/secrets/dead-man/ping-url"])("a secret is no value, and %j is not quoted", (value) => {
  expect(services.run(withEnv("dead-man", { WATCHDOG_PING_URL_FILE: undefined, WATCHDOG_PING_URL: value }))).toEqual([
    {
      where: 'dist/monitoring-dead-man/deployment-dead-man.yml Deployment "dead-man" WATCHDOG_PING_URL',
      what: "it is a secret, and what is given here would be taken for its value",
      fix: "mount a key of a credential, and let WATCHDOG_PING_URL_FILE name it",
    },
  ]);
});

describe("the image", () => {
  const container = "spec.template.spec.containers.0";

  test("that the registry gives to nobody without a login is pulled with one", () => {
    const pulled = examplePlatform({ image_pull_secret: { key: "registry", property: "config" } });
    expect(services.run(pulled)).toEqual([]);
    expect(services.run(change("Deployment/relay", "spec.template.spec.imagePullSecrets", undefined, pulled))).toEqual([
      {
        where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"',
        what: 'it does not pull its image with Secret "image-pull", and the registry refuses it (image_pull_secret)',
        fix: "leave the image to ServiceWorkload",
      },
    ]);
  });

  test("of another service", () => {
    const other = (manifestOf("Deployment/status-page").object.spec as { template: { spec: { containers: { image: string }[] } } }).template
      .spec.containers[0]?.image;
    expect(whats(services, change("Deployment/relay", `${container}.image`, other))).toContainEqual(
      expect.stringMatching(/^it runs .*\/status-page:.*, and service "relay" is in .*\/relay:/),
    );
  });

  test.each(["command", "args"])("started with %s of our own", (field) => {
    expect(whats(services, change("Deployment/relay", `${container}.${field}`, ["sh"]))).toEqual([
      `it overrides ${field} of the image of service "relay"`,
    ]);
  });
});
