import type { Credentials } from "../../../../bin/images/registry/credentials";
import { clientOf, digestOf, PlayedRegistry, type Reply, refusal, type Seen } from "./played-registry";

const MANIFEST = "{}";
const LAYER = Buffer.from("a layer");
const DIGEST = digestOf(LAYER);
const ACCOUNT: Credentials = { kind: "password", username: "ada", password: "pass:word", from: "/home/ada/config.json" };
const BASIC = `Basic ${Buffer.from("ada:pass:word").toString("base64")}`;
const UNAUTHORIZED = { code: "UNAUTHORIZED", message: "authentication required" };

let played: PlayedRegistry;
beforeEach(async () => {
  played = await new PlayedRegistry().start();
  played.put("team/app", "1", MANIFEST);
  played.put("team/other", "1", MANIFEST);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await played.stop();
});

const unauthorized = (challenge: string): Reply => refusal(401, UNAUTHORIZED.code, UNAUTHORIZED.message, { "www-authenticate": challenge });
const as = (credentials: Credentials | undefined) => clientOf(played.host, { credentials: async () => credentials }).registry;
const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error("it has not failed")),
    (error: Error) => error,
  );

describe("Basic", () => {
  beforeEach(() => {
    played.play = ({ headers }) => (headers.authorization === BASIC ? undefined : unauthorized('Basic realm="Registry"'));
  });

  test("the account goes with each request but the first, so that an image costs one HEAD", async () => {
    const registry = as(ACCOUNT);
    await registry.head("team/app", "1");
    await registry.head("team/other", "1");
    expect(played.asked).toEqual(["GET /v2/", "HEAD /v2/team/app/manifests/1", "HEAD /v2/team/other/manifests/1"]);
  });

  test("a wrong password is told in the registry's words, with where it came from, and without it", async () => {
    const error = await failureOf(as({ ...ACCOUNT, password: "wrong-password" }).head("team/app", "1"));
    expect(error).toMatchObject({ status: 401, words: "UNAUTHORIZED: authentication required" });
    expect(error.message).toBe(
      `registry "${played.host}": manifest "team/app:1": 401 UNAUTHORIZED: authentication required; the account of /home/ada/config.json is not accepted: ` +
        `\`docker login ${played.host}\` writes down an account; DOCKER_CONFIG names the folder of config.json`,
    );
    expect(played.asked).toHaveLength(3);
  });

  test("whoever has no account learns that", async () => {
    expect((await failureOf(as(undefined).putBlob("team/app", DIGEST, LAYER))).message).toContain(
      "401 UNAUTHORIZED: authentication required; nobody is logged in there",
    );
  });

  test("an identity token is no password", async () => {
    const error = await failureOf(as({ kind: "identity token", token: "identity", from: "docker-credential-x" }).head("team/app", "1"));
    expect(error.message).toContain("it wants a password; docker-credential-x has a token");
  });

  test("a registry that shows its images to everybody is given the account where it asks for it", async () => {
    played.play = ({ method, headers }) =>
      method === "POST" && headers.authorization !== BASIC ? unauthorized('Basic realm="Registry"') : undefined;
    expect(await as(ACCOUNT).putBlob("team/app", DIGEST, LAYER)).toBe("uploaded");
    expect(played.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined, BASIC, BASIC]);
  });
});

describe("Bearer", () => {
  /** A server of tokens beside the registry, as most have it. */
  let server: PlayedRegistry;
  let answer: (seen: Seen, number: number) => Reply;
  /** What the registry takes. */
  let accepted: Set<string | undefined>;
  let challenge: string;

  beforeEach(async () => {
    server = await new PlayedRegistry().start();
    answer = (_, number) => ({ status: 200, body: JSON.stringify({ token: `token-${number}`, expires_in: 300 }) });
    server.play = (seen) => answer(seen, server.seen.length);
    accepted = new Set(Array.from({ length: 9 }, (_, index) => `Bearer token-${index}`));
    challenge = `Bearer realm="http://${server.host}/token?kind=a",service="the registry"`;
    played.play = ({ headers }) => (accepted.has(headers.authorization) ? undefined : unauthorized(challenge));
  });
  afterEach(() => server.stop());

  const scopesOf = ({ path }: Seen): string[] => new URL(path, "http://server").searchParams.getAll("scope");

  test("a token is fetched with the account, for the service and the scope, and kept for it", async () => {
    const registry = as(ACCOUNT);
    await registry.head("team/app", "1");
    await registry.manifest("team/app", "1");
    expect(server.asked).toEqual(["GET /token?kind=a&service=the+registry&scope=repository%3Ateam%2Fapp%3Apull"]);
    expect(server.seen[0]?.headers.authorization).toBe(BASIC);
    expect(played.asked).toEqual(["GET /v2/", "HEAD /v2/team/app/manifests/1", "GET /v2/team/app/manifests/1"]);
    expect(played.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, "Bearer token-1", "Bearer token-1"]);
  });

  test("everybody's token is fetched without an account", async () => {
    await as(undefined).head("team/app", "1");
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    expect(played.seen[1]?.headers.authorization).toBe("Bearer token-1");
  });

  test("requests at the same time share one", async () => {
    const registry = as(ACCOUNT);
    await Promise.all(Array.from({ length: 5 }, () => registry.head("team/app", "1")));
    expect(server.seen).toHaveLength(1);
    expect(played.asked.filter((line) => line === "GET /v2/")).toHaveLength(1);
  });

  test("each repository and what is done there has one of its own", async () => {
    played.blobs.set(`team/other@${DIGEST}`, LAYER);
    const registry = as(ACCOUNT);
    await registry.head("team/app", "1");
    await registry.putBlob("team/app", DIGEST, LAYER, { mount: "team/other" });
    expect(server.seen.map(scopesOf)).toEqual([
      ["repository:team/app:pull"],
      ["repository:team/app:pull,push"],
      ["repository:team/app:pull,push", "repository:team/other:pull"],
    ]);
  });

  test("a server that gives no token to mount with is none that refuses to push", async () => {
    answer = (seen, number) =>
      scopesOf(seen).length > 1 ? refusal(403, "DENIED", "no") : { status: 200, body: JSON.stringify({ token: `token-${number}` }) };
    expect(await as(ACCOUNT).putBlob("team/app", DIGEST, LAYER, { mount: "team/other" })).toBe("uploaded");
  });

  test("access_token is a token too, and what the registry asks for is added to what is meant", async () => {
    answer = () => ({ status: 200, body: JSON.stringify({ access_token: "token-1" }) });
    played.play = ({ path, headers }) => {
      if (path === "/v2/" || headers.authorization === "Bearer token-1") return undefined;
      return unauthorized(`${challenge},scope="repository:team/app:pull registry:catalog:*"`);
    };
    await as(ACCOUNT).head("team/app", "1");
    expect(server.seen.map(scopesOf)).toEqual([["repository:team/app:pull", "registry:catalog:*"]]);
  });

  test("one that has ended is not sent any more", async () => {
    const registry = as(ACCOUNT);
    await registry.head("team/app", "1");
    const now = Date.now();
    jest.spyOn(Date, "now").mockReturnValue(now + 280_000);
    await registry.head("team/app", "1");
    expect(played.asked).toHaveLength(3);
    expect(played.seen[2]?.headers.authorization).toBe("Bearer token-2");
  });

  test("one without a time ends after a minute", async () => {
    answer = (_, number) => ({ status: 200, body: JSON.stringify({ token: `token-${number}` }) });
    const registry = as(ACCOUNT);
    await registry.head("team/app", "1");
    const now = Date.now();
    jest.spyOn(Date, "now").mockReturnValue(now + 50_000);
    await registry.head("team/app", "1");
    jest.spyOn(Date, "now").mockReturnValue(now + 110_000);
    await registry.head("team/app", "1");
    expect(played.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      "Bearer token-1",
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  test("one that is refused is asked anew, also in the middle of an upload", async () => {
    played.play = ({ method, headers }) => {
      if (method === "PUT") accepted.delete("Bearer token-1");
      return accepted.has(headers.authorization) ? undefined : unauthorized(challenge);
    };
    expect(await as(ACCOUNT).putBlob("team/app", DIGEST, LAYER)).toBe("uploaded");
    expect(played.seen.slice(-2).map(({ method, headers }) => `${method} ${headers.authorization}`)).toEqual([
      "PUT Bearer token-1",
      "PUT Bearer token-2",
    ]);
  });

  test("a registry that takes none is not asked for ever", async () => {
    accepted.clear();
    expect((await failureOf(as(ACCOUNT).manifest("team/app", "1"))).message).toContain("401 UNAUTHORIZED: authentication required");
    expect(server.seen).toHaveLength(2);
    expect(played.seen).toHaveLength(3);
  });

  test("a wrong password is told in the words of the server of tokens", async () => {
    answer = () => ({ status: 401, body: JSON.stringify({ details: "incorrect username or password" }) });
    const error = await failureOf(as(ACCOUNT).head("team/app", "1"));
    expect(error).toMatchObject({ name: "RegistryError", registry: played.host, status: 401, words: "incorrect username or password" });
    expect(error.message).toContain(
      `registry "${played.host}": token for repository:team/app:pull of ${server.host}: 401 incorrect username or password; the account of /home/ada`,
    );
    expect(server.seen).toHaveLength(1);
  });

  test("an identity token is exchanged", async () => {
    await as({ kind: "identity token", token: "identity", from: "x" }).head("team/app", "1");
    expect(server.asked).toEqual(["POST /token?kind=a"]);
    expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.body.toString()))).toEqual({
      grant_type: "refresh_token",
      refresh_token: "identity",
      client_id: "belfry",
      service: "the registry",
      scope: "repository:team/app:pull",
    });
  });

  test("a busy server of tokens is asked again", async () => {
    answer = (_, number) => (number === 1 ? { status: 503 } : { status: 200, body: JSON.stringify({ token: "token-1" }) });
    expect(await as(ACCOUNT).head("team/app", "1")).toBeDefined();
  });

  test.each([
    ["that is not JSON", "hello"],
    ["without a token", "{}"],
    ["with what is none", '{"token":"","access_token":7}'],
    ["whose token would end the header", JSON.stringify({ token: "a\r\nX-Other: b" })],
  ])("an answer %s is told", async (_, body) => {
    answer = () => ({ status: 200, body });
    expect((await failureOf(as(ACCOUNT).head("team/app", "1"))).message).toContain("the answer has no token");
  });

  test("no password goes to a server that is not asked over HTTPS", async () => {
    challenge = 'Bearer realm="http://tokens.example/token",service="x"';
    expect((await failureOf(as(ACCOUNT).head("team/app", "1"))).message).toBe(
      `registry "${played.host}": it sends to "http://tokens.example/token" for a token; that is no HTTPS address, and no password goes there`,
    );
  });

  test("what a registry says of what it was sent is shown without it", async () => {
    const echo = `got Bearer token-1 of ${BASIC} pass:word`;
    played.play = ({ path }) => (path === "/v2/" ? unauthorized(challenge) : refusal(403, "DENIED", echo));
    const error = await failureOf(as(ACCOUNT).manifest("team/app", "1"));
    expect(error.message).toContain("403 DENIED: got Bearer *** of Basic *** ***; the account of /home/ada/config.json may not do that");
  });
});

test.each(["x", "+)", "-", "7"])(
  "a password of one or two characters (%s) is hidden where it is a word, and leaves other words whole",
  async (password) => {
    played.play = ({ path }) => (path === "/v2/" ? unauthorized("Basic") : refusal(403, "DENIED", `ada:${password} may not fix /x7/`));
    const error = await failureOf(as({ kind: "password", username: "ada", password, from: "a file" }).manifest("team/app", "1"));
    expect(error.message).toContain("403 DENIED: ada:*** may not fix /x7/");
  },
);

test("a way to log in that nobody here knows is named", async () => {
  played.play = () => unauthorized("Negotiate");
  expect((await failureOf(as(ACCOUNT).head("team/app", "1"))).message).toBe(
    `registry "${played.host}": it wants to be asked by "Negotiate"; known are Basic and Bearer`,
  );
});

test("the account is looked up once, and only where it is wanted", async () => {
  const credentials = jest.fn(async () => ACCOUNT);
  const { registry } = clientOf(played.host, { credentials });
  await registry.head("team/app", "1");
  expect(credentials).not.toHaveBeenCalled();
  played.play = ({ headers }) => (headers.authorization === BASIC ? undefined : unauthorized("Basic"));
  await registry.head("team/app", "1");
  await registry.head("team/other", "1");
  expect(credentials.mock.calls).toEqual([[played.host]]);
});

test("an account that can't be read is an error of its registry, and is looked up once", async () => {
  const credentials = jest.fn(() => Promise.reject(new Error("docker-credential-x is not on the PATH; install it")));
  played.play = () => unauthorized("Basic");
  const { registry } = clientOf(played.host, { credentials });
  for (const repository of ["team/app", "team/other"]) {
    expect(await failureOf(registry.head(repository, "1"))).toMatchObject({
      name: "RegistryError",
      registry: played.host,
      message: `registry "${played.host}": its account: docker-credential-x is not on the PATH; install it`,
    });
  }
  expect(credentials).toHaveBeenCalledTimes(1);
});
