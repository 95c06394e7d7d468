import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "../../lib/gitops/manifest";
import { podTemplates } from "../../lib/kubernetes/pod-templates";
import { examplePlatform, platformOf, ROOT } from "../example";
import { type ApiServer, startApiServer } from "./api-server";
import { describeEngines } from "./engine";
import { INSTALLATIONS } from "./installations";

const SCHEMAS = join(ROOT, "..", "shared", "crds");

/** Kinds without a schema in the folder can't be registered; their fields are checked by types alone. */
const UNREGISTERED = new Set(["VMCluster"]);

if (!existsSync(SCHEMAS)) {
  describe.skip("every manifest, judged by a real API server (skipped: ../shared/crds is absent)", () => {
    test("needs the schemas", () => {});
  });
} else {
  describeEngines(["kube-apiserver", "etcd"], "every manifest, judged by a real API server", () => {
    let server: ApiServer;

    beforeAll(async () => {
      server = await startApiServer();
      await server.registerCrds(SCHEMAS);
    });
    afterAll(() => server?.stop());

    describe.each(INSTALLATIONS)("$name", ({ site }) => {
      const { manifests } = platformOf(site);
      beforeAll(async () => {
        const { gitops, orchestrator } = site.namespaces;
        const autoscaled = site.autoscaling?.workloads?.map(({ namespace }) => namespace) ?? [];
        const ofOthers = [gitops, orchestrator, ...autoscaled, ...(site.stale_mounts?.namespaces ?? [])];
        for (const namespace of ofOthers) await server.ensureNamespace(namespace);
      });
      const judged = manifests.filter(({ object }) => !UNREGISTERED.has(object.kind));

      test("server-side apply with strict fields refuses none", async () => {
        await applyNamespaces(server, judged);
        const refused: string[] = [];
        for (const { file, object } of judged) {
          const verdict = await server.dryRunApply(object);
          if (verdict.status !== 200 && verdict.status !== 201) refused.push(`${file}: ${verdict.status} ${verdict.message}`);
        }
        expect(refused).toEqual([]);
        expect(judged.length).toBeGreaterThan(40);
      });

      test("what it stores is what was applied: every field of ours comes back as we wrote it", async () => {
        await applyNamespaces(server, judged);
        const changed: string[] = [];
        for (const { file, object } of judged) {
          const { result } = await server.dryRunApply(object);
          changed.push(...rewritten(object, result).map((path) => `${file}: ${path}`));
        }
        expect(changed).toEqual([]);
      });

      test("no workload of ours breaks the restricted Pod Security profile", async () => {
        await applyNamespaces(server, judged);
        const workloads = podTemplates(judged);
        const warnings = await Promise.all(workloads.map(async ({ manifest }) => (await server.dryRunApply(manifest.object)).warnings));
        expect(workloads.length).toBeGreaterThan(0);
        expect(warnings.flat()).toEqual([]);
      });
    });

    test("the judge does judge: a misspelt field and a root container are named", async () => {
      const { manifests } = examplePlatform();
      await applyNamespaces(server, manifests);
      const deployment = structuredClone(manifests.find(({ object }) => object.kind === "Deployment")?.object) as unknown as {
        apiVersion: string;
        kind: string;
        metadata: { name: string };
        spec: { replicaz?: number; template: { spec: { securityContext?: object } } };
      };
      delete deployment.spec.template.spec.securityContext;
      expect((await server.dryRunApply(deployment)).warnings.join()).toContain("runAsNonRoot");
      deployment.spec.replicaz = 2;
      expect((await server.dryRunApply(deployment)).message).toContain("replicaz");
    });

    test("the judge does judge: a quantity that the server writes in another way is named", async () => {
      const quota = {
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata: { name: "quota", namespace: "argocd" },
        spec: { hard: { cpu: "1000m", memory: "1Gi" } },
      };
      expect(rewritten(quota, (await server.dryRunApply(quota)).result)).toEqual(['.spec.hard.cpu "1000m" -> "1"']);
    });
  });
}

/** The fields of `applied` that `stored` does not hold, or holds otherwise: a CD tool would put them back for ever. */
function rewritten(applied: unknown, stored: unknown, path = ""): string[] {
  if (typeof applied !== "object" || applied === null)
    return applied === stored ? [] : [`${path} ${JSON.stringify(applied)} -> ${JSON.stringify(stored)}`];
  if (typeof stored !== "object" || stored === null || (Array.isArray(applied) && applied.length !== (stored as unknown[]).length))
    return [`${path} ${JSON.stringify(applied)} -> ${JSON.stringify(stored)}`];
  return Object.entries(applied).flatMap(([key, value]) => rewritten(value, (stored as Record<string, unknown>)[key], `${path}.${key}`));
}

async function applyNamespaces(server: ApiServer, manifests: readonly Manifest[]): Promise<void> {
  for (const { object } of manifests) if (object.kind === "Namespace") await server.apply(object);
}
