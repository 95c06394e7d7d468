import { credentials } from "../../lib/checks/credentials";
import { add, change, SMALL, whats } from "./small-platform";

const UUID = "1b4e28ba-2fa1-11d2-883f-0016d3cca427";
// put together here, so that no scanner takes this file for a leak
const JWT = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"].join(".");
const PRIVATE_KEY = `-----BEGIN ${"PRIVATE KEY"}-----\nMIIEvQ\n-----END ${"PRIVATE KEY"}-----\n`;

test("the example installation passes", () => {
  expect(credentials.run(SMALL)).toEqual([]);
});

test("a variable's literal is found, named and not repeated", () => {
  const findings = credentials.run(
    change("Deployment/relay", "spec.template.spec.containers.0.env.0", { name: "API_TOKEN", value: "hunter2" }),
  );
  expect(findings).toEqual([
    {
      where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay" spec.template.spec.containers[0].env[0] "API_TOKEN"',
      what: '"API_TOKEN" is given a literal value; the value is not shown here',
      fix: "put it into the secret store, declare a Credential and refer to it by file or key; then revoke the value that was written down",
    },
  ]);
});

test("a Secret is refused whatever it holds", () => {
  expect(credentials.run(add({ kind: "Secret", metadata: { name: "push", namespace: "monitoring" } }))).toEqual([
    {
      where: 'dist/added/push.yml Secret "push"',
      what: "it is a Secret, whose value would stand in Git",
      fix: "declare a Credential: an ExternalSecret names the entry of the secret store",
    },
  ]);
});

/** The object without the rest of the example, which passes. */
const alone = (object: Parameters<typeof add>[0]) => ({ ...SMALL, manifests: add(object).manifests.slice(-1) });

test("the name of a Secret with an ingestion token is none, and any other under that key is", () => {
  const platform = alone(inFile('{\n"tokens": [{\n"secret": "log-store-router"\n}]}\n'));
  const token = { token: "belfry-router", namespace: "logging", name: "log-store-router" };
  expect(credentials.run({ ...platform, ingestTokens: [token] })).toEqual([]);
  expect(whats(credentials, { ...platform, ingestTokens: [{ ...token, name: "another" }] })).toEqual([
    'it sets "secret" to a literal value; the value is not shown here',
  ]);
});

const inFile = (text: string) => ({ kind: "ConfigMap", data: { file: text } });
const inVariable = (name: string, value: string) => ({
  kind: "Deployment",
  spec: { template: { spec: { containers: [{ name: "c", env: [{ name, value }] }] } } },
});
const inArguments = (...args: string[]) => ({ kind: "Deployment", spec: { template: { spec: { containers: [{ name: "c", args }] } } } });
const inValues = (valuesObject: object) => ({ kind: "Application", spec: { source: { helm: { valuesObject } } } });

describe("a credential is found", () => {
  test.each<[string, Parameters<typeof add>[0], string]>([
    ["a variable named in capitals", inVariable("DB_PASSWORD", "hunter2"), '"DB_PASSWORD" is given a literal value'],
    ["a variable without a word boundary", inVariable("PGPASSWORD", "hunter2"), '"PGPASSWORD" is given a literal value'],
    ["a signing key", inVariable("SECRET_KEY", "hunter2"), '"SECRET_KEY" is given a literal value'],
    ["an access key", inVariable("AWS_SECRET_ACCESS_KEY", "hunter2"), '"AWS_SECRET_ACCESS_KEY" is given a literal value'],
    ["a Helm value", inValues({ adminPassword: "hunter2" }), '"adminPassword" is given a literal value'],
    ["a Helm value that is a number", inValues({ adminPassword: 12345678 }), '"adminPassword" is given a literal value'],
    ["a Helm value deep down", inValues({ a: [{ b: { clientSecret: "hunter2" } }] }), '"clientSecret" is given a literal value'],
    [
      "a Helm parameter",
      { kind: "Application", spec: { parameters: [{ name: "auth.token", value: "hunter2" }] } },
      '"auth.token" is given a literal value',
    ],
    [
      "Helm values as text",
      { kind: "Application", spec: { values: "adminPassword: hunter2" } },
      'it sets "adminPassword" to a literal value',
    ],
    [
      "a Secret inside Helm values",
      inValues({ extra: [{ kind: "Secret", stringData: { x: "hunter2" } }] }),
      "it holds a Secret with its value",
    ],
    ["an SNMP community", inFile("auths:\n  public_v2:\n    community: hunter2\n"), 'it sets "community" to a literal value'],
    ["a line of a YAML file", inFile("user: a\npassword: hunter2\n"), 'it sets "password" to a literal value'],
    ["a quoted value", inFile("user: a\npassword: 'hunter2'\n"), 'it sets "password" to a literal value'],
    ["a list item of a YAML file", inFile("users:\n  - token: hunter2\n"), 'it sets "token" to a literal value'],
    ["a line of an INI file", inFile("[security]\nsecret_key = hunter2\n"), 'it sets "secret_key" to a literal value'],
    ["a file of one line", inFile("password=hunter2"), 'it sets "password" to a literal value'],
    ["a JSON file", inFile('{\n  "apiKey": "hunter2"\n}\n'), 'it sets "apiKey" to a literal value'],
    ["a JSON file of one line", inFile('{"user":"a","password":"hunter2"}'), 'it sets "password" to a literal value'],
    ["a YAML flow mapping", inFile("a: 1\nauth: { user: a, password: hunter2 }\n"), 'it sets "password" to a literal value'],
    ["an argument", inArguments("--remoteWrite.basicAuth.password=hunter2"), 'it sets "remoteWrite.basicAuth.password" to a literal value'],
    ["an argument in two parts", inArguments("--token", "hunter2"), '"--token" is given a literal value'],
    [
      "an annotation",
      { kind: "ConfigMap", metadata: { name: "added", annotations: { "example.org/token": "hunter2" } } },
      '"example.org/token" is given a literal value',
    ],
    ["a URL with a password", inVariable("DATABASE", "postgres://app:hunter2@db:5432/app"), "it holds a URL with a password in it"],
    ["a URL with a password alone", inVariable("CACHE", "redis://:hunter2@cache:6379/0"), "it holds a URL with a password in it"],
    [
      "a URL with a token in its query",
      inVariable("HOOK", "https://x.example.org/hook?token=hunter2"),
      "it holds a URL with a credential in its query",
    ],
    [
      "a ping URL",
      inVariable("WATCHDOG_PING_URL", `https://hc.example.org/ping/${UUID}`),
      "it holds a URL with a secret identifier, as ping services give them",
    ],
    [
      "a ping URL in capitals",
      inVariable("PING", `https://hc.example.org/${UUID.toUpperCase()}`),
      "it holds a URL with a secret identifier, as ping services give them",
    ],
    ["a private key", inFile(PRIVATE_KEY), "it holds a private key"],
    ["a private key of another kind", inFile(PRIVATE_KEY.replace(/PRIVATE KEY/g, "OPENSSH PRIVATE KEY")), "it holds a private key"],
    ["a PGP key", inFile(PRIVATE_KEY.replace(/PRIVATE KEY/g, "PGP PRIVATE KEY BLOCK")), "it holds a private key"],
    ["a JSON web token", inVariable("X", JWT), "it holds a JSON web token"],
    ["a token of the log store", inFile(`a\nb ${"o2oi_"}abcdefgh12345\n`), "it holds an ingestion token of the log store"],
    ["a token of a code host", inVariable("X", `${"glpat-"}AbC-dEf_0123456789`), "it holds an access token of a code host"],
    ["an access key id", inVariable("X", `${"AKIA"}ABCDEFGHIJKLMNOP`), "it holds an access key id"],
    ["a header", inFile("headers:\n  Authorization: Bearer abcdefgh12345678\n"), "it holds an Authorization header with its value"],
  ])("%s", (_, object, what) => {
    expect(whats(credentials, alone(object))).toEqual([`${what}; the value is not shown here`]);
  });

  test("once for each place", () => {
    const values = { a: { password: "hunter2" }, b: { password: "hunter2" } };
    expect(credentials.run(add(inValues(values))).map(({ where }) => where)).toEqual([
      'dist/added/added.yml Application "added" spec.source.helm.valuesObject.a.password',
      'dist/added/added.yml Application "added" spec.source.helm.valuesObject.b.password',
    ]);
  });
});

describe("a reference to a credential is none", () => {
  test.each<[string, Parameters<typeof add>[0]]>([
    [
      "an entry of the secret store",
      { kind: "ExternalSecret", spec: { data: [{ secretKey: "token", remoteRef: { key: "push", property: "password" } }] } },
    ],
    [
      "a key of a Secret",
      { kind: "Deployment", spec: { env: [{ name: "TOKEN", valueFrom: { secretKeyRef: { name: "token", key: "token" } } }] } },
    ],
    ["a file", inVariable("API_TOKEN_FILE", "/run/secrets/token")],
    ["a file under a name without FILE", inVariable("API_TOKEN", "/run/secrets/api/token")],
    [
      "the scraper's token file",
      { kind: "VMNodeScrape", spec: { bearerTokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token" } },
    ],
    ["a variable that a file of the dashboard application names", inFile("user: a\nbasicAuthPassword: $LOGS_PASSWORD\n")],
    ["keys that name files", inFile("a: 1\npassword_file: /x/y\ntoken_file: /x/z\nuser_key_file: /x/k\n")],
    ["the token that is not mounted", { kind: "ServiceAccount", automountServiceAccountToken: false }],
    ["a Helm chart's reference", inValues({ admin: { existingSecret: "grafana-admin", passwordKey: "password" } })],
    ["an operator's reference", { kind: "VMAlertmanager", spec: { configSecret: "alertmanager", secrets: ["push"] } }],
    ["a pull secret", { kind: "ServiceAccount", imagePullSecrets: [{ name: "registry" }] }],
    ["a Secret's name", { kind: "VMAgent", spec: { basicAuth: { password: { name: "store", key: "password" } } } }],
    ["a volume", { kind: "Deployment", spec: { volumes: [{ name: "token", secret: { secretName: "token" } }] } }],
    ["a placeholder", inFile("a: 1\npassword: $(DB_PASSWORD)\n")],
    ["a template", inFile("a: 1\npassword: {{ .password }}\n")],
    ["a Helm switch", inValues({ generatePassword: true, tokenTTL: 3600 })],
    ["an empty value", inVariable("API_TOKEN", "")],
    ["an address", inVariable("TOKEN_URL", "https://auth.example.org/token")],
    ["a git address", { kind: "Application", spec: { source: { repoURL: "ssh://git@git.example.org/ops/gitops.git" } } }],
    ["a checksum", { kind: "Deployment", spec: { template: { metadata: { annotations: { "checksum/relay": "0".repeat(64) } } } } }],
    [
      "a label in an expression",
      { kind: "VMRule", spec: { groups: [{ rules: [{ expr: 'kube_secret_info{secret="token", key="x"} == 1' }] }] } },
    ],
    ["the words of a header", { kind: "VMRule", spec: { description: "Basic authentication is required." } }],
    ["a sentence with a colon", { kind: "VMRule", spec: { description: "Token: it expires soon" } }],
    ["a sentence", { kind: "VMRule", spec: { description: "Renew the token: it expires soon. A password is never in a manifest." } }],
    ["a UUID that is no address", inFile(`id: ${UUID}\nb: 1\n`)],
  ])("%s", (_, object) => {
    expect(whats(credentials, alone(object))).toEqual([]);
  });
});
