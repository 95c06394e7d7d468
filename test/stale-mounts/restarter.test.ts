import { podIoError } from "../../components/relay/detectors/pod-io-error";
import { createRestarter, type RestarterOptions } from "../../components/stale-mounts/service/restarter";
import { patternOf } from "../../lib/logs/detector";
import type { HttpService } from "../../lib/service/http";
import { createLog } from "../../lib/service/log";
import { telling } from "../wide";
import { type ApiStandIn, IO_ERROR, RECORD, startApiStandIn } from "./api-stand-in";

let api: ApiStandIn;
let running: HttpService[] = [];
let lines: string[] = [];

beforeEach(async () => {
  api = await startApiStandIn();
  lines = [];
});
afterEach(async () => {
  for (const one of running) await one.close();
  running = [];
  api.stop();
});

/** Starts one; `port` is of its own interface. */
async function start(changes: Partial<RestarterOptions> = {}): Promise<{ readonly service: HttpService; readonly port: number }> {
  const log = createLog("stale-mounts", "silent");
  for (const level of ["info", "warn", "error"] as const)
    log[level] = (...args: unknown[]) => void lines.push(JSON.stringify([level, ...args]));
  const service = createRestarter({
    kubernetes: api.address,
    pattern: patternOf(podIoError),
    record: RECORD,
    except: ["kube-system"],
    limits: { restartsPerHour: 4, workloadPauseMs: 0 },
    windowMs: 24 * 3_600_000,
    checkMs: 1,
    isDryRun: false,
    log,
    ...changes,
  });
  running.push(service);
  return { service, port: await service.listen("127.0.0.1", 0) };
}

/** Starts one and lets it look at everything so often that what it is to do is done. */
async function look(changes: Partial<RestarterOptions> = {}) {
  const started = await start(changes);
  await api.checks(4);
  return started;
}

const metricsOf = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const deletedNames = () => api.deleted.map(({ path }) => path.split("/").at(-1));
const written = () => JSON.parse(api.record?.["restarts.json"] ?? "[]");

describe("a pod in CrashLoopBackOff with an I/O error in its log", () => {
  beforeEach(() => {
    api.pods = [{ name: "git-0" }, { name: "web-0", waiting: undefined, isReady: true }];
  });

  test("is deleted once, that very pod, after it was recorded", async () => {
    const { port } = await look();
    expect(api.deleted).toEqual([
      { path: "/api/v1/namespaces/git/pods/git-0", body: expect.objectContaining({ preconditions: { uid: "uid-of-git-0" } }) },
    ]);
    expect(written()).toMatchObject([{ namespace: "git", workload: "StatefulSet/git", pod: "git-0", uid: "uid-of-git-0" }]);
    const order = api.requests.filter((one) => !one.startsWith("GET")).map((one) => one.split(" ")[0]);
    expect(order).toEqual(["PATCH", "DELETE", "POST", "POST"]);
    expect(await metricsOf(port)).toContain('stale_mounts_restarts_total{namespace="git"} 1');
    expect(lines.join()).toContain(IO_ERROR);
  });

  test("has an event on itself and on its owner, with the line", async () => {
    await look();
    expect(api.events.map(({ reason, involvedObject: { kind, name, uid } }) => [reason, kind, name, uid])).toEqual([
      ["StaleMountRestart", "Pod", "git-0", "uid-of-git-0"],
      ["StaleMountRestart", "StatefulSet", "git", "uid-of-owner"],
    ]);
    expect(api.events[0]?.message).toContain(IO_ERROR);
  });

  test("its log is asked for with limits, of the instance that crashed", async () => {
    await look();
    const asked = api.requests.filter((one) => one.includes("/log"));
    expect(asked).toEqual(["GET /api/v1/namespaces/git/pods/git-0/log?container=main&previous=true&tailLines=200&limitBytes=262144"]);
  });

  test("that was made anew and crashes again is left alone: it is told once, and shown until it recovers", async () => {
    api.onDelete = (name) => {
      api.pods = [{ name, uid: "uid-of-the-new-one", created: new Date(Date.now() + 1000) }];
    };
    const { port } = await look();
    expect(deletedNames()).toEqual(["git-0"]);
    expect(api.events.map(({ reason }) => reason)).toEqual([
      ...["StaleMountRestart", "StaleMountRestart"],
      ...["StaleMountRestartUnhelpful", "StaleMountRestartUnhelpful"],
    ]);
    const text = await metricsOf(port);
    expect(text).toContain('stale_mounts_unhelped{namespace="git",workload="StatefulSet/git"} 1');
    expect(text).toContain('stale_mounts_pods{reason="restarted"} 1');
  });

  test("is not deleted a second time by another restarter that starts after the first", async () => {
    api.onDelete = (name) => {
      api.pods = [{ name, uid: "uid-of-the-new-one", created: new Date(Date.now() + 1000) }];
    };
    const { service } = await look();
    await service.close();
    await look();
    expect(deletedNames()).toEqual(["git-0"]);
  });

  test("is deleted by one of two restarters", async () => {
    api.onDelete = () => {};
    await Promise.all([look(), look()]);
    expect(written()).toHaveLength(1);
  });

  test("a deletion that was recorded and not carried out is carried out", async () => {
    let refusals = 2;
    api.instead = (asked) => (asked.startsWith("DELETE") && refusals-- > 0 ? [403, { message: "forbidden" }] : undefined);
    const { port } = await look();
    expect([deletedNames(), written().length]).toEqual([["git-0"], 1]);
    expect(await metricsOf(port)).toContain('stale_mounts_failures_total{operation="delete"} 2');
  });

  test("is only told of in a dry run", async () => {
    const { port } = await look({ isDryRun: true });
    expect(api.requests.filter((one) => !one.startsWith("GET"))).toEqual([]);
    expect(lines.filter((line) => line.includes("would delete"))).toHaveLength(1);
    expect(await metricsOf(port)).toContain('stale_mounts_pods{reason="dry_run"} 1');
  });

  test.each(telling(["a line that ends like others", "OSError: [Errno 51] Network is unreachable", ""]))(
    "without it (%j) is left alone, and its log read once",
    async (log) => {
      api.pods = [{ name: "git-0", log }];
      await look();
      expect(deletedNames()).toEqual([]);
      expect(api.requests.filter((one) => one.includes("/log"))).toHaveLength(1);
    },
  );

  test("the log of another crash is read again", async () => {
    api.pods = [{ name: "git-0", log: "all is well" }];
    await look();
    api.pods = [{ name: "git-0", restarts: 8 }];
    await api.checks(3);
    expect(deletedNames()).toEqual(["git-0"]);
  });
});

describe("which pods", () => {
  test.each<[string, object | undefined]>([
    ["nobody's", undefined],
    ["a Job's", { apiVersion: "batch/v1", kind: "Job", name: "tidy-1", uid: "u", controller: true }],
  ])("none that is %s, which would be lost: it is counted, and said once", async (_, owner) => {
    api.pods = [{ name: "tidy", owner }];
    const { port } = await look();
    expect([deletedNames(), written(), api.events]).toEqual([[], [], []]);
    expect(await metricsOf(port)).toContain('stale_mounts_pods{reason="unowned"} 1');
    expect(lines.filter((line) => line.includes("is left alone: nobody is known"))).toHaveLength(1);
  });

  test("of any volume, or of none", async () => {
    api.pods = [
      { name: "a-0", volume: { hostPath: { path: "/x" } } },
      { name: "b-0", volume: { csi: { driver: "nfs.csi.k8s.io" } } },
      { name: "c-0", volume: { emptyDir: {} } },
    ];
    await look();
    expect(deletedNames()).toEqual(["a-0", "b-0", "c-0"]);
  });

  test("never of an excluded namespace, and none of its logs is read", async () => {
    api.pods = [{ name: "git-0", namespace: "kube-system" }];
    await look();
    expect(api.requests.filter((one) => one.includes("/log"))).toEqual([]);
  });

  test("of the listed namespaces alone, each asked by itself", async () => {
    api.pods = [{ name: "git-0" }, { name: "other-0", namespace: "other" }, { name: "mail-0", namespace: "mail" }];
    await look({ namespaces: ["git", "mail"] });
    expect(deletedNames()).toEqual(["git-0", "mail-0"]);
    expect(api.requests.filter((one) => one.startsWith("GET /api/v1/pods") || one.includes("/other/"))).toEqual([]);
  });

  test("of every page", async () => {
    api.pods = [...Array.from({ length: 120 }, (_, n) => ({ name: `idle-${n}`, waiting: undefined })), { name: "git-0" }];
    await look();
    expect(deletedNames()).toEqual(["git-0"]);
  });

  test("however large they are: then fewer at a time", async () => {
    api.pods = [...Array.from({ length: 8 }, (_, n) => ({ name: `fat-${n}`, waiting: undefined, padding: 1_400_000 })), { name: "git-0" }];
    await start();
    await api.checks(4);
    expect(deletedNames()).toEqual(["git-0"]);
  });
});

describe("how many", () => {
  test("two of one workload one after the other: the second when the first is ready again", async () => {
    api.pods = [{ name: "git-0" }, { name: "git-1" }];
    await look();
    expect(deletedNames()).toEqual(["git-0"]);
    api.pods.push({ name: "git-0", uid: "new", created: new Date(Date.now() + 1000), waiting: undefined, isReady: true });
    await api.checks(3);
    expect(deletedNames()).toEqual(["git-0", "git-1"]);
  });

  test("two of one workload that were made in this very second: neither is taken for the other's successor", async () => {
    const now = () => new Date(Math.floor(Date.now() / 1000) * 1000);
    api.pods = [
      { name: "git-0", created: now() },
      { name: "git-1", created: now() },
    ];
    api.onDelete = (name) => {
      api.pods = api.pods.map((one) => (one.name === name ? { name, uid: "new", created: now(), waiting: undefined, isReady: true } : one));
    };
    await look();
    expect(deletedNames()).toEqual(["git-0", "git-1"]);
  });

  test("no more in an hour than the limit", async () => {
    api.pods = ["a-0", "b-0", "c-0"].map((name) => ({ name }));
    const { port } = await look({ limits: { restartsPerHour: 2, workloadPauseMs: 0 } });
    expect(deletedNames()).toEqual(["a-0", "b-0"]);
    expect(await metricsOf(port)).toContain('stale_mounts_pods{reason="limit"} 1');
    expect(lines.filter((line) => line.includes("enough pods were restarted"))).toHaveLength(1);
  });

  test("hundreds that crash are looked at by and by", async () => {
    api.pods = Array.from({ length: 70 }, (_, n) => ({ name: `x${n}-0`, log: "no error" }));
    await start();
    await api.checks(2);
    expect(api.requests.filter((one) => one.includes("/log")).length).toBeLessThanOrEqual(20);
    await api.checks(4);
    expect(api.requests.filter((one) => one.includes("/log"))).toHaveLength(70);
  });
});

describe("what fails", () => {
  beforeEach(() => {
    api.pods = [{ name: "git-0" }];
  });

  test.each<[string, string, string, number]>([
    ["the list", "list", "GET /api/v1/pods", 500],
    ["too many requests", "list", "GET /api/v1/pods", 429],
    ["a log that it may not read", "log", "/log?", 403],
    ["a kubelet that does not answer", "kubelet", "/log?", 500],
    ["the record", "record", "GET /api/v1/namespaces/watch", 500],
    ["a record that another has written", "record", "PATCH", 409],
  ])("%s: nothing is deleted, it is counted and said once", async (_, operation, asked, status) => {
    api.instead = (one) => (one.includes(asked) ? [status, { message: "out of order" }] : undefined);
    const { port } = await look();
    expect(deletedNames()).toEqual([]);
    expect(await metricsOf(port)).toMatch(new RegExp(`stale_mounts_failures_total{operation="${operation}"} [1-9]`));
    expect(lines.filter((line) => line.includes("out of order"))).toHaveLength(1);
  });

  test("and ends: it goes on by itself", async () => {
    let failures = 3;
    api.instead = (asked) => (asked.startsWith("GET /api/v1/pods") && failures-- > 0 ? [503, "not ready"] : undefined);
    await look();
    await api.checks(2);
    expect(deletedNames()).toEqual(["git-0"]);
    expect(lines.join()).toContain("it works again");
  });

  test("without the record nothing is deleted", async () => {
    api.record = undefined;
    await look();
    expect(deletedNames()).toEqual([]);
  });

  test.each(telling(["[", "{}", '[{"namespace":"git"}]', '[{"namespace":"git","workload":"w","pod":"p","uid":"u","at":"soon"}]'], 2))(
    "nor while it can't be read: %s",
    async (text) => {
      api.record = { "restarts.json": text };
      await look();
      expect(deletedNames()).toEqual([]);
      expect(lines.join()).toContain("can't be read; remove that key");
    },
  );

  test("a list whose next page has expired is begun again", async () => {
    api.pods = [...Array.from({ length: 60 }, (_, n) => ({ name: `idle-${n}`, waiting: undefined })), { name: "git-0" }];
    let expired = 1;
    api.instead = (asked) => (asked.includes("continue=") && expired-- > 0 ? [410, { message: "expired" }] : undefined);
    const { port } = await look();
    expect(deletedNames()).toEqual(["git-0"]);
    expect(await metricsOf(port)).toContain('stale_mounts_failures_total{operation="list"} 0');
  });

  test("an answer that is no list", async () => {
    api.instead = (asked) => (asked.startsWith("GET /api/v1/pods") ? [200, "<html>"] : undefined);
    await look();
    expect(lines.join()).toContain("the answer is no list of pods");
  });

  test("a pod that is gone meanwhile is none of ours", async () => {
    api.instead = (asked) => (asked.startsWith("DELETE") ? [404, { message: "not found" }] : undefined);
    const { port } = await look();
    expect(await metricsOf(port)).not.toContain("stale_mounts_restarts_total{");
    expect(api.events).toEqual([]);
  });

  test("without the account's files", async () => {
    await start({ kubernetes: { ...api.address, accountFolder: "/nowhere" } });
    while (lines.length === 0) await new Promise(setImmediate);
    expect(lines.join()).toContain("/nowhere/token can't be read (ENOENT); the pod needs its service account's token");
  });
});

test("a shutdown ends what is begun, and waits for no answer else", async () => {
  api.pods = [{ name: "git-0" }];
  const { service } = await start();
  let ended = false;
  api.instead = (asked) => {
    if (asked.startsWith("PATCH")) void service.close().then(() => (ended = true));
    return undefined;
  };
  while (!ended) await new Promise(setImmediate);
  expect([deletedNames(), api.events.length]).toEqual([["git-0"], 2]);

  api.instead = () => "nothing";
  const { service: waiting } = await start();
  await api.checks(1).catch(() => {});
  await waiting.close();
  expect(lines.filter((line) => line.includes("a call failed"))).toEqual([]);
});
