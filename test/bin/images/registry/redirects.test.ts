import type { Credentials } from "../../../../bin/images/registry/credentials";
import { clientOf, digestOf, PlayedRegistry, type Reply, refusal } from "./played-registry";

const LAYER = Buffer.from("a layer");
const DIGEST = digestOf(LAYER);
const ACCOUNT: Credentials = { kind: "password", username: "ada", password: "password", from: "a file" };

let played: PlayedRegistry;
/** Where registries keep what is large. */
let store: PlayedRegistry;
beforeEach(async () => {
  [played, store] = await Promise.all([new PlayedRegistry().start(), new PlayedRegistry().start()]);
  store.play = () => ({ status: 200, body: LAYER });
});
afterEach(() => Promise.all([played.stop(), store.stop()]));

const client = () => clientOf(played.host, { credentials: async () => ACCOUNT }).registry;
const to = (location: string, status = 307): Reply => ({ status, headers: { location } });

/** It has the account from the first request on. */
function redirect(reply: (path: string) => Reply | undefined): void {
  played.play = ({ path, headers }) =>
    headers.authorization === undefined ? refusal(401, "UNAUTHORIZED", "no", { "www-authenticate": "Basic" }) : reply(path);
}

test.each([301, 302, 303, 307, 308])("a blob elsewhere (%d) is fetched there, without the account", async (status) => {
  redirect(() => to(`http://${store.host}/elsewhere?signature=a%2Fb`, status));
  expect(await client().blob("app", DIGEST)).toEqual(LAYER);
  expect(store.asked).toEqual(["GET /elsewhere?signature=a%2Fb"]);
  expect(store.seen[0]?.headers.authorization).toBeUndefined();
  expect(played.seen[1]?.headers.authorization).toBeDefined();
});

test("within the registry the account goes along", async () => {
  played.blobs.set(`app@${DIGEST}`, LAYER);
  redirect((path) => (path.includes("/old/") ? to(`../../../app/blobs/${DIGEST}`) : undefined));
  expect(await client().blob("team/old", DIGEST)).toEqual(LAYER);
  expect(played.seen.at(-1)?.headers.authorization).toBeDefined();
});

test("an upload that another host takes goes there whole, without the account", async () => {
  store.play = () => ({ status: 201 });
  redirect((path) => (path.endsWith("/uploads/") ? { status: 202, headers: { location: `http://${store.host}/upload?a=b` } } : undefined));
  expect(await client().putBlob("app", DIGEST, LAYER)).toBe("uploaded");
  expect(store.seen).toMatchObject([{ method: "PUT", path: `/upload?a=b&digest=${encodeURIComponent(DIGEST)}`, body: LAYER }]);
  expect(store.seen[0]?.headers.authorization).toBeUndefined();
});

test("where an upload goes is relative to the host that opened it", async () => {
  store.play = ({ method }) => (method === "POST" ? { status: 202, headers: { location: "session?a=b" } } : { status: 201 });
  redirect((path) => (path.endsWith("/uploads/") ? to(`http://${store.host}/store/uploads/`) : undefined));
  expect(await client().putBlob("app", DIGEST, LAYER)).toBe("uploaded");
  expect(store.asked).toEqual(["POST /store/uploads/", `PUT /store/uploads/session?a=b&digest=${encodeURIComponent(DIGEST)}`]);
});

test("an upload is not made anew at an address that means another request", async () => {
  redirect((path) => (path.includes("_state") ? to("/elsewhere", 302) : undefined));
  await expect(client().putBlob("app", DIGEST, LAYER)).rejects.toThrow(/push of blob "app@[^"]+": 302/);
});

test("another host's challenge is not answered with the registry's account", async () => {
  redirect(() => to(`http://${store.host}/elsewhere`));
  store.play = () => refusal(401, "UNAUTHORIZED", "who are you?", { "www-authenticate": `Bearer realm="http://${store.host}/token"` });
  await expect(client().blob("app", DIGEST)).rejects.toThrow(`from ${store.host}: 401 UNAUTHORIZED: who are you?`);
  expect(store.asked).toEqual(["GET /elsewhere"]);
  expect(store.seen[0]?.headers.authorization).toBeUndefined();
});

test("nothing is fetched over plain HTTP but from loopback, and the address is named without its signature", async () => {
  redirect(() => to("http://store.example/blob?signature=secret"));
  const failed = client().blob("app", DIGEST);
  await expect(failed).rejects.toThrow("it sends on to http://store.example, which is not asked: only loopback is without HTTPS");
  await expect(failed).rejects.not.toThrow("secret");
});

test("a circle ends", async () => {
  redirect(() => to("/v2/again"));
  await expect(client().blob("app", DIGEST)).rejects.toThrow("it sends on more than 5 times");
  expect(played.seen.length).toBeLessThan(10);
});

test("a host behind it that is gone is named", async () => {
  const { host } = store;
  await store.stop();
  redirect(() => to(`http://${host}/elsewhere`));
  await expect(client().blob("app", DIGEST)).rejects.toThrow(`${host}: it refuses the connection`);
  store = await new PlayedRegistry().start();
});
