import type { ObservedExporter } from "../../lib/metrics/observed";
import { homeAssistantSeries } from "./series/home-assistant";
import { mosquittoSeries } from "./series/mosquitto";

export const homeAssistantExporter: ObservedExporter = {
  name: "home-assistant",
  what: "Home Assistant, by its integration prometheus",
  component: "Smart Home",
  release: { program: "home-assistant", release: "2024.3.3" },
  series: homeAssistantSeries,
  // as the chart of pajikos labels the Service (pajikos/home-assistant-helm-chart, templates/service.yaml)
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "home-assistant" }, port: "http" },
  isAskedWhereNamed: true,
  port: 8123,
  ask: { path: "/api/prometheus" },
  token: { key: "home-assistant", property: "metrics-token", holds: "a long-lived access token of a user of Home Assistant" },
};

export const mqttExporter: ObservedExporter = {
  name: "mqtt",
  what: "Mosquitto, by mosquitto-exporter",
  component: "Smart Home",
  release: { program: "mosquitto-exporter", release: "0.8.0" },
  series: mosquittoSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "mosquitto-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9234,
};
