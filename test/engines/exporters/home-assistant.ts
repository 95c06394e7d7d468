import { startHomeAssistant } from "../home-assistant";
import type { RealExporter } from "./real-exporter";

/** Home Assistant with its demonstration, which has an entity of each kind. */
export const homeAssistantExporter: RealExporter = {
  scrape: "home-assistant",
  start: async () => {
    const home = await startHomeAssistant(undefined, {
      // whoever compares names and labels has no account there
      prometheus: { requires_auth: false },
      demo: {},
      template: [{ sensor: [{ name: "Door battery", state: "40", device_class: "battery", unit_of_measurement: "%" }] }],
      automation: [{ alias: "Evening", trigger: { platform: "event", event_type: "evening" }, action: [] }],
    });
    return { port: Number(new URL(home.url).port), path: "/api/prometheus", stop: home.stop };
  },
};
