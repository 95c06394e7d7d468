import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { curlLine, foreignConnections, foreignJobs } from "../../components/batch/foreign";
import { examplePlatform, exampleSite } from "../example";

const { batch } = exampleSite();
const SITE = exampleSite({
  batch: {
    ...batch,
    outside_url: "https://push.example.org",
    foreign: [
      { script: "backup-volumes.sh", namespace: "backups", component: "Backups" },
      { script: "sync.py", addresses: ["192.168.10.31/32"], every_hours: 24, component: "Files & Documents", severity: "critical" },
    ],
  },
});

test("a job in the cluster pushes its two series, and nothing of its cadence", () => {
  const [inside] = foreignJobs(SITE);
  const line = inside && curlLine(inside, SITE);
  expect(line).toContain("backup_volumes_sh_last_run_timestamp_seconds %s");
  expect(line).toContain("http://pushgateway.monitoring.svc:9091/metrics/job/backup-volumes.sh || pushed=$?;");
  expect(line).not.toContain("scheduler_schedule_interval_seconds");
});

describe("the line ends as the job did, or else as the push did", () => {
  const folder = mkdtempSync(join(tmpdir(), "curl-"));
  writeFileSync(join(folder, "curl"), '#!/bin/sh\ncat > /dev/null\nexit "$CURL_ENDS"\n', { mode: 0o755 });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    [0, 0, 0],
    [3, 0, 3],
    [0, 22, 22],
    [3, 22, 3],
  ])("job %d, push %d: %d", (job, push, ends) => {
    const [inside] = foreignJobs(SITE);
    const line = inside === undefined ? "" : curlLine(inside, SITE);
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, CURL_ENDS: String(push) };
    for (const text of [`(exit ${job})\n${line}`, `set -eu\ntrap '${line.replaceAll("'", `'\\''`)}' EXIT\n(exit ${job})`])
      expect(spawnSync("sh", ["-c", text], { env }).status).toBe(ends);
  });
});

test("one outside of it pushes its cadence too, to where the gateway is reached from there", () => {
  const [, outside] = foreignJobs(SITE);
  const line = outside && curlLine(outside, SITE);
  expect(line).toContain("scheduler_schedule_interval_seconds 86400");
  expect(line).toContain("https://push.example.org/metrics/job/sync.py");
});

test("the pods of its namespace may push, or the hosts that it runs on", () => {
  expect(foreignConnections(SITE).map(({ from }) => from)).toEqual([
    expect.objectContaining({ namespace: "backups", pods: {} }),
    { outside: "sync.py", addresses: ["192.168.10.31/32"] },
  ]);
});

test("its alerts are its component's, as loud as it is", () => {
  const platform = examplePlatform({ batch: SITE.batch });
  const all = platform.rules.flatMap(({ groups }) => groups.flatMap(({ rules }) => rules));
  const stale = all.flatMap((rule) => (rule.kind === "alert" && rule.name === "BatchJobStale" ? [rule] : []));
  expect(stale.find(({ expr }) => expr.includes("sync\\\\.py") && !expr.includes("!~"))).toMatchObject({
    component: "Files & Documents",
    severity: "critical",
  });
  const never = all.flatMap((rule) =>
    rule.kind === "alert" && rule.name === "BatchJobNeverRan" && rule.component === "Files & Documents" ? [rule] : [],
  );
  expect(never[0]?.expr).toContain(`batch_job:gateway_up:max{job=~"sync\\\\.py"} offset 1d2h`);
});
