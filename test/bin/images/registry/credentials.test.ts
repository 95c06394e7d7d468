import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askHelper } from "../../../../bin/images/registry/credential-helper";
import { configuredCredentials } from "../../../../bin/images/registry/credentials";

const HOST = "registry.example:5000";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "belfry-accounts-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const at = (...path: string[]): string => join(home, ...path);

function write(path: string, content: unknown): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const docker = (content: unknown): string => write(at(".docker", "config.json"), content);

/** A program on the PATH that writes down what it is asked. */
function helper(name: string, script: string): void {
  const path = write(at("bin", `docker-credential-${name}`), `#!/bin/sh\necho "$@" >>${at("asked")}\ncat >>${at("asked")}\n${script}\n`);
  chmodSync(path, 0o755);
}

const find = (registry = HOST, environment: Record<string, string> = {}) =>
  configuredCredentials({ PATH: `${at("bin")}:/usr/bin:/bin`, ...environment }, home)(registry);

describe("a file", () => {
  test("that nobody has tells of nobody", async () => {
    expect(await find()).toBeUndefined();
  });

  test.each([
    ["the host", HOST, HOST],
    ["an address", HOST, `https://${HOST}`],
    ["an address of old clients", HOST, `https://${HOST}/v1/`],
    ["Docker Hub's old address", "docker.io", "https://index.docker.io/v1/"],
    ["Docker Hub's name", "docker.io", "docker.io"],
    ["the name that its API has", "docker.io", "registry-1.docker.io"],
  ])("names a registry by %s", async (_, registry, key) => {
    const from = docker({ auths: { "other.example": { auth: base64("x:y") }, [key]: { auth: base64("ada:pass:word") } } });
    expect(await find(registry)).toEqual({ kind: "password", username: "ada", password: "pass:word", from });
  });

  test.each([`${HOST}/team`, "registry.example", "x.registry.example:5000", "example:5000"])("means another by %s", async (key) => {
    docker({ auths: { [key]: { auth: base64("ada:password") } } });
    expect(await find()).toBeUndefined();
  });

  test("has an identity token, which goes before the account", async () => {
    const from = docker({ auths: { [HOST]: { auth: base64("ada:"), identitytoken: "identity" } } });
    expect(await find()).toEqual({ kind: "identity token", token: "identity", from });
  });

  test("has user and password as they are", async () => {
    const from = docker({ auths: { [HOST]: { username: "ada", password: "password" } } });
    expect(await find()).toEqual({ kind: "password", username: "ada", password: "password", from });
  });

  test("has a mark of a store, and no account", async () => {
    docker({ auths: { [HOST]: {} }, HttpHeaders: { "User-Agent": "x" }, psFormat: "y" });
    expect(await find()).toBeUndefined();
  });

  test("has nulls where others leave a key out", async () => {
    docker({ auths: null, credHelpers: null, credsStore: null });
    expect(await find()).toBeUndefined();
  });
});

describe("which file", () => {
  const account = (username: string) => ({ auths: { [HOST]: { auth: base64(`${username}:password`) } } });

  test("the first that has the account: REGISTRY_AUTH_FILE, Docker's, that of the containers tools", async () => {
    const environment = { REGISTRY_AUTH_FILE: at("named.json"), DOCKER_CONFIG: at("docker"), XDG_RUNTIME_DIR: at("run") };
    docker(account("not asked: DOCKER_CONFIG is another folder"));
    write(at("named.json"), { auths: {} });
    write(at("run", "containers", "auth.json"), account("third"));
    expect(await find(HOST, environment)).toMatchObject({ username: "third", from: at("run", "containers", "auth.json") });
    write(at("docker", "config.json"), account("second"));
    expect(await find(HOST, environment)).toMatchObject({ username: "second" });
    write(at("named.json"), account("first"));
    expect(await find(HOST, environment)).toMatchObject({ username: "first" });
  });

  test("one that is named and not there is a mistake", async () => {
    await expect(find(HOST, { REGISTRY_AUTH_FILE: at("none.json") })).rejects.toThrow(
      `registry accounts in ${at("none.json")} can't be read (ENOENT): correct or unset REGISTRY_AUTH_FILE`,
    );
  });

  test("a folder without the file is nobody's", async () => {
    expect(await find(HOST, { DOCKER_CONFIG: at("none") })).toBeUndefined();
  });
});

describe("a broken file", () => {
  test("is told, without what is in it", async () => {
    const file = docker(`{"auths": {"${HOST}": {"auth": "c2VjcmV0"`);
    await expect(find()).rejects.toThrow(`registry accounts in ${file} can't be read: the file is not JSON; mend it, or log in anew`);
  });

  test("names the key that is not as Docker writes it", async () => {
    const file = docker({ auths: { [HOST]: { auth: { secret: "secret" } } }, credsStore: 5 });
    await expect(find()).rejects.toThrow(
      `registry accounts in ${file} can't be read: auths.${HOST}.auth is not what Docker writes there, credsStore is not what Docker writes there; `,
    );
  });

  test.each(["c2VjcmV0", base64(":password"), "***"])("has an account that is none: %s", async (auth) => {
    const file = docker({ auths: { [HOST]: { auth } } });
    await expect(find()).rejects.toThrow(
      `registry accounts in ${file}: "auth" of "${HOST}" is not user:password in base64; log in there anew`,
    );
  });

  test("can't be read", async () => {
    mkdirSync(at(".docker", "config.json"), { recursive: true });
    await expect(find()).rejects.toThrow(`registry accounts in ${at(".docker", "config.json")} can't be read (EISDIR): mend the file`);
  });
});

describe("a helper", () => {
  const asked = (): string => readFileSync(at("asked"), "utf8");
  const ANSWER = `echo '{"ServerURL":"x","Username":"ada","Secret":"from the helper"}'`;

  test("is asked for the registry that it is there for, before the one for all", async () => {
    helper("own", ANSWER);
    const file = docker({ credHelpers: { [HOST]: "own" }, credsStore: "all", auths: { [HOST]: { auth: base64("x:y") } } });
    const from = `docker-credential-own (${file})`;
    expect(await find()).toEqual({ kind: "password", username: "ada", password: "from the helper", from });
    expect(asked()).toBe(`get\n${HOST}\n`);
  });

  test("is asked for all", async () => {
    helper("all", ANSWER);
    docker({ credHelpers: { "other.example": "other" }, credsStore: "all" });
    expect(await find()).toMatchObject({ username: "ada" });
  });

  test("is asked for Docker Hub by its old address", async () => {
    helper("all", ANSWER);
    docker({ credsStore: "all" });
    await find("docker.io");
    expect(asked()).toBe("get\nhttps://index.docker.io/v1/\n");
  });

  test("gives an identity token", async () => {
    helper("all", `echo '{"Username":"<token>","Secret":"identity"}'`);
    docker({ credsStore: "all" });
    expect(await find()).toMatchObject({ kind: "identity token", token: "identity" });
  });

  test.each([
    ["says so", "echo 'credentials not found in native keychain'; exit 1"],
    ["gives an empty secret", `echo '{"Username":"","Secret":""}'`],
  ])("that has no account and %s leaves it to the file", async (_, script) => {
    helper("all", script);
    docker({ credsStore: "all", auths: { [HOST]: { auth: base64("ada:of the file") } } });
    expect(await find()).toMatchObject({ password: "of the file" });
  });

  test.each([
    ["that fails", "echo 'the keyring is locked' >&2; exit 3", "fails with code 3: the keyring is locked"],
    ["that fails in silence", "exit 1", "fails with code 1: it says nothing"],
    ["that fails after its answer", `${ANSWER}; exit 2`, "fails with code 2: it says nothing"],
    [
      "that fails after its answer in several lines",
      `printf '{\\n "Secret":\\n"from the helper"' >&2; exit 2`,
      "fails with code 2: it says nothing",
    ],
    ["that fails with nothing but a password", `echo '"from the helper"'; exit 2`, "fails with code 2: it says nothing"],
    ["that is ended", "kill -9 $$", "can't be run (ended by SIGKILL)"],
    ["that answers something else", "echo 'password: secret'", "does not answer as Docker's helpers do"],
    ["without a secret", `echo '{"Username":"ada"}'`, "does not answer as Docker's helpers do"],
  ])("%s is an error that names it", async (_, script, why) => {
    helper("all", script);
    const file = docker({ credsStore: "all" });
    await expect(find()).rejects.toThrow(`docker-credential-all, which ${file} names, ${why}`);
  });

  test("that is not there is an error", async () => {
    const file = docker({ credsStore: "desktop" });
    await expect(find()).rejects.toThrow(
      `docker-credential-desktop, which ${file} names, is not on the PATH; install it, or take it out of the file`,
    );
  });

  test("is a program on the PATH and nothing else", async () => {
    docker({ credsStore: "../../x; y" });
    await expect(find()).rejects.toThrow("is no name of a program; mend the file");
  });

  test("that never ends is not waited for", async () => {
    helper("all", "exec sleep 60");
    await expect(askHelper("all", HOST, "a file", { PATH: `${at("bin")}:/usr/bin:/bin` }, 200)).rejects.toThrow(
      `docker-credential-all, which a file names, can't be run (no answer within 0.2 s)`,
    );
  });
});
