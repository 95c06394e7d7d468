import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { retryAfterMs } from "../../../../bin/images/registry/persistence";
import { freePort } from "../../../free-port";
import { clientOf, digestOf, PlayedRegistry, type Reply, refusal } from "./played-registry";

const LAYER = Buffer.alloc(1024 * 1024, "a layer");
const DIGEST = digestOf(LAYER);

describe("what passes", () => {
  let played: PlayedRegistry;
  beforeEach(async () => {
    played = await new PlayedRegistry().start();
    played.put("app", "1", "{}");
  });
  afterEach(() => played.stop());

  /** What it answers to the first requests of a method. */
  function answers(method: string, ...replies: readonly Reply[]): void {
    const left = [...replies];
    played.play = (seen) => (seen.method === method && seen.path !== "/v2/" ? left.shift() : undefined);
  }
  const count = (method: string) => played.asked.filter((line) => line.startsWith(method)).length;

  test.each([429, 500, 502, 503, 504])("%d is tried again, a little later each time", async (status) => {
    answers("HEAD", { status }, { status }, { status });
    const { registry, waits, retries } = clientOf(played.host);
    expect(await registry.head("app", "1")).toBeDefined();
    expect(waits).toEqual([0.5, 1, 2]);
    expect(retries[0]).toBe(`registry "${played.host}": manifest "app:1": ${status}; again in 0.5 s`);
  });

  test("a cut connection is tried again", async () => {
    answers("HEAD", "cut");
    expect(await clientOf(played.host).registry.head("app", "1")).toBeDefined();
    expect(count("HEAD")).toBe(2);
  });

  test("an answer that is cut within is tried again", async () => {
    answers("GET", "torn");
    const { registry } = clientOf(played.host);
    expect(await registry.manifest("app", "1")).toMatchObject({ body: Buffer.from("{}") });
  });

  test.each([400, 401, 403, 404])("%d is not", async (status) => {
    answers("GET", { status });
    const { registry, waits } = clientOf(played.host);
    await expect(registry.manifest("app", "1")).rejects.toThrow(`manifest "app:1": ${status}`);
    expect(waits).toEqual([]);
  });

  test("the wait is as long as the registry asks", async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    answers("HEAD", { status: 429, headers: { "retry-after": "7" } }, { status: 503, headers: { "retry-after": date } });
    const { registry, waits } = clientOf(played.host);
    await registry.head("app", "1");
    expect(waits[0]).toBe(7);
    expect(waits[1]).toBeGreaterThan(15);
    expect(waits[1]).toBeLessThanOrEqual(20);
  });

  test("the wait is never shorter than without its wish", async () => {
    const soon = { status: 429, headers: { "retry-after": "0" } };
    answers("HEAD", soon, soon, { status: 429, headers: { "retry-after": "1" } });
    const { registry, waits } = clientOf(played.host);
    expect(await registry.head("app", "1")).toBeDefined();
    expect(waits).toEqual([0.5, 1, 2]);
  });

  test("nobody waits for hours: the registry's wish is told", async () => {
    const busy = refusal(429, "TOOMANYREQUESTS", "pull rate limit", { "retry-after": "3600" });
    answers("GET", busy);
    const { registry, waits } = clientOf(played.host);
    await expect(registry.manifest("app", "1")).rejects.toThrow(
      "429 TOOMANYREQUESTS: pull rate limit; it asks to wait until 3600 s have passed",
    );
    expect(waits).toEqual([]);
  });

  test("what does not pass is an error after five tries, with the registry's last words", async () => {
    played.play = ({ path }) => (path === "/v2/" ? undefined : refusal(503, "UNAVAILABLE", "read only"));
    const { registry, waits } = clientOf(played.host);
    await expect(registry.manifest("app", "1")).rejects.toThrow(`registry "${played.host}": manifest "app:1": 503 UNAVAILABLE: read only`);
    expect(waits).toHaveLength(4);
  });

  test("a registry that cuts every connection from some time on is an error after five tries", async () => {
    const { registry, waits } = clientOf(played.host);
    await registry.head("app", "1");
    played.play = () => "cut";
    await expect(registry.head("app", "1")).rejects.toThrow(`registry "${played.host}": manifest "app:1": the connection was cut`);
    expect(waits).toHaveLength(4);
  });

  describe("of an upload", () => {
    test("that was cut is tried again, from a session of its own", async () => {
      answers("PUT", "cut");
      expect(await clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).toBe("uploaded");
      expect(played.asked.slice(1).map((line) => line.split(" ")[0])).toEqual(["HEAD", "POST", "PUT", "HEAD", "POST", "PUT"]);
      const [first, second] = played.asked.filter((line) => line.startsWith("PUT"));
      expect(first).not.toBe(second);
      expect(played.blobs.get(`app@${DIGEST}`)?.equals(LAYER)).toBe(true);
    });

    test.each([429, 500, 502, 503])("%d is tried again, from a session of its own", async (status) => {
      answers("PUT", { status });
      expect(await clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).toBe("uploaded");
      expect([count("POST"), count("PUT")]).toEqual([2, 2]);
    });

    test("that a restarted registry does not know any more is begun anew", async () => {
      answers("PUT", refusal(404, "BLOB_UPLOAD_UNKNOWN", "blob upload unknown to registry"));
      expect(await clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).toBe("uploaded");
      expect(count("POST")).toBe(2);
    });

    test("whose answer alone was cut is not made twice", async () => {
      played.play = ({ method }) => {
        if (method !== "PUT") return undefined;
        played.blobs.set(`app@${DIGEST}`, LAYER);
        return "cut";
      };
      expect(await clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).toBe("uploaded");
      expect([count("POST"), count("PUT")]).toEqual([1, 1]);
    });

    test("the session is asked for again", async () => {
      answers("POST", { status: 503 }, "cut");
      expect(await clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).toBe("uploaded");
      expect([count("POST"), count("PUT")]).toEqual([3, 1]);
    });

    test("and its session do not use up each other's tries", async () => {
      const busy = { status: 429 };
      answers("POST", busy, busy, busy);
      const { play } = played;
      const cuts: Reply[] = ["cut", "cut", "cut"];
      played.play = (seen) => (seen.method === "PUT" ? cuts.shift() : play(seen));
      expect(await clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).toBe("uploaded");
      expect([count("POST"), count("PUT")]).toEqual([7, 4]);
    });

    test("whose session is refused for good is an error with the registry's words", async () => {
      answers("POST", refusal(403, "DENIED", "quota is used up"));
      const { registry, waits } = clientOf(played.host);
      await expect(registry.putBlob("app", DIGEST, LAYER)).rejects.toThrow(/push of blob "app@[^"]+": 403 DENIED: quota is used up/);
      expect([waits, count("POST")]).toEqual([[], 1]);
    });

    test("that is always cut is an error after five", async () => {
      played.play = ({ method }) => (method === "PUT" ? "cut" : undefined);
      const { registry, waits } = clientOf(played.host);
      await expect(registry.putBlob("app", DIGEST, LAYER)).rejects.toThrow(
        `registry "${played.host}": push of blob "app@${DIGEST}": the connection was cut`,
      );
      expect([count("PUT"), waits.length]).toEqual([5, 4]);
    });
  });

  test("a registry that is restarted meanwhile is waited for", async () => {
    const { host } = played;
    const { registry, retries } = clientOf(host, { wait: async () => void (await played.start(Number(host.split(":")[1]))) });
    await registry.head("app", "1");
    await played.stop();
    expect(await registry.head("app", "1")).toBeDefined();
    expect(retries).toEqual([expect.stringContaining("it refuses the connection")]);
  });

  test("a registry that falls silent once is asked again", async () => {
    answers("HEAD", "silent");
    const { registry, retries } = clientOf(played.host, { timeouts: { silenceMs: 100 } });
    expect(await registry.head("app", "1")).toBeDefined();
    expect(retries).toEqual([`registry "${played.host}": manifest "app:1": silent for 0.1 s; again in 0.5 s`]);
  });

  test("a registry that stays silent is an error after five tries", async () => {
    played.play = ({ path }) => (path === "/v2/" ? undefined : "silent");
    const { registry, waits } = clientOf(played.host, { timeouts: { silenceMs: 50 } });
    await expect(registry.putManifest("app", "1", { mediaType: "a/b", body: LAYER })).rejects.toThrow("silent for 0.05 s");
    expect(waits).toHaveLength(4);
  });

  test("a manifest is pushed again", async () => {
    answers("PUT", { status: 502 }, "cut");
    await clientOf(played.host).registry.putManifest("app", "2", { mediaType: "a/b", body: Buffer.from("{}") });
    expect(count("PUT")).toBe(3);
  });
});

describe("a host that is gone", () => {
  test("refuses: the error says so at once, and it is asked only once", async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const { registry, waits } = clientOf(host);
    const failed = registry.head("app", "1");
    await expect(failed).rejects.toMatchObject({ name: "RegistryError", registry: host, status: undefined });
    await expect(failed).rejects.toThrow(`registry "${host}": first request: it refuses the connection: nothing listens there`);
    expect(waits).toEqual([]);
    // somebody who listens now is not asked
    const [, port] = host.split(":");
    let connections = 0;
    const late = await listening(() => connections++, Number(port));
    await expect(registry.manifest("other", "1")).rejects.toThrow("it refuses the connection");
    await expect(registry.putBlob("other", DIGEST, LAYER)).rejects.toThrow("it refuses the connection");
    expect(connections).toBe(0);
    late.close();
  });

  test("has a name that nobody knows", async () => {
    // too long for a name server to be asked
    const host = `${"a".repeat(64)}.example`;
    await expect(clientOf(host).registry.head("app", "1")).rejects.toThrow(`registry "${host}": first request: its name is not known`);
  });

  test("is silent: the error comes when nobody waits any longer", async () => {
    const silent = await listening(() => {});
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { registry, waits } = clientOf(host, { timeouts: { silenceMs: 100 } });
    await expect(registry.head("app", "1")).rejects.toThrow(`registry "${host}": first request: silent for 0.1 s`);
    expect(waits).toEqual([]);
    silent.close();
  });

  test("cuts every connection, and has never answered: it is asked twice", async () => {
    const played = await new PlayedRegistry().start();
    played.play = () => "cut";
    const { registry, waits } = clientOf(played.host);
    for (const tag of ["1", "2"])
      await expect(registry.head("app", tag)).rejects.toThrow(`registry "${played.host}": first request: the connection was cut`);
    expect([waits, played.seen.length]).toEqual([[0.5], 2]);
    await played.stop();
  });

  test("is behind one that is there, and cuts every connection: it is asked twice, whatever is fetched from it", async () => {
    const [played, store] = await Promise.all([new PlayedRegistry().start(), new PlayedRegistry().start()]);
    played.play = ({ path }) =>
      path.includes("/blobs/") ? { status: 307, headers: { location: `http://${store.host}/blob` } } : undefined;
    store.play = () => "cut";
    const { registry } = clientOf(played.host);
    for (const repository of ["one", "two"])
      await expect(registry.blob(repository, DIGEST)).rejects.toThrow(`${store.host}: the connection was cut`);
    expect(store.seen).toHaveLength(2);
    await Promise.all([played.stop(), store.stop()]);
  });

  test("speaks something else", async () => {
    const other = await listening((socket) => socket.end("220 mail.example ESMTP\r\n"));
    const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    await expect(clientOf(host).registry.head("app", "1")).rejects.toThrow(`registry "${host}": first request: `);
    other.close();
  });
});

test.each([
  ["seconds", "120", 120_000],
  ["a date", "Fri, 27 Nov 2026 10:01:00 GMT", 60_000],
  ["a date that has passed", "Fri, 27 Nov 2026 09:00:00 GMT", 0],
  ["neither", "soon", undefined],
  ["nothing", undefined, undefined],
])("Retry-After is %s", (_, text, milliseconds) => {
  expect(retryAfterMs({ headers: { "retry-after": text } }, Date.parse("2026-11-27T10:00:00Z"))).toBe(milliseconds);
});

async function listening(take: (socket: Socket) => void, port = 0): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    take(socket);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
