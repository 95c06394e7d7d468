import pino from "pino";
import { Alertmanagers } from "../../components/relay/service/alertmanagers";
import { systemClock } from "../../lib/service/clock";
import { type FakeAlertmanager, type Reply, startAlertmanager } from "./fake-alertmanager";

const ALERTS = Buffer.from('[{"labels":{"alertname":"PodIOError"}}]');

let fakes: FakeAlertmanager[];

async function replicas(...replies: Reply[]): Promise<Alertmanagers> {
  fakes = await Promise.all(replies.map((reply) => startAlertmanager(reply)));
  return new Alertmanagers({
    urls: fakes.map(({ url }) => url),
    log: pino({ level: "silent" }),
    onRetry: () => {},
    clock: systemClock,
    maxSockets: 4,
  });
}

const post = (to: Alertmanagers, limitMs = 400) => to.post(ALERTS, Date.now() + limitMs);

afterEach(() => Promise.all(fakes.map((fake) => fake.close())));

test("every replica gets the alerts, because they don't tell each other", async () => {
  expect(await post(await replicas(200, 200, 200))).toBe("ok");
  expect(fakes.map(({ batches }) => batches.length)).toEqual([1, 1, 1]);
});

test("one that took them is enough: a dead one and one that refuses cost nothing but a moment", async () => {
  expect(await post(await replicas("drop", 400, 200))).toBe("ok");
});

test("a replica that never answers holds a batch up for a second, not until the deadline", async () => {
  const to = await replicas("hold", 200);
  const began = Date.now();
  expect(await post(to, 8000)).toBe("ok");
  expect(Date.now() - began).toBeLessThan(4000);
});

test("none took them: the sender keeps the batch while one may still take it", async () => {
  expect(await post(await replicas("drop", 503, 400))).toBe("failed");
});

test("all refuse for good: no retry can fix it", async () => {
  expect(await post(await replicas(400, 422))).toBe("rejected");
});
