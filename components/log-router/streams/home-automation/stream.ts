import type { Stream } from "../../../../lib/logs/stream";

const pod = (namespace_name: string, pod_name: string, container_name: string) => ({
  time: "2026-11-02T10:00:00.250Z",
  kubernetes: { namespace_name, pod_name, container_name, host: "node-1", labels: { app: container_name } },
});

export const homeAutomation = {
  name: "home_automation",
  what: "events of home automation: what changed, and what was asked for",
  source: "aggregator",
  recognised: String.raw`text = strip_whitespace(string(.log) ?? "")
contains(text, "[homeassistant.core] Bus:Handling <Event ") || (starts_with(text, "{") && contains(text, "\"event_type\"") && contains(text, "\"time_fired\""))`,
  program: "components/log-router/streams/home-automation/program.vrl",
  columns: {
    event_type: { type: "text", what: "state_changed, call_service and so on" },
    entity_id: { type: "text", what: "what it is about", isPersonal: true },
    domain: { type: "text", what: "light, climate and so on" },
    service: { type: "text", what: "that was called" },
    old_state: { type: "text", what: "before" },
    new_state: { type: "text", what: "after", isPersonal: true },
    user_id: { type: "text", what: "who asked for it", isPersonal: true },
  },
  // when people are at home
  retentionDays: 30,
  busy: { recordsPerSecond: 20, bytesPerRecord: 1500 },
  samples: [
    {
      record: {
        log: "2026-11-02 10:00:00.250 DEBUG (MainThread) [homeassistant.core] Bus:Handling <Event state_changed[L]: entity_id=light.hall, old_state=<state light.hall=off; friendly_name=Hall @ 2026-11-02T09:00:00+00:00>, new_state=<state light.hall=on; friendly_name=Hall @ 2026-11-02T10:00:00+00:00>>",
        ...pod("smart-home", "automation-0", "home-assistant"),
      },
      columns: {
        service_name: "automation",
        event_type: "state_changed",
        entity_id: "light.hall",
        domain: "light",
        old_state: "off",
        new_state: "on",
      },
    },
    {
      record: {
        log: '{"event_type":"call_service","data":{"domain":"climate","service":"set_temperature"},"origin":"LOCAL","time_fired":"2026-11-02T10:00:00+00:00","context":{"id":"01","user_id":"eva"}}',
        ...pod("smart-home", "automation-0", "bridge"),
      },
      columns: { event_type: "call_service", domain: "climate", service: "set_temperature", user_id: "eva" },
    },
  ],
} as const satisfies Stream;
