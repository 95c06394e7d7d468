import { componentStates } from "../../dashboards/shared/component-states";
import { START } from "../../lib/world/course";
import { exampleSite } from "../example-site";
import { describeEngines } from "./engine";
import { startVictoriaMetrics } from "./victoria-metrics";

describeEngines(["victoria-metrics-1.150"], "the state of the ten components", () => {
  test("is the worst of what alerts and probes say, of each of them, whatever is silent", async () => {
    const firing = (component: string, severity: string) => ({
      __name__: "ALERTS",
      alertname: "A",
      alertstate: "firing",
      component,
      severity,
    });
    const probe = (component: string) => ({ __name__: "probe_success", component, probe: "p", module: "http_2xx", instance: component });
    const series = [
      { labels: probe("Mail"), value: 1 },
      { labels: probe("DNS"), value: 0 },
      { labels: probe("Websites"), value: 0 },
      { labels: firing("Websites", "critical"), value: 1 },
      { labels: firing("NTP", "warning"), value: 1 },
      { labels: firing("Backups", "info"), value: 1 },
      { labels: { ...firing("Internet", "critical"), alertstate: "pending" }, value: 1 },
    ];
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    try {
      await store.importSeries(series.map(({ labels, value }) => ({ labels, samples: [[START, value] as [number, number]] })));
      const found = await store.query(componentStates(exampleSite()), START + 30);
      const states = Object.fromEntries(found.map(({ labels, samples }) => [labels.component, samples[0]?.[1]]));
      expect(states).toEqual({
        Mail: 0,
        "Sign-in (SSO)": 0,
        Platform: 0,
        "Files & Documents": 0,
        Backups: 0,
        Websites: 3,
        DNS: 1,
        "Smart Home": 0,
        Internet: 0,
        NTP: 2,
      });
    } finally {
      await store.stop();
    }
  });
});
