import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../example-site";
import { describeEngines } from "./engine";
import { asStored, type LogRecord } from "./vrl";

/** Lines that others wrote, beside the repository; not everybody has them. */
const SAMPLES = join(ROOT, "../shared/samples");
const linesOf = (file: string) => readFileSync(join(SAMPLES, file), "utf8").split("\n").filter(Boolean);
const controller = {
  kubernetes: { namespace_name: "ingress-nginx", pod_name: "ingress-nginx-controller-5d9f8c7b6-x2w4q", container_name: "controller" },
};

if (existsSync(SAMPLES)) {
  describeEngines(["vrl"], "lines that others wrote", tests);
} else {
  describe.skip(`lines that others wrote (skipped: ${SAMPLES} is not there)`, tests);
}

function tests(): void {
  type Left = LogRecord & { readonly of: string };
  const left = async (records: readonly LogRecord[]): Promise<Left[]> =>
    (await asStored("aggregator", records)).map(({ stream, record }) => ({ of: stream, ...record }));
  const inAll = (records: readonly Left[], of: string) =>
    expect(records.filter((record) => record.of !== of || record.unparsed_reason !== undefined)).toEqual([]);

  test.each(["", ' "www.example.org"'])("the access log's, with %j at their ends", async (tail) => {
    const records = await left(linesOf("ingress-access.log").map((line) => ({ log: `${line}${tail}`, ...controller })));
    inAll(records, "ingress_access");
    expect(records.every(({ status, request_time }) => Number.isInteger(status) && typeof request_time === "number")).toBe(true);
    expect(records.every(({ vhost }) => vhost === (tail === "" ? undefined : "www.example.org"))).toBe(true);
    const backends = new Set(
      records.map(({ backend_namespace: space, backend_service: service }) => (space === undefined ? undefined : `${space}/${service}`)),
    );
    expect([...backends].sort()).toEqual(["files/web", "git/web-service", "smart-home/hub", "sso/idp", "websites/site-a", undefined]);
  });

  test("the firewall's audit records", async () => {
    const records = await left(linesOf("modsec-audit.ndjson").map((log) => ({ log, ...controller })));
    inAll(records, "modsec");
    expect(
      records.every(
        ({ modsec_kind, http_code, matched_rules }) =>
          modsec_kind === "audit" && Number.isInteger(http_code) && Array.isArray(matched_rules),
      ),
    ).toBe(true);
    expect(records.filter(({ hostname }) => !/^[a-z]+\.example\.(?:org|net|com)$/.test(String(hostname)))).toEqual([]);
  });

  test.each([
    ["as the text of JSON", (line: string): LogRecord => ({ log: line })],
    ["as fields", (line: string): LogRecord => JSON.parse(line)],
  ])("the cluster's events, %s", async (_, recordOf) => {
    const lines = linesOf("k8s-events.ndjson");
    const records = await left(lines.map(recordOf));
    inAll(records, "k8s_events");
    const events = lines.map((line) => JSON.parse(line).event);
    expect(records.map(({ reason, type, namespace }) => ({ reason, type, namespace }))).toEqual(
      events.map(({ reason, type, involvedObject }) => ({ reason, type, namespace: involvedObject.namespace || undefined })),
    );
    expect(records.filter(({ service_name }) => !/^[a-z0-9-]+$/.test(String(service_name)))).toEqual([]);
  });

  test("of pods of all kinds: denied requests, access lines, and all others", async () => {
    const records = linesOf("relay-events.ndjson").map((line): LogRecord => JSON.parse(line));
    const expected = (text: string) => {
      if (text.includes("ModSecurity: Access denied") || text.startsWith('{"transaction"')) return "modsec";
      return / - - \[.* \[\] /.test(text) ? "ingress_access" : "pod_logs";
    };
    for (const [index, one] of (await left(records)).entries()) {
      const text = String(records[index]?.log ?? records[index]?.message);
      expect({ of: one.of, log: one.log }).toEqual({ of: expected(text), log: text });
      // one is cut off before it names its host
      const hostname = text.includes(", client: ") || text.startsWith("{") ? expect.stringMatching(/\.example\./) : undefined;
      if (one.of === "modsec") expect({ http_code: one.http_code, hostname: one.hostname }).toEqual({ http_code: 403, hostname });
    }
  });
}
