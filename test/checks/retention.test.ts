import { retention } from "../../lib/checks/retention";
import { add, change, manifestOf, SMALL, whats } from "./small-platform";

const env = (name: string, value?: string) => change("Deployment/relay", "spec.template.spec.containers.0.env.0", { name, value });

test("the example installation passes", () => {
  expect(retention.run(SMALL)).toEqual([]);
});

test("the variable that the store ignores is refused, with the one it honours (specification, part 7)", () => {
  expect(retention.run(env("LOGSTORE_DATA_RETENTION_DAYS", "30"))).toEqual([
    {
      where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay" spec.template.spec.containers.0.env.0',
      what: "the log store ignores LOGSTORE_DATA_RETENTION_DAYS; its default of ten years stays in force",
      fix: "use LOGSTORE_COMPACT_DATA_RETENTION_DAYS",
    },
  ]);
});

test.each([
  ["30", []],
  ["3", []],
  ["2", ['LOGSTORE_COMPACT_DATA_RETENTION_DAYS is "2"']],
  ["0", ['LOGSTORE_COMPACT_DATA_RETENTION_DAYS is "0"']],
  ["-1", ['LOGSTORE_COMPACT_DATA_RETENTION_DAYS is "-1"']],
  ["30.5", ['LOGSTORE_COMPACT_DATA_RETENTION_DAYS is "30.5"']],
  ["a year", ['LOGSTORE_COMPACT_DATA_RETENTION_DAYS is "a year"']],
  [undefined, []],
])("the honoured variable with value %j", (value, found) => {
  expect(whats(retention, env("LOGSTORE_COMPACT_DATA_RETENTION_DAYS", value))).toEqual(found);
});

const IGNORED = "the log store ignores ZO_DATA_RETENTION_DAYS; its default of ten years stays in force";

test.each<[string, Parameters<typeof add>[0], string[]]>([
  [
    "a key of Helm values",
    { kind: "Application", spec: { helm: { valuesObject: { config: { ZO_DATA_RETENTION_DAYS: 30 } } } } },
    [IGNORED],
  ],
  ["a key of a ConfigMap", { kind: "ConfigMap", data: { ZO_DATA_RETENTION_DAYS: "30" } }, [IGNORED]],
  ["a line of a shell file", { kind: "ConfigMap", data: { "env.sh": "A=1\nexport ZO_DATA_RETENTION_DAYS=30\n" } }, [IGNORED]],
  ["a line of a YAML file", { kind: "ConfigMap", data: { "a.yaml": "env:\n  ZO_DATA_RETENTION_DAYS: 30\n" } }, [IGNORED]],
  [
    "too small a number in a file",
    { kind: "ConfigMap", data: { "a.yaml": 'ZO_COMPACT_DATA_RETENTION_DAYS: "1"\n' } },
    ['ZO_COMPACT_DATA_RETENTION_DAYS is "1"'],
  ],
  ["a right number in a file", { kind: "ConfigMap", data: { "a.yaml": 'ZO_COMPACT_DATA_RETENTION_DAYS: "30"\n' } }, []],
  ["another setting in days", { kind: "ConfigMap", data: { ZO_TELEMETRY_DAYS: "1" } }, []],
])("%s", (_, object, found) => {
  expect(whats(retention, add(object))).toEqual(found);
});

describe("what runs the store", () => {
  const env = (change: Parameters<typeof changeVariables>[0]) => whats(retention, changeVariables(change));

  test("says how long it keeps what nothing shortens: without the variable it would be ten years", () => {
    expect(env((all) => all.filter(({ name }) => name !== "ZO_COMPACT_DATA_RETENTION_DAYS"))).toEqual([
      "it runs the log store without ZO_COMPACT_DATA_RETENTION_DAYS, and would keep all for ten years",
    ]);
  });

  test("says it by the variable that the store reads, and not by the specification's name or by another", () => {
    for (const name of ["LOGSTORE_COMPACT_DATA_RETENTION_DAYS", "ZO_DATA_RETENTION_DAYS"]) {
      const found = env((all) => all.map((one) => (one.name === "ZO_COMPACT_DATA_RETENTION_DAYS" ? { ...one, name } : one)));
      expect(found).toContain("it runs the log store without ZO_COMPACT_DATA_RETENTION_DAYS, and would keep all for ten years");
    }
  });

  test.each([
    [{ value: "30" }, 'ZO_COMPACT_DATA_RETENTION_DAYS is "30", and what checks the store expects 365'],
    [
      { valueFrom: { secretKeyRef: { name: "log-store-root", key: "user" } } },
      "ZO_COMPACT_DATA_RETENTION_DAYS is no text of its own, and what checks the store expects 365",
    ],
  ])("with %j is not what is read back", (given, message) => {
    const found = env((all) => all.map((one) => (one.name === "ZO_COMPACT_DATA_RETENTION_DAYS" ? { name: one.name, ...given } : one)));
    expect(found).toEqual([message]);
  });
});

interface Variable {
  readonly name: string;
}

function changeVariables(changed: (all: readonly Variable[]) => readonly object[]) {
  const path = "spec.template.spec.containers.0.env";
  const { template } = manifestOf("StatefulSet/log-store").object.spec as { template: { spec: { containers: { env: Variable[] }[] } } };
  return change("StatefulSet/log-store", path, changed(template.spec.containers[0]?.env ?? []));
}
