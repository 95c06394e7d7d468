/** CoreDNS with the plugins of a cluster's DNS: zones, a cache, a forward to another and one to nobody. */
import { Resolver } from "node:dns/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

export const coreDns: RealExporter = {
  scrape: "coredns",
  start: async () => {
    const [port, dns, upstream, health, nobody] = await Promise.all([freePort(), freePort(), freePort(), freePort(), freePort()]);
    const folder = temporaryFolder();
    const configuration = join(folder, "Corefile");
    writeFileSync(join(folder, "hosts"), "10.0.0.1 a.cluster.test\n");
    writeFileSync(
      configuration,
      [
        `.:${dns} {`,
        "  bind 127.0.0.1",
        "  errors",
        `  health 127.0.0.1:${health}`,
        `  prometheus 127.0.0.1:${port}`,
        `  hosts ${join(folder, "hosts")} cluster.test {\n    fallthrough\n  }`,
        `  forward gone.test 127.0.0.1:${nobody} {\n    max_concurrent 1\n  }`,
        `  forward . 127.0.0.1:${upstream}`,
        "  cache 30",
        "  loop",
        "  reload",
        "  loadbalance",
        "}",
        `.:${upstream} {`,
        "  bind 127.0.0.1",
        '  template IN A {\n    answer "{{ .Name }} 60 IN A 10.0.0.2"\n  }',
        "}",
        "",
      ].join("\n"),
    );
    const server = await startProcess("coredns", ["-conf", configuration], { ready: `http://127.0.0.1:${port}/metrics` });
    const resolver = new Resolver({ timeout: 1000, tries: 1 });
    resolver.setServers([`127.0.0.1:${dns}`]);
    const names = [
      "a.cluster.test",
      "www.example.org",
      "www.example.org",
      "none.cluster.test",
      "x.gone.test",
      "y.gone.test",
      "z.gone.test",
    ];
    for (const name of names) await resolver.resolve4(name).catch(() => {});
    return { port, stop: stopAll(server) };
  },
};
