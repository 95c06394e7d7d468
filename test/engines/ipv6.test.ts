import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exampleSite, fullPlatform } from "../example";
import { testIPv6 } from "../ipv6";
import { ipv6Only } from "../ipv6-site";
import { describeEngines } from "./engine";
import { OPERATOR_ENGINES, type OperatorRendered, operatorRendered } from "./operator-rendered";
import { type ContainerFiles, programOf, type RenderedContainer, renderedContainers, startContainer } from "./rendered-workload";

const PROGRAMS = ["victoria-metrics-1.150", "vmagent-1.150", "vmalert-1.150", "vmauth-1.150", "alertmanager"] as const;

/** The least that each program starts with: what they listen on is the question. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  "promscrape.config": "scrape_configs: []",
  // the first remote write has none
  "remoteWrite.urlRelabelConfig": "[]",
  rule: "groups: []",
  "auth.config": 'unauthorized_user: { url_prefix: "http://[::1]:9" }',
  "config.file": "{ route: { receiver: nobody }, receivers: [{ name: nobody }] }",
};

function configurationOf({ args }: RenderedContainer): ContainerFiles {
  return Object.fromEntries(
    args.flatMap((argument) => {
      const [, flag = "", path = ""] = /^--?([\w.]+)="?([^"]*)"?$/.exec(argument) ?? [];
      const text = CONFIGURATIONS[flag];
      return text === undefined ? [] : [[path.replace("*", "0").replace(/^,/, ""), text]];
    }),
  );
}

describeEngines([...OPERATOR_ENGINES, ...PROGRAMS], "an IPv6-only site", () => {
  describe.each(["single", "cluster"] as const)("scale: %s", (scale) => {
    let rendered: OperatorRendered;
    beforeAll(async () => {
      rendered = await operatorRendered(exampleSite({ ...ipv6Only(), scale }));
    });
    afterAll(() => rendered?.stop());

    test("is taken by the API server and the operator, whose pods have the flag wherever it is known", () => {
      expect([rendered.complaints, rendered.refusals]).toEqual([[], []]);
      const flags = renderedContainers(rendered.objects).map(({ name, args }) => [
        name,
        args.some((one) => /^--?enableTCP6=true$/.test(one)),
      ]);
      expect(flags.length).toBeGreaterThan(5);
      expect(flags.filter(([name, isFlagged]) => isFlagged !== (name !== "alertmanager"))).toEqual([]);
    });

    test("every network policy is one that the API server takes, which refuses an exception of the other family", async () => {
      const { server } = rendered;
      const policies = fullPlatform({ ...ipv6Only(), scale }).manifests.flatMap(({ object }) =>
        object.kind === "NetworkPolicy" ? [object] : [],
      );
      for (const { metadata } of policies) await server.ensureNamespace(metadata.namespace ?? "");
      const refused: string[] = [];
      for (const policy of policies) {
        const { status, message } = await server.dryRunApply(policy);
        if (status >= 300) refused.push(`${policy.metadata.namespace}/${policy.metadata.name}: ${message}`);
      }
      expect(refused).toEqual([]);
      const open = policies.find((policy) => JSON.stringify(policy).includes('"fc00::/7"'));
      if (open === undefined) throw new Error("no policy opens the internet");
      const mixed: typeof open = JSON.parse(JSON.stringify(open).replace('"10.0.0.0/8"', '"fc00::/7"'));
      expect((await server.dryRunApply(mixed)).message).toContain("must be a strict subset of `cidr`");
    });

    testIPv6("its programs answer on ::1 with the arguments that they have there", async () => {
      const containers = renderedContainers(rendered.objects).filter((one) => programOf(one) !== undefined);
      const ready: string[] = [];
      for (const one of containers) {
        const started = await startContainer(one, configurationOf(one), "[::1]");
        const answer = await fetch(`${started.url}/metrics`);
        ready.push(`${one.name} ${answer.status}`);
        await started.stop();
      }
      expect([...new Set(ready)].sort()).toEqual(
        ["alertmanager 200", "vmagent 200", "vmalert 200", `${scale === "single" ? "vmsingle" : "vmauth"} 200`].sort(),
      );
    });

    testIPv6("its agent reaches a target at an IPv6 address", async () => {
      const [agent] = renderedContainers(rendered.objects).filter(({ name }) => name === "vmagent");
      if (agent === undefined) throw new Error("the operator made no agent");
      const target = createServer((_, response) => void response.end("series 1\n")).listen(0, "::1");
      await once(target, "listening");
      const { port } = target.address() as AddressInfo;
      const scrapes = `scrape_configs: [{ job_name: target, scrape_interval: 1s, static_configs: [{ targets: ["[::1]:${port}"] }] }]`;
      const files = Object.fromEntries(
        Object.entries(configurationOf(agent)).map(([path, text]) => [path, text.startsWith("scrape_configs") ? scrapes : text]),
      );
      // of several agents each has some of the targets
      const alone = { ...agent, args: agent.args.filter((one) => !one.startsWith("-promscrape.cluster.")) };
      const [started] = await Promise.all([startContainer(alone, files, "[::1]"), once(target, "request")]);
      await started.stop();
      target.close();
    });

    testIPv6("without the flag none of VictoriaMetrics' would", async () => {
      const [agent] = renderedContainers(rendered.objects).filter(({ name }) => name === "vmagent");
      if (agent === undefined) throw new Error("the operator made no agent");
      const deaf = { ...agent, args: agent.args.filter((one) => !one.includes("enableTCP6")) };
      await expect(startContainer(deaf, configurationOf(deaf), "[::1]")).rejects.toThrow(/tcp4/);
    });
  });
});
