import { freePort } from "../../free-port";
import { startProcess } from "../engine";
import type { RealExporter } from "./real-exporter";

/** node_exporter on this machine, which stands for the router. */
export const routerExporter: RealExporter = {
  scrape: "router",
  start: async () => {
    const port = await freePort();
    const exporter = await startProcess("node-exporter", [`--web.listen-address=127.0.0.1:${port}`], {
      ready: `http://127.0.0.1:${port}/metrics`,
    });
    return { port, stop: exporter.stop };
  },
};
