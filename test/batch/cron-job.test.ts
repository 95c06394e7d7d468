import { JOBS } from "../../components/batch/jobs/declared";
import { PUSH_SECONDS } from "../../components/batch/settings";
import { examplePlatform, exampleSite } from "../example";

const PLATFORM = examplePlatform();
const cronJobs = PLATFORM.manifests.filter(({ object }) => object.kind === "CronJob");

interface Spec {
  readonly schedule: string;
  readonly timeZone: string;
  readonly concurrencyPolicy: string;
  readonly suspend?: boolean;
  readonly jobTemplate: {
    readonly spec: {
      readonly activeDeadlineSeconds: number;
      readonly backoffLimit: number;
      readonly template: { readonly spec: Record<string, unknown> & { readonly containers: readonly Record<string, unknown>[] } };
    };
  };
}
const specOf = (name: string, platform = PLATFORM) =>
  platform.manifests.find(({ object }) => object.kind === "CronJob" && object.metadata.name === name)?.object.spec as unknown as Spec;

test("the example runs every job of ours, each by its own name and account", () => {
  expect(cronJobs.map(({ object }) => object.metadata.name).sort()).toEqual(JOBS.map(({ script }) => script).sort());
  for (const { script } of JOBS) {
    const { concurrencyPolicy, timeZone, suspend, jobTemplate } = specOf(script);
    const { serviceAccountName, containers, restartPolicy } = jobTemplate.spec.template.spec;
    expect({ concurrencyPolicy, timeZone, suspend, serviceAccountName, restartPolicy }).toEqual({
      concurrencyPolicy: "Forbid",
      timeZone: "Europe/Zurich",
      suspend: undefined,
      serviceAccountName: script,
      restartPolicy: "Never",
    });
    expect(
      String((containers[0]?.args as string[] | undefined)?.at(-1))
        .split("/")
        .at(-1),
    ).toBe(script);
    expect(jobTemplate.spec.backoffLimit).toBe(0);
    expect(jobTemplate.spec.activeDeadlineSeconds).toBeLessThan(10 * 60);
  }
});

test("no two of them run at the same time, so that a node needs room for one", () => {
  const longest = Math.max(...cronJobs.map(({ object }) => (object.spec as unknown as Spec).jobTemplate.spec.activeDeadlineSeconds)) / 60;
  const starts = cronJobs.flatMap(({ object }) => {
    const [minute = "", hour = ""] = (object.spec as unknown as Spec).schedule.split(" ");
    const hours = hour === "*" ? Array.from({ length: 24 }, (_, one) => one) : hour.split(",").map(Number);
    return hours.map((one) => one * 60 + Number(minute));
  });
  const sorted = starts.sort((a, b) => a - b);
  const gaps = sorted.map((start, index) => (sorted[index + 1] ?? (sorted[0] ?? 0) + 24 * 60) - start);
  // a run that takes as long as it may would meet the next where they are eight minutes apart, and none does
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(Math.min(8, longest));
});

test("a token is there for those that ask the API server, with a role that lists and does nothing else", () => {
  const roles = PLATFORM.manifests.filter(({ object, bundle }) => object.kind === "ClusterRole" && bundle === "monitoring-batch");
  expect(roles.map(({ object }) => object.metadata.name).sort()).toEqual([
    "belfry-backup-age",
    "belfry-backup-database",
    "belfry-cadence-map",
    "belfry-certificate-check",
  ]);
  for (const { object } of roles) {
    const { rules } = object as unknown as { rules: { verbs: string[] }[] };
    expect(rules.map(({ verbs }) => verbs)).toEqual([["list"]]);
  }
  const hasToken = (name: string) => specOf(name).jobTemplate.spec.template.spec.automountServiceAccountToken;
  expect([hasToken("backup-age"), hasToken("backup-nas")]).toEqual([true, false]);
});

test("the settings of the log store come as a file, and its account keeps the tokens' Secrets by their names alone", () => {
  const { ingestTokens, manifests, site } = PLATFORM;
  const of = (kind: string) => manifests.filter(({ object, bundle }) => object.kind === kind && bundle === "monitoring-batch");
  const namespaces = [...new Set(ingestTokens.map(({ namespace }) => namespace))].sort();
  const roles = of("Role").map(({ object }) => object as unknown as { metadata: { namespace: string }; rules: object[] });
  expect(roles.map(({ metadata }) => metadata.namespace).sort()).toEqual(namespaces);
  for (const { metadata, rules } of roles) {
    const resourceNames = ingestTokens.flatMap(({ namespace, name }) => (namespace === metadata.namespace ? [name] : [])).sort();
    expect(rules).toEqual([{ apiGroups: [""], resources: ["secrets"], resourceNames, verbs: ["get", "patch", "create"] }]);
  }
  for (const { object } of of("RoleBinding")) {
    expect(object).toMatchObject({
      subjects: [{ kind: "ServiceAccount", name: "log-store-settings", namespace: site.namespaces.monitoring }],
    });
  }
  const { spec } = specOf("log-store-settings").jobTemplate.spec.template;
  expect(spec.automountServiceAccountToken).toBe(true);
  expect(spec.volumes).toContainEqual({ name: "config", configMap: { name: "log-store-settings" } });
  expect(spec.containers[0]?.env).toContainEqual({ name: "DECLARATION", value: "/etc/log-store-settings/declaration.json" });
  expect(spec.containers[0]?.volumeMounts).toContainEqual({ name: "config", mountPath: "/etc/log-store-settings", readOnly: true });
});

test("a run of the log store's settings and its pushes end within two minutes", () => {
  const { activeDeadlineSeconds, template } = specOf("log-store-settings").jobTemplate.spec;
  const env = template.spec.containers[0]?.env as { name: string; value: string }[];
  const seconds = Number(env.find(({ name }) => name === "RUN_SECONDS")?.value);
  expect(seconds + PUSH_SECONDS).toBeLessThan(115);
  expect(activeDeadlineSeconds).toBeGreaterThan(seconds + PUSH_SECONDS);
});

test("a site without the section has the gateway and the cadence map, and no rule on what nobody pushes", () => {
  const { batch: _, ...rest } = exampleSite();
  const platform = examplePlatform({ batch: undefined });
  const needless = JOBS.filter((job) => typeof job.at(platform.site) !== "string").map(({ script }) => script);
  expect(platform.manifests.filter(({ object }) => object.kind === "CronJob").map(({ object }) => object.metadata.name)).toEqual(needless);
  expect(needless).toContain("cadence-map");
  expect(needless).not.toContain("backup-age");
  expect(rest).not.toHaveProperty("batch");
  const alerts = platform.rules.flatMap(({ groups }) =>
    groups.flatMap(({ rules }) => rules.flatMap((rule) => ("name" in rule ? [rule.name] : []))),
  );
  expect(alerts).toEqual(expect.arrayContaining(["BatchJobStale", "PushgatewayDown"]));
  expect(alerts).not.toContain("DatabaseBackupStale");
  expect(platform.batchJobs.map(({ name }) => name)).toEqual(needless);
});

test("the clients of the time server go to the router's source for jobs, whatever path its URL has", () => {
  const { urls } = exampleSite();
  const platform = examplePlatform({ urls: { ...urls, router_url: "http://log-router.logging.svc:8080/ingest" } });
  const { object } =
    platform.manifests.find(({ object: { kind, metadata } }) => kind === "CronJob" && metadata.name === "ntp-clients") ?? {};
  expect(object?.spec).not.toHaveProperty("suspend");
  expect(JSON.stringify(object?.spec)).toContain('"http://log-router.logging.svc:8081"');
});

test("what a job is told is text, a list as JSON, and a secret the path of its file", () => {
  const [container] = specOf("backup-nas").jobTemplate.spec.template.spec.containers;
  const env = Object.fromEntries(((container?.env ?? []) as { name: string; value: string }[]).map(({ name, value }) => [name, value]));
  expect(env).toMatchObject({
    PUSHGATEWAY_URL: "http://pushgateway.monitoring.svc:9091",
    HTTP_USER: "belfry",
    HTTP_PASSWORD_FILE: "/run/secrets/backup-nas/password",
  });
  expect(JSON.parse(env.SHARES ?? "")).toEqual([
    { share: "photos", listing: "https://nas.example.org/snapshots/photos/", pattern: "^daily-" },
    { share: "documents", listing: "https://nas.example.org/snapshots/documents/" },
  ]);
});
