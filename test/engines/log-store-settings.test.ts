/** The job's script, as the image has it, with the rights of dist/ at a real API server, against a stand-in of the store. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoreDeclaration } from "../../lib/log-store/declaration";
import { StoreStandIn } from "../batch/jobs/log-store-settings/store-stand-in";
import { type Ended, runJob } from "../batch/run-job";
import { examplePlatform } from "../example";
import { freePort } from "../free-port";
import { type ApiServer, startApiServer } from "./api-server";
import { describeEngines, type RunningEngine, startProcess, temporaryFolder } from "./engine";

const JOB = "log-store-settings";
const { manifests, site } = examplePlatform();
const object = (kind: string) => manifests.find(({ object: one }) => one.kind === kind && one.metadata.name === JOB)?.object;
const file = (object("ConfigMap") as unknown as { data: Record<string, string> }).data["declaration.json"] ?? "";
const declared = JSON.parse(file) as StoreDeclaration;
const { monitoring } = site.namespaces;

describeEngines(["kube-apiserver", "etcd", "pushgateway"], "the settings of the log store, with the rights of their job", () => {
  let api: ApiServer;
  let gateway: RunningEngine;
  let gatewayUrl = "";
  let store: StoreStandIn;
  let env: Record<string, string>;
  let kubeconfig = "";

  beforeAll(async () => {
    gatewayUrl = `http://127.0.0.1:${await freePort()}`;
    [api, gateway, store] = await Promise.all([
      startApiServer(),
      startProcess("pushgateway", [`--web.listen-address=${gatewayUrl.replace("http://", "")}`], { ready: `${gatewayUrl}/-/ready` }),
      new StoreStandIn().start(),
    ]);
    for (const name of new Set([monitoring, ...declared.tokens.map(({ namespace }) => namespace)])) await api.ensureNamespace(name);
    for (const { object: one } of manifests) {
      const isOurs = one.metadata.name === JOB || one.metadata.name === `belfry-${JOB}`;
      if (!isOurs || !["Role", "RoleBinding", "ServiceAccount"].includes(one.kind)) continue;
      const { status, message } = await api.apply(one as never);
      expect([one.kind, status, message]).toEqual([one.kind, expect.any(Number), ""]);
    }
    const { body } = await api.request("POST", `/api/v1/namespaces/${monitoring}/serviceaccounts/${JOB}/token`, {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: {},
    });
    kubeconfig = api.kubeconfigOf((body as { status: { token: string } }).status.token);
    const folder = temporaryFolder();
    const path = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    env = {
      PUSHGATEWAY_URL: gatewayUrl,
      STORE_URL: store.url,
      STORE_USER_FILE: path("user", store.user),
      STORE_PASSWORD_FILE: path("password", `${store.password}\n`),
      DECLARATION: path("declaration.json", file),
      KUBECONFIG: kubeconfig,
    };
  }, 120_000);
  afterAll(async () => {
    store?.close();
    await gateway?.stop();
    await api?.stop();
  });

  const run = (more: Readonly<Record<string, string>> = {}): Promise<Ended> => runJob(JOB, { ...env, ...more });
  const errors = ({ log }: Ended) => log.filter(({ level }) => level === "error").map(({ msg, reason }) => `${msg}: ${reason}`);
  const secretPath = (namespace: string, name: string) => `/api/v1/namespaces/${namespace}/secrets/${name}`;
  const secret = async (namespace: string, name: string) => {
    const { body } = await api.request("GET", secretPath(namespace, name));
    const { data = {}, ...rest } = body as { data?: Record<string, string>; metadata: { resourceVersion: string }; type: string };
    return {
      ...rest,
      texts: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()])),
    };
  };
  const pushed = async () => {
    const text = await (await fetch(`${gatewayUrl}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name}\\{.*job="${JOB}".*\\} (\\S+)$`, "m").exec(text)?.[1]);
    return { drift: value("log_store_drift"), success: value("log_store_settings_last_run_success") };
  };
  /** Whether the account may, as the API server says. */
  const may = async (verb: string, namespace: string, name = "") => {
    const { body } = await api.request("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: `system:serviceaccount:${monitoring}:${JOB}`, resourceAttributes: { verb, namespace, name, resource: "secrets" } },
    });
    return (body as { status: { allowed: boolean } }).status.allowed;
  };
  const { streams, tokens, templates, destinations, alerts } = declared;
  // a token and its Secret are two, and the alerts have a folder
  const all = streams.length + 2 * tokens.length + templates.length + destinations.length + alerts.length + 1;

  test("Secrets that are not there are made under their names, and hold what the store knows", async () => {
    const ended = await run();
    expect([ended.code, errors(ended)]).toEqual([0, []]);
    for (const { name, namespace, secret: at, key, texts } of declared.tokens) {
      const token = store.tokens.find((one) => one.name === name)?.token;
      expect(token).toMatch(/^o2oi_/);
      expect(await secret(namespace, at)).toMatchObject({ type: "Opaque", texts: { ...texts, [key]: token } });
      expect(ended.output).not.toContain(token);
    }
    expect(ended.output).not.toContain(store.password);
    expect(store.alerts.map(({ name, enabled }) => [name, enabled])).toEqual(declared.alerts.map(({ name }) => [name, true]));
    expect(await pushed()).toEqual({ drift: all, success: 1 });
  });

  test("a second run changes nothing of them", async () => {
    const [{ namespace = "", secret: at = "" } = {}] = declared.tokens;
    const before = await secret(namespace, at);
    store.requests.length = 0;
    const ended = await run();
    expect([ended.code, errors(ended), store.changes]).toEqual([0, [], []]);
    expect((await secret(namespace, at)).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    expect(await pushed()).toEqual({ drift: 0, success: 1 });
  });

  test("one that is gone, emptied or of another value is mended, and what people added stays", async () => {
    const [{ name = "", namespace = "", secret: at = "", key = "" } = {}] = declared.tokens;
    const token = store.tokens.find((one) => one.name === name)?.token;
    const change = (body: object) => api.request("PATCH", secretPath(namespace, at), body, "application/merge-patch+json");
    for (const spoil of [
      () => api.request("DELETE", secretPath(namespace, at)),
      () => change({ data: null }),
      () => change({ data: { [key]: Buffer.from("other").toString("base64"), note: Buffer.from("mine").toString("base64") } }),
    ]) {
      expect((await spoil()).status).toBe(200);
      const ended = await run();
      expect([ended.code, errors(ended)]).toEqual([0, []]);
      expect((await secret(namespace, at)).texts[key]).toBe(token);
      expect((await pushed()).drift).toBe(1);
    }
    expect((await secret(namespace, at)).texts.note).toBe("mine");
  });

  test("the account may read and change these Secrets alone, make them under no other name, and list none", async () => {
    for (const { namespace, secret: at } of declared.tokens) {
      for (const verb of ["get", "patch", "create"]) expect([verb, await may(verb, namespace, at)]).toEqual([verb, true]);
      for (const verb of ["list", "watch", "delete", "update", "deletecollection"])
        expect([verb, await may(verb, namespace, at)]).toEqual([verb, false]);
    }
    for (const namespace of [monitoring, ...declared.tokens.map((one) => one.namespace)]) {
      for (const verb of ["get", "list", "watch", "create", "patch", "update", "delete"]) {
        expect([verb, await may(verb, namespace), await may(verb, namespace, "another")]).toEqual([verb, false, false]);
      }
    }
  });

  test("a token for a Secret that the account may not change is told, and nothing of it is made", async () => {
    const [first] = declared.tokens;
    const path = join(temporaryFolder(), "declaration.json");
    writeFileSync(path, JSON.stringify({ streams: [], tokens: [{ ...first, secret: "another", name: "belfry-another" }], alerts: [] }));
    const ended = await run({ DECLARATION: path });
    expect([ended.code, errors(ended)]).toEqual([
      1,
      [
        expect.stringMatching(
          /Secret \S+\/another: the API server answered 403: .*; allow the job's service account to get, patch and create it/,
        ),
      ],
    ]);
    expect((await api.request("GET", secretPath(first?.namespace ?? "", "another"))).status).toBe(404);
    expect(ended.output).not.toMatch(/o2oi_/);
    expect(await pushed()).toEqual({ drift: 1, success: 0 });
  });

  test("what the run is told wrongly fails it, and the gauge is pushed all the same", async () => {
    const ended = await run({ STORE_PASSWORD_FILE: "/nowhere" });
    expect([ended.code, errors(ended)]).toEqual([1, [expect.stringContaining('STORE_PASSWORD_FILE: can\'t read "/nowhere"')]]);
    expect(await pushed()).toEqual({ drift: 0, success: 0 });
  });
});
