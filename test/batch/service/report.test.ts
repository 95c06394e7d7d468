/** What a gateway is told, and in which order: a stand-in that keeps groups as the real one does. */
import type { RequestListener } from "node:http";
import { heartbeat } from "../../../components/batch/jobs/heartbeat";
import { gaugeOf } from "../../../components/batch/service/gauge";
import { type Outcome, report } from "../../../components/batch/service/report";
import { declareSeries, gauge } from "../../../lib/series";
import { createLog } from "../../../lib/service/log";
import { pushed, startServer } from "../run-job";

const series = declareSeries({
  ...heartbeat("backup-nas"),
  nas_snapshot_age_days: gauge("days", "Days.", "job", "share"),
  nas_snapshots: gauge("count", "Snapshots.", "job"),
});
const ages = (shares: Readonly<Record<string, number>>) =>
  Object.entries(shares).map(([share, days]) => gaugeOf(series.nas_snapshot_age_days, { share }, days));
const AT = 1_800_000_000_000;
const RAN = { backup_nas_last_run_timestamp_seconds: AT / 1000 };

let answer: RequestListener;
let gateway: Awaited<ReturnType<typeof startServer>>;
/** The one group, as it would be after all that was taken. */
let held: Record<string, number>;

beforeAll(async () => {
  gateway = await startServer((...call) => answer(...call));
});
beforeEach(() => {
  gateway.asked.length = 0;
  held = {};
  answer = (_, response) => {
    take();
    response.end();
  };
});
afterAll(() => gateway.close());

const familyOf = (sample: string) => sample.replace(/\{.*/, "");

function take(): void {
  const { body = "" } = gateway.asked.at(-1) ?? {};
  const samples = pushed(body);
  const names = new Set(Object.keys(samples).map(familyOf));
  const kept = Object.entries(held).filter(([sample]) => !names.has(familyOf(sample)));
  held = { ...Object.fromEntries(kept), ...samples };
}

const tell = (outcome: Outcome, seconds = 10) =>
  report(
    { gateway: gateway.url, job: "backup-nas", log: createLog("backup-nas", "silent"), signal: AbortSignal.timeout(seconds * 1000) },
    { name: "backup-nas", series },
    outcome,
    AT,
  );
const asked = () => gateway.asked.map(({ method, url }) => `${method} ${url}`);
const POST = "POST /metrics/job/backup-nas";

test("a run that found something of each of its series is one POST", async () => {
  expect(await tell({ isSuccess: true, found: [...ages({ photos: 2 }), gaugeOf(series.nas_snapshots, {}, 9)] })).toEqual({ isTaken: true });
  expect(asked()).toEqual([POST]);
});

describe("where nothing of a series was found", () => {
  const others = { 'scheduler_schedule_interval_seconds{job="backup-nas",script="backup-nas"}': 3600 };
  const found = ages({ photos: 2 });
  const told = { ...RAN, backup_nas_last_run_success: 1, 'nas_snapshot_age_days{share="photos"}': 2 };
  const bodies = () => gateway.asked.filter(({ method }) => method === "POST").map(({ body }) => body);

  test("it is one POST still, unless the gateway holds something of it", async () => {
    expect(await tell({ isSuccess: true, found })).toEqual({ isTaken: true });
    expect(asked()).toEqual([POST, "GET /metrics"]);
    expect(held).toEqual(told);
  });

  test("that is taken away, and of the group nothing else: by a family without samples", async () => {
    held = { ...others, 'nas_snapshots{instance="",job="backup-nas"}': 9, 'nas_snapshots{instance="",job="another"}': 9 };
    answer = (request, response) => {
      if (request.method === "POST" && request.headers["content-type"]?.startsWith("text/plain")) take();
      response.end(
        Object.entries(held)
          .map(([sample, value]) => `${sample} ${value}\n`)
          .join(""),
      );
    };
    expect(await tell({ isSuccess: true, found })).toEqual({ isTaken: true });
    expect(asked()).toEqual([POST, "GET /metrics", POST]);
    expect(bodies()[1]).toBe("\x11\n\rnas_snapshots\x18\x01");
  });

  test.each([405, 500])("a gateway that answers %d to all of this has the run, which is a good one", async (status) => {
    answer = (_, response) => {
      if (gateway.asked.length > 1) return void response.writeHead(status).end('nas_snapshots{job="backup-nas"} 9\n');
      take();
      return void response.end();
    };
    expect(await tell({ isSuccess: true, found })).toEqual({ isTaken: true });
    expect(held).toEqual(told);
  });
});

describe("a push that is given up tells of the last try that told anything, and that time ran out", () => {
  const givenUp = async (seconds: number) => {
    const push = await tell({ isSuccess: false, found: [] }, seconds);
    return push.isTaken ? "taken" : push.reason;
  };

  test("in the pause before the next one", async () => {
    answer = (_, response) => response.writeHead(503).end("not now");
    expect(await givenUp(0.3)).toBe("the Pushgateway answered 503: not now; then the time for the push was over");
  });

  test("while the next one has no answer yet", async () => {
    answer = (_, response) => void (gateway.asked.length === 1 && response.writeHead(503).end("not now"));
    expect(await givenUp(1)).toBe("the Pushgateway answered 503: not now; then the time for the push was over");
    expect(gateway.asked).toHaveLength(2);
  });

  test("where there was none", async () => {
    answer = () => {};
    expect(await givenUp(0.3)).toBe(`the Pushgateway at ${new URL(gateway.url).host} did not answer; then the time for the push was over`);
  });
});

test("a run that failed tells what it could read; a target without a figure has none, and other series stay", async () => {
  held = { 'nas_snapshot_age_days{share="photos"}': 1, 'nas_snapshot_age_days{share="films"}': 1, nas_snapshots: 9 };
  expect(await tell({ isSuccess: false, found: ages({ photos: 2 }) })).toEqual({ isTaken: true });
  expect(asked()).toEqual([POST]);
  expect(held).toEqual({ ...RAN, backup_nas_last_run_success: 0, 'nas_snapshot_age_days{share="photos"}': 2, nas_snapshots: 9 });
});

test("a run that could read nothing changes no figure", async () => {
  held = { 'nas_snapshot_age_days{share="photos"}': 1 };
  expect(await tell({ isSuccess: false, found: [] })).toEqual({ isTaken: true });
  expect(held).toEqual({ ...RAN, backup_nas_last_run_success: 0, 'nas_snapshot_age_days{share="photos"}': 1 });
});

test.each([true, false])(
  "of figures that the gateway refuses at least the run is told, as a failed one (success %s)",
  async (isSuccess) => {
    answer = (_, response) => {
      const isRefused = gateway.asked.at(-1)?.body.includes("nas_snapshot_age_days");
      if (!isRefused) take();
      response.writeHead(isRefused ? 400 : 200).end("pushed metrics are invalid");
    };
    expect(await tell({ isSuccess, found: ages({ photos: 2 }) })).toMatchObject({ isTaken: false, isRefused: true });
    expect(held).toEqual({ ...RAN, backup_nas_last_run_success: 0 });
  },
);
