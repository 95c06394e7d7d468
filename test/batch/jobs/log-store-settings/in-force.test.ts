import { DECLARED, endStand, expectInForce, reconcile, type Stand, startStand } from "./reconciling";

let stand: Stand;

beforeEach(async () => {
  stand = await startStand();
});
afterEach(() => endStand(stand));

/** Streams, tokens, Secrets, template, destination, folder, alerts. */
const ALL = 2 + 2 + 2 + 1 + 1 + 1 + 2;

/** What the first of these runs left: the others would do the same once more. */
let left: { readonly store: ReturnType<Stand["store"]["copy"]>; readonly secrets: Stand["secrets"]["secrets"] } | undefined;

/** All is in force after a run, and nothing is left of its requests. */
async function settled(): Promise<void> {
  if (left === undefined) {
    const { failures } = await reconcile(stand);
    expect(failures).toEqual([]);
    left = { store: stand.store.copy(), secrets: structuredClone(stand.secrets.secrets) };
  } else {
    stand.store.bringBack(left.store);
    for (const [place, kept] of structuredClone(left.secrets)) stand.secrets.secrets.set(place, kept);
  }
  stand.store.requests.length = 0;
  stand.secrets.requests.length = 0;
}

test("an empty store has all that is declared after one run, and each thing counts", async () => {
  const { drift, failures } = await reconcile(stand);
  expect([drift, failures]).toEqual([ALL, []]);
  expectInForce(stand);
});

test("the second run only reads", async () => {
  await settled();
  const before = stand.store.state;
  const { drift, failures } = await reconcile(stand);
  expect([drift, failures]).toEqual([0, []]);
  expect([stand.store.changes, stand.secrets.changes]).toEqual([[], []]);
  expect(stand.store.requests.some(({ path }) => path === "/config")).toBe(true);
  expect(stand.store.state).toEqual(before);
});

test("a file of streams, tokens and alerts alone is a declaration", async () => {
  const { streams, tokens } = DECLARED;
  const { drift, failures } = await reconcile(stand, { declared: { streams, tokens, alerts: [] } });
  expect([drift, failures]).toEqual([6, []]);
});

test("a mark of the order of bytes may stand before a declaration", async () => {
  const { drift, failures } = await reconcile(stand, { declared: `\ufeff${JSON.stringify(DECLARED)}` });
  expect([drift, failures]).toEqual([ALL, []]);
});

const alert = (name: string) => {
  const found = stand.store.alerts.find((one) => one.name === name);
  if (!found) throw new Error(`no alert ${name}`);
  return found;
};
const drop = <T>(list: T[], isMeant: (one: T) => boolean) => list.splice(list.findIndex(isMeant), 1);

test.each<[string, number, () => void]>([
  ["another retention", 1, () => stand.store.streams.set("logs/pod_logs", { data_retention: 3650, max_query_range: 7 })],
  ["a retention of 0", 1, () => stand.store.streams.set("traces/traces", { data_retention: 0 })],
  ["a deleted stream", 1, () => stand.store.streams.delete("traces/traces")],
  ["a disabled token", 1, () => Object.assign(stand.store.tokens.find(({ name }) => name === "belfry-agent") ?? {}, { enabled: false })],
  ["a Secret that is gone", 1, () => stand.secrets.secrets.delete("logging/log-store-router")],
  ["an emptied Secret", 1, () => stand.secrets.put("logging/log-store-router", {})],
  ["a Secret with another value", 1, () => stand.secrets.put("monitoring/log-store-agent", { token: "o2oi_other" })],
  ["a Secret without its user", 1, () => stand.secrets.put("logging/log-store-router", { token: stand.store.tokens[1]?.token ?? "" })],
  ["a changed template", 1, () => Object.assign(stand.store.templates[0] ?? {}, { body: "[]" })],
  ["a destination to elsewhere", 1, () => Object.assign(stand.store.destinations[0] ?? {}, { url: "http://elsewhere" })],
  ["a destination of another template", 1, () => Object.assign(stand.store.destinations[0] ?? {}, { template: "other" })],
  ["a destination that gets", 1, () => Object.assign(stand.store.destinations[0] ?? {}, { method: "get" })],
  ["a disabled alert", 1, () => Object.assign(alert("DiskSlow"), { enabled: false })],
  ["a deleted alert", 1, () => drop(stand.store.alerts, ({ name }) => name === "DiskSlow")],
  ["all alerts deleted", 2, () => stand.store.alerts.splice(0)],
  ["a changed query", 1, () => Object.assign(alert("DiskSlow"), { query_condition: { type: "sql", sql: "SELECT 1" } })],
  ["a function over the query", 1, () => Object.assign(alert("DiskSlow").query_condition as object, { vrl_function: "Lg==" })],
  ["another threshold", 1, () => Object.assign(alert("DiskSlow").trigger_condition as object, { threshold: 100 })],
  ["another period", 1, () => Object.assign(alert("DiskSlow").trigger_condition as object, { period: 1 })],
  ["another operator", 1, () => Object.assign(alert("DiskSlow").trigger_condition as object, { operator: "<" })],
  ["no destination of ours", 1, () => Object.assign(alert("DiskSlow"), { destinations: ["other"] })],
  ["a destination more", 1, () => Object.assign(alert("DiskSlow"), { destinations: ["belfry", "other"] })],
  ["a template of its own", 1, () => Object.assign(alert("DiskSlow"), { template: "other" })],
  ["other words for each row", 1, () => Object.assign(alert("DiskSlow"), { row_template: "{x}" })],
  ["another severity", 1, () => Object.assign(alert("DiskSlow"), { context_attributes: { severity: "critical", component: "Platform" } })],
  ["an alert that only makes incidents", 1, () => Object.assign(alert("DiskSlow"), { creates_incident: true })],
  ["a level more", 1, () => Object.assign(alert("DiskSlow").trigger_condition as object, { warning_threshold: 0 })],
  ["an alert of real time", 1, () => Object.assign(alert("DiskSlow"), { is_real_time: true })],
  [
    "disabled, and another query",
    1,
    () => Object.assign(alert("DiskSlow"), { enabled: false, query_condition: { type: "sql", sql: "SELECT 1" } }),
  ],
  ["an alert that is there twice", 1, () => void stand.store.addAlert(structuredClone(alert("DiskSlow")), alert("DiskSlow").folder_id)],
  [
    "an alert that is there three times, the oldest changed",
    1,
    () => {
      for (const _ of [1, 2]) stand.store.addAlert(structuredClone(alert("DiskSlow")), alert("DiskSlow").folder_id);
      Object.assign(alert("DiskSlow"), { enabled: false, description: "?" });
    },
  ],
  ["the folder deleted with its alerts", 3, () => void [stand.store.folders.splice(0), stand.store.alerts.splice(0)]],
  [
    "an emptied store",
    ALL,
    () => {
      const { store } = stand;
      store.streams.clear();
      for (const list of [store.tokens, store.templates, store.destinations, store.folders, store.alerts]) list.splice(0);
    },
  ],
])("%s is mended, and counts", async (_, count, change) => {
  await settled();
  change();
  const { drift, failures } = await reconcile(stand);
  expect(failures).toEqual([]);
  expectInForce(stand);
  expect(drift).toBe(count);
  expect((await reconcile(stand)).drift).toBe(0);
});

test("of doubles the oldest stays", async () => {
  await settled();
  const { id, folder_id } = alert("DiskSlow");
  stand.store.alerts.unshift({ ...structuredClone(alert("DiskSlow")), id: `9${id.slice(1)}`, folder_id });
  await reconcile(stand);
  expect(stand.store.alerts.filter(({ name }) => name === "DiskSlow").map((one) => one.id)).toEqual([id]);
});

test("what people made stays as it is", async () => {
  const { store, secrets } = stand;
  await settled();
  const [ours] = store.folders;
  const elsewhere = store.addFolder("people's");
  const theirs = { ...structuredClone(alert("DiskSlow")), query_condition: { type: "sql", sql: "SELECT 2" }, enabled: false };
  store.addAlert(theirs, elsewhere);
  store.addAlert({ ...theirs, name: "Mine" }, String(ours?.folderId));
  store.streams.set("logs/theirs", { data_retention: 7 });
  store.streams.set("logs/pod_logs", { data_retention: 31, max_query_range: 12, partition_keys: { a: 1 } });
  store.templates.push({ name: "theirs", body: "x" });
  store.destinations.push({ name: "theirs", url: "http://theirs", template: "theirs" });
  store.tokens.push({ name: "theirs", token: "o2oi_theirs", enabled: false, description: "" });
  Object.assign(alert("LoginsMany"), { tags: ["seen"], tz_offset: 60, enabled: false });
  secrets.put("logging/log-store-router", { token: "old", note: "mine" });
  secrets.put("logging/other", { token: "mine" });
  const before = store.state as Record<string, Record<string, unknown>[]>;
  const { failures } = await reconcile(stand);
  expect(failures).toEqual([]);
  expectInForce(stand);
  const after = store.state as Record<string, Record<string, unknown>[]>;
  const isTheirs = ({ name, folder }: Record<string, unknown>) => name === "theirs" || name === "Mine" || folder === "people's";
  for (const kind of ["templates", "destinations", "tokens", "alerts"])
    expect(after[kind]?.filter(isTheirs)).toEqual(before[kind]?.filter(isTheirs));
  expect(after.streams).toMatchObject({
    "logs/theirs": { data_retention: 7 },
    "logs/pod_logs": { data_retention: 30, max_query_range: 12, partition_keys: { a: 1 } },
  });
  expect(alert("LoginsMany")).toMatchObject({ tags: ["seen"], tz_offset: 60 });
  expect(secrets.text("logging/log-store-router", "note")).toBe("mine");
  expect(secrets.text("logging/other", "token")).toBe("mine");
  expect(stand.secrets.requests.every((one) => /secrets\/log-store-(?:router|agent)(?:\?|$)/.test(one))).toBe(true);
});

test.each([
  ["the same", DECLARED.templates[0]?.body],
  ["another", "[]"],
])("a template of ours is made beside %s one of the default organisation", async (_, body) => {
  stand.store.organisation = "ours";
  stand.store.defaultTemplates.push({ name: "belfry", type: "http", body });
  expect(await reconcile(stand)).toMatchObject({ drift: ALL, failures: [] });
  expectInForce(stand);
  expect(await reconcile(stand)).toMatchObject({ drift: 0, failures: [] });
});

test("settings of a stream are sent alone, whatever else is set of it", async () => {
  await settled();
  stand.store.streams.set("logs/pod_logs", { data_retention: 1 });
  await reconcile(stand);
  expect(stand.store.requests.filter(({ method }) => method === "PUT")).toEqual([
    { method: "PUT", path: "/api/default/streams/pod_logs/settings?type=logs", body: { data_retention: 30 } },
  ]);
});

test("another global retention fails, and keeps nothing else from being done", async () => {
  stand.store.globalRetention = 3650;
  const { failures, drift } = await reconcile(stand);
  expect(failures).toEqual([
    "the global retention of the log store is 3650 days and not 365; set ZO_COMPACT_DATA_RETENTION_DAYS and start it again",
  ]);
  expect(drift).toBe(ALL);
  expectInForce(stand);
});
