import { PATIENCE } from "../../../../components/batch/jobs/log-store-settings/asker";
import { telling, wideTest } from "../../../wide";
import { DECLARED, endStand, expectInForce, HASTY, reconcile, type Stand, startStand } from "./reconciling";

let stand: Stand;

beforeEach(async () => {
  stand = await startStand();
});
afterEach(() => endStand(stand));

const posts = () => stand.store.changes.filter((one) => /^POST .*\/alerts\?folder=/.test(one));

// the pauses are real
test.each(telling([30, 300, 1000]))(
  "what a store reads %i ms late is waited for, and written once",
  async (lagMs) => {
    stand.store.lagMs = lagMs;
    const [first, ...written] = [await reconcile(stand, { patience: PATIENCE }), ...stand.store.changes];
    expect([first.failures, first.drift]).toEqual([[], 11]);
    expectInForce(stand);
    expect(new Set(written).size).toBe(written.length - (DECLARED.alerts.length - 1) - (DECLARED.tokens.length - 1));
    stand.store.requests.length = 0;
    expect(await reconcile(stand, { patience: PATIENCE })).toMatchObject({ drift: 0, failures: [] });
    expect(stand.store.changes).toEqual([]);
  },
  60_000,
);

wideTest(
  "many objects are waited for at the same time, so that the run ends in its minute",
  async () => {
    stand.store.lagMs = 1000;
    const alerts = Array.from({ length: 60 }, (_, n) => ({ ...DECLARED.alerts[0], name: `Alert${n}` }));
    const streams = [...DECLARED.streams, ...Array.from({ length: 30 }, (_, n) => ({ name: `s${n}`, type: "logs", retention_days: 9 }))];
    const began = Date.now();
    const { failures } = await reconcile(stand, { declared: { ...DECLARED, alerts, streams }, patience: PATIENCE });
    expect(failures).toEqual([]);
    expect([stand.store.alerts.length, posts().length]).toEqual([60, 60]);
    expect(Date.now() - began).toBeLessThan(30_000);
  },
  60_000,
);

test("an alert that the store took and never lists is sent once, and is a failure", async () => {
  stand.store.fault = (_, { method, path }) => (method === "GET" && path.includes("/alerts?folder=") ? { text: '{"list":[]}' } : undefined);
  const { failures } = await reconcile(stand, { patience: HASTY });
  expect(failures).toEqual(
    DECLARED.alerts.map(({ name }) => expect.stringMatching(`^alert ${name}: it is not there, also after it was set; look at the log`)),
  );
  expect(posts()).toHaveLength(DECLARED.alerts.length);
});

test("an alert that a list shows twice and then no more is sent once", async () => {
  const looks = ["[]", "two", "[]"];
  stand.store.fault = (_, { method, path }) => {
    if (method !== "GET" || !path.includes("/alerts?folder=")) return undefined;
    const look = looks.shift() ?? "[]";
    const [one] = stand.store.alerts;
    const listed = { alert_id: one?.id, folder_id: one?.folder_id, name: one?.name };
    return { text: JSON.stringify({ list: look === "two" ? [listed, { ...listed, alert_id: "9" }] : [] }) };
  };
  const { failures } = await reconcile(stand, { declared: { ...DECLARED, alerts: DECLARED.alerts.slice(0, 1) }, patience: HASTY });
  expect(failures).toEqual(["alert DiskSlow: the log store took it, and lists it no more; look at its log, and at who else deletes it"]);
  expect(posts()).toHaveLength(1);
});

test("what is refused because it is there is looked for again", async () => {
  await reconcile(stand);
  const { templates } = stand.store;
  const kept = templates.splice(0);
  stand.store.onRequest = (_, { method, path }) => {
    if (method === "POST" && path.endsWith("/templates")) {
      templates.push(...kept);
      stand.store.lagMs = 150;
    }
  };
  const { failures } = await reconcile(stand, { patience: PATIENCE });
  expect(failures).toEqual([]);
  expect(templates).toHaveLength(1);
});
