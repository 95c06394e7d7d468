/** The API server of the other tests, after some work. */
import { Agent, request } from "node:https";
import { type ApiServer, startApiServer } from "../api-server";
import { waitUntil } from "../engine";
import { plainFront } from "./plain-front";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

/** An API of the server's own, which goes over to somebody who is not there. */
const api = (spec: object) => ({
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { name: "v1.gone.belfry.test" },
  spec: { group: "gone.belfry.test", version: "v1", groupPriorityMinimum: 100, versionPriority: 100, ...spec },
});
const OWN_API = api({});
const GONE_API = api({ service: { name: "gone", namespace: "default" }, insecureSkipTLSVerify: true });

/** Somebody has to be judged. */
const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "judged", namespace: "work" },
  spec: { containers: [{ name: "judged", image: "judged" }], automountServiceAccountToken: false },
};

export const kubeApiServer: RealExporter = {
  scrape: "apiserver",
  start: async () => {
    const server = await startApiServer();
    await server.ensureNamespace("work");
    for (const [one, isAvailable] of [
      [OWN_API, "True"],
      [GONE_API, "False"],
    ] as const) {
      await server.apply(one);
      const path = `/apis/apiregistration.k8s.io/v1/apiservices/${one.metadata.name}`;
      await waitUntil(
        async () => JSON.stringify((await server.request("GET", path)).body).includes(`"status":"${isAvailable}"`),
        () => `the API server does not say whether ${one.metadata.name} is available`,
      );
    }
    for (const path of ["/api/v1/nodes", "/api/v1/pods", "/api/v1/namespaces/none", "/apis/gone.belfry.test/v1"])
      await server.request("GET", path);
    await cutShort(server);
    await server.apply(POD);
    await refuseAndLetThrough(server);
    const front = await plainFront({ port: Number(new URL(server.url).port), token: server.token });
    // the store may answer in the moment in which the request's time is up
    await waitUntil(
      async () => {
        await loseTheStore(server);
        return (await (await fetch(`http://127.0.0.1:${front.port}/metrics`)).text()).includes("\netcd_request_errors_total{");
      },
      () => "the API server counts no request that its store did not answer",
    );
    return { port: front.port, stop: stopAll(server, front) };
  },
};

/** A watch that its client leaves, which the server ends. */
function cutShort({ url, token }: { readonly url: string; readonly token: string }): Promise<void> {
  const agent = new Agent({ rejectUnauthorized: false });
  return new Promise((resolve) => {
    const asked = request(
      `${url}/api/v1/pods?watch=1&timeoutSeconds=1`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume();
        answer.on("close", resolve);
      },
    );
    asked.on("error", () => resolve());
    asked.end();
  });
}

/** Two webhooks that nobody answers: for one of them the request is refused. */
async function refuseAndLetThrough(server: ApiServer): Promise<void> {
  const webhook = (resource: string, failurePolicy: string) => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: resource },
    webhooks: [
      {
        name: `${resource}.belfry.test`,
        failurePolicy,
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        clientConfig: { url: "https://127.0.0.1:1/" },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: [resource] }],
      },
    ],
  });
  await server.apply(webhook("configmaps", "Ignore"));
  await server.apply(webhook("secrets", "Fail"));
  const make = async (kind: string, name: string) =>
    (await server.apply({ apiVersion: "v1", kind, metadata: { name, namespace: "work" } })).status;
  let tried = 0;
  await waitUntil(
    async () => (await make("Secret", `tried-${tried++}`)) === 500,
    () => "the API server does not ask the webhook",
  );
  await make("ConfigMap", "let-through");
}

/** The store answers nothing for a while, and a request ends before it does. */
async function loseTheStore({ pids: [, store], request: ask }: ApiServer): Promise<void> {
  if (store === undefined) throw new Error("the API server runs without a store");
  process.kill(store, "SIGSTOP");
  try {
    await ask("GET", "/api/v1/namespaces/work/configmaps/let-through?timeout=1s").catch(() => undefined);
  } finally {
    process.kill(store, "SIGCONT");
  }
}
