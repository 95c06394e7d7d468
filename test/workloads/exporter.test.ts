import { Testing } from "cdk8s";
import { restrictedProblems } from "../../lib/checks/pod-security";
import type { Credential } from "../../lib/kubernetes/credential";
import { POD_SECURITY_REASON } from "../../lib/kubernetes/namespace";
import { scrapeSpec } from "../../lib/metrics/scrape-object";
import { declareSeries, gauge, seriesOf } from "../../lib/series";
import { checksum, checksumAnnotation } from "../../lib/workloads/config-checksum";
import { type Exporter, ExporterPod, exporterCredentials, exporterScrape, exporterWorkload } from "../../lib/workloads/exporter";
import { configPath, secretFile } from "../../lib/workloads/restricted-workload";

const CREDENTIAL: Credential = {
  name: "snmp",
  namespace: "monitoring",
  keys: { community: { key: "snmp", property: "community", holds: "a community" } },
};

const EXPORTER: Exporter = {
  name: "snmp-exporter",
  namespace: "monitoring",
  image: "quay.io/prometheus/snmp-exporter:v0.28.0",
  port: 9116,
  series: declareSeries({ ifHCInOctets: gauge("bytes", "Bytes in.", "ifName") }),
  cpu: { request: "10m", limit: "100m" },
  memory: "64Mi",
};

function render(changes: Partial<Exporter> = {}) {
  const chart = Testing.chart();
  new ExporterPod(chart, { ...EXPORTER, ...changes });
  const objects = Testing.synth(chart);
  const of = (kind: string) => objects.find((object) => object.kind === kind);
  const { template } = of("Deployment").spec;
  return { kinds: objects.map(({ kind }) => kind).sort(), of, template, container: template.spec.containers[0] };
}

test("an exporter is one restricted pod with an account, a Service, and nothing else", () => {
  const { kinds, template, of } = render();
  expect(kinds).toEqual(["Deployment", "Service", "ServiceAccount"]);
  expect(of("Deployment").spec.replicas).toBe(1);
  expect(restrictedProblems(template)).toEqual([]);
  expect(template.spec).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsUser: 65534 },
  });
  expect(template.spec.containers[0]).toMatchObject({ image: EXPORTER.image, securityContext: { readOnlyRootFilesystem: true } });
});

test("it is scraped by the name of its Service, on the port that its pod opens", () => {
  const { of, container } = render();
  expect(of("Service").spec.ports).toEqual([{ name: "http", port: 9116, targetPort: "http" }]);
  expect(container.ports).toEqual([{ name: "http", containerPort: 9116 }]);
  expect(exporterWorkload(EXPORTER)).toMatchObject({ name: "snmp-exporter", namespace: "monitoring", ports: { http: 9116 } });
  const scrape = exporterScrape({ ...EXPORTER, endpoints: [{ path: "/snmp", params: { target: "10.0.0.1" } }] });
  expect(scrape).toMatchObject({ name: "snmp-exporter", job: "snmp-exporter", series: seriesOf(EXPORTER.series) });
  expect(scrapeSpec(scrape)?.spec).toMatchObject({ endpoints: [{ port: "http", path: "/snmp", params: { target: ["10.0.0.1"] } }] });
});

test.each<[string, Partial<Exporter>, object]>([
  ["whether its port takes connections, which any exporter can be asked", {}, { tcpSocket: { port: "http" } }],
  ["by its health path, where it has one", { healthPath: "/-/healthy" }, { httpGet: { path: "/-/healthy", port: "http" } }],
])("it is asked %s", (_, changes, asked) => {
  const { startupProbe, livenessProbe, readinessProbe } = render(changes).container;
  for (const probe of [startupProbe, livenessProbe, readinessProbe]) expect(probe).toMatchObject(asked);
});

describe("a secret", () => {
  const file = secretFile(CREDENTIAL, "community");

  test.each<[string, Partial<Exporter>, object]>([
    ["a variable", { environment: { COMMUNITY_FILE: file } }, { env: [{ name: "COMMUNITY_FILE", value: "/run/secrets/snmp/community" }] }],
    ["an argument", { args: ["-v", { flag: "--community", file }] }, { args: ["-v", "--community=/run/secrets/snmp/community"] }],
  ])("is a file that %s names, mounted read-only", (_, changes, told) => {
    const { template, container } = render(changes);
    expect(container).toMatchObject(told);
    expect(container.volumeMounts).toEqual([{ name: "snmp", mountPath: "/run/secrets/snmp", readOnly: true }]);
    expect(template.spec.volumes).toEqual([{ name: "snmp", secret: { secretName: "snmp" } }]);
    expect(exporterCredentials({ ...EXPORTER, ...changes })).toEqual([CREDENTIAL]);
  });

  test("is a value by reference where the exporter reads no file, and mounts nothing", () => {
    const environment = { LEVEL: "info", COMMUNITY: { credential: CREDENTIAL, key: "community" } };
    const { template, container } = render({ environment });
    expect(container.env).toEqual([
      { name: "LEVEL", value: "info" },
      { name: "COMMUNITY", valueFrom: { secretKeyRef: { name: "snmp", key: "community" } } },
    ]);
    expect([container.volumeMounts, template.spec.volumes]).toEqual([undefined, undefined]);
    expect(exporterCredentials({ ...EXPORTER, environment })).toEqual([CREDENTIAL]);
  });

  test("that changes is read again where the exporter is told: a container beside it tells", () => {
    const [exporter, reloader] = render({ args: [{ flag: "-f", file }], reloadPath: "/-/reload" }).template.spec.containers;
    expect(reloader).toMatchObject({
      image: expect.stringMatching(/:config-reloader-v\d/),
      args: expect.arrayContaining([
        "--watched-dir=/run/secrets/snmp",
        "--reload-url=http://127.0.0.1:9116/-/reload",
        "--webhook-method=POST",
      ]),
      volumeMounts: exporter.volumeMounts,
    });
    expect(restrictedProblems(render({ args: [{ flag: "-f", file }], reloadPath: "/-/reload" }).template)).toEqual([]);
  });

  test.each<[string, Partial<Exporter>, string]>([
    [
      "that its credential lacks",
      { environment: { COMMUNITY: { credential: CREDENTIAL, key: "comunity" } } },
      'exporter "snmp-exporter": credential "snmp" has no key "comunity"; use one of: community',
    ],
    [
      "of another namespace",
      { args: [{ flag: "-f", file }], namespace: "apps" },
      'exporter "snmp-exporter": credential "snmp" is in namespace "monitoring", where no pod of "apps" reads it; declare it in "apps"',
    ],
  ])("%s is refused", (_, changes, message) => {
    expect(() => render(changes)).toThrow(new Error(message));
  });
});

describe("a configuration file", () => {
  const files = { "snmp.yml": "modules: {}" };
  const args = [`--config.file=${configPath("snmp-exporter")}/snmp.yml`];

  test("is mounted read-only, and a change of it restarts the exporter", () => {
    const { of, template, container } = render({ files, args });
    expect(of("ConfigMap")).toMatchObject({ metadata: { name: "snmp-exporter", namespace: "monitoring" }, data: files });
    expect(container).toMatchObject({ args, volumeMounts: [{ name: "config", mountPath: "/etc/snmp-exporter", readOnly: true }] });
    expect(template.metadata.annotations).toEqual({ [checksumAnnotation("snmp-exporter")]: checksum(files) });
  });

  test("that nothing tells it of is refused: it would run on with its own", () => {
    expect(() => render({ files })).toThrow(
      new Error(
        'exporter "snmp-exporter": nothing tells it of its files in /etc/snmp-exporter; name one, or the folder, in an argument or a variable',
      ),
    );
    expect(() => render({ files, environment: { CONFIG_FOLDER: configPath("snmp-exporter") } })).not.toThrow();
  });
});

describe("what it is let do beyond the restricted profile", () => {
  const raw = { capability: "NET_RAW", because: "ICMP needs raw sockets" };

  test("is a capability, root or a writable file system, with the reason on the pod", () => {
    const { template, container } = render({ exceptions: [raw, { runAsRoot: true, because: "the image has no other user" }] });
    expect(container.securityContext.capabilities).toEqual({ drop: ["ALL"], add: ["NET_RAW"] });
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: false, runAsUser: 0 });
    expect(template.metadata.annotations).toEqual({ [POD_SECURITY_REASON]: "ICMP needs raw sockets; the image has no other user" });
    expect(restrictedProblems(template)).not.toEqual([]);
  });

  test("a writable file system keeps the profile", () => {
    const { template, container } = render({ exceptions: [{ writableRoot: true, because: "it unpacks itself" }] });
    expect(container.securityContext.readOnlyRootFilesystem).toBe(false);
    expect(restrictedProblems(template)).toEqual([]);
  });
});
