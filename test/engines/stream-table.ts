import { asStored, type LogRecord } from "./vrl";

/** Whose line, as the shipper describes a pod; label keys may come without their dots. */
export const of = (namespace_name: string, pod_name: string, labels: Readonly<Record<string, unknown>> = {}, container_name = "app") => ({
  kubernetes: { namespace_name, pod_name, container_name, labels },
});
export const controller = of("ingress-nginx", "ingress-nginx-controller-5d9f8c7b6-x2w4q", {}, "controller");

export interface Case {
  readonly name: string;
  readonly record: LogRecord;
  readonly stream: string;
  readonly columns: LogRecord;
}

/** All of a table in one run of each program. */
export function becomes(table: readonly Case[]): void {
  let stored: Awaited<ReturnType<typeof asStored>> = [];
  beforeAll(async () => {
    const records = table.map(({ record }) => record);
    stored = await asStored("aggregator", records);
  });
  test.each(table.map((one, position) => ({ ...one, position })))("$name", ({ position, stream, columns }) => {
    const { stream: of, record } = stored[position] ?? { stream: "none", record: {} };
    expect({ stream: of, ...Object.fromEntries(Object.keys(columns).map((column) => [column, record[column]])) }).toEqual({
      stream,
      ...columns,
    });
  });
}
