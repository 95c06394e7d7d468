import { frigateSeries } from "../../components/cameras/series";
import { homeAssistantSeries } from "../../components/home-automation/series/home-assistant";
import { mosquittoSeries } from "../../components/home-automation/series/mosquitto";
import { wireguardSeries } from "../../components/remote-access/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import type { Site } from "../../lib/site/schema";
import { componentPods } from "../shared/component-pods";
import { orNone } from "../shared/share";
import { camerasRow } from "./rows/cameras";

const {
  homeassistant_automation_triggered_count_total: triggered,
  homeassistant_battery_level_percent: batteryLevel,
  homeassistant_entity_available: available,
  homeassistant_sensor_battery_percent: battery,
  homeassistant_state_change_total: stateChanges,
  homeassistant_update_state: update,
} = homeAssistantSeries;
const {
  broker_clients_connected: clients,
  broker_clients_disconnected: away,
  broker_publish_messages_dropped: dropped,
  broker_publish_messages_received: published,
  broker_publish_messages_sent: delivered,
  broker_retained_messages_count: retained,
  broker_uptime: brokerUptime,
} = mosquittoSeries;
const { frigate_camera_fps: comes } = frigateSeries;
const {
  wireguard_latest_handshake_seconds: handshake,
  wireguard_received_bytes_total: received,
  wireguard_sent_bytes_total: sent,
} = wireguardSeries;

const named = "entity, friendly_name";
const batteries = `min by (${named}) (${battery()} or ${batteryLevel()})`;
const notAvailable = `(1 - max by (entity, friendly_name, domain) (${available()}))`;
const peer = "interface, friendly_name, allowed_ips";
const sinceHandshake = `time() - max by (${peer}) (${handshake()} > 0)`;

export const svcSmartHome = (site: Site): Dashboard =>
  dashboard({
    uid: "svc-smart-home",
    title: "Smart home",
    folder: "Services",
    question: "Which device, camera or automation does not do its work, and what do those that fail share?",
    asker: "whoever stands before a light, a lock or a camera that does nothing",
    areas: ["smart-home", "cameras", "remote-access"],
    next: ["svc-boiler", "wan", "k8s-namespace-pods"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Entities that can't be asked",
            description:
              "Share of all of Home Assistant. A fifth at once is an integration, a radio stick, a bridge or the broker, not a device.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: `avg(${notAvailable})` }],
            asks: ["HomeAssistantEntitiesUnavailable"],
            hasTrend: true,
          }),
          stat({
            title: "Automations that do not run",
            description: "Switched off because something that they name is gone. What they did, nobody does.",
            unit: "count",
            width: 4,
            queries: [{ expr: orNone(`sum(1 - max by (entity) (${available({ domain: "automation" })}))`) }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Emptiest battery",
            description: "Button cells hold for days to weeks from the threshold on; a lock or a detector is none to wait with.",
            unit: "percent",
            decimals: 0,
            width: 4,
            queries: [{ expr: `min(${batteries})` }],
            asks: ["HomeAssistantBatteryLow"],
          }),
          stat({
            title: "Clients of the broker",
            description: "That are connected. Half of them gone at once is a bridge, the wireless network, or a changed password.",
            unit: "count",
            width: 4,
            queries: [{ expr: `sum(${clients()})` }],
            hasTrend: true,
          }),
          stat({
            title: "Cameras that send nothing",
            description: "What happens before them is recorded nowhere. All of them at once is the network, or the recorder.",
            unit: "count",
            width: 4,
            queries: [{ expr: orNone(`count(max by (camera_name) (${comes()}) == 0)`) }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Peers that are connected",
            description:
              "Of the VPN, with a handshake in the last three minutes. A place at the other end is there all day, a phone while it is out.",
            unit: "count",
            width: 4,
            queries: [{ expr: orNone(`count(${sinceHandshake} < 180)`) }],
            hasTrend: true,
          }),
        ],
      },
      {
        title: "Devices and automations",
        panels: [
          table({
            title: "What can't be asked",
            description:
              "Entities by state, those that can't be asked first. What they share tells what to look at: their kind, their room, their bridge.",
            width: 12,
            by: { friendly_name: "Name", entity: "Entity", domain: "Kind" },
            columns: [
              {
                title: "State",
                unit: "flag",
                expr: `topk(25, ${notAvailable})`,
                means: { 0: { text: "there", color: "green" }, 1: { text: "can't be asked", color: "red" } },
              },
            ],
          }),
          bars({
            title: "Batteries, the emptiest",
            description: "Of ten devices. Change those below the threshold, and look at the rest of the same age.",
            unit: "percent",
            height: 9,
            min: 0,
            max: 100,
            queries: [{ expr: `sort(bottomk(10, ${batteries}))`, legend: "{{friendly_name}}" }],
            asks: ["HomeAssistantBatteryLow"],
          }),
          graph({
            title: "Entities that can't be asked, by kind",
            description: "A step of one kind is its integration or its radio; of all kinds, Home Assistant or its network.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (domain) (${notAvailable})`, legend: "{{domain}}" }],
          }),
          graph({
            title: "Changes of state",
            description:
              "In a second by kind of entity. Nought of a kind that is never still is one whose values are frozen, though they can be asked.",
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum by (domain) (rate(${stateChanges()}[$__rate_interval]))`, legend: "{{domain}}" }],
          }),
          bars({
            title: "Runs of automations in a day",
            description: "Of the ten that run most. Hundreds are two that set each other off.",
            unit: "count",
            decimals: 0,
            min: 0,
            queries: [{ expr: `sort_desc(topk(10, sum by (${named}) (increase(${triggered()}[1d]))))`, legend: "{{friendly_name}}" }],
          }),
          timeline({
            title: "What has an update?",
            description: "By device or program. One of a lock, a camera or the core that waits for weeks is a hole that is known.",
            unit: "flag",
            width: 12,
            queries: [{ expr: `max by (${named}) (${update()})`, legend: "{{friendly_name}}" }],
            means: { 0: { text: "newest", color: "green" }, 1: { text: "update waits", color: "yellow" } },
          }),
        ],
      },
      {
        title: "The message broker",
        panels: [
          graph({
            title: "Messages",
            description:
              "Published and delivered in a second. Nothing published at all is the broker's network, or a password that changed.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum(rate(${published()}[$__rate_interval]))`, legend: "published" },
              { expr: `sum(rate(${delivered()}[$__rate_interval]))`, legend: "delivered" },
              { expr: `sum(rate(${dropped()}[$__rate_interval]))`, legend: "lost" },
            ],
          }),
          graph({
            title: "Clients and retained messages",
            description:
              "Clients that are away keep their session; their messages wait. Retained ones that grow without end are topics that carry a number.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum(${clients()})`, legend: "connected" },
              { expr: `sum(${away()})`, legend: "away" },
              { expr: `sum(${retained()})`, legend: "retained messages" },
            ],
          }),
          timeline({
            title: "Is the broker heard of?",
            description:
              "Its clock, within five minutes. While it is not, every other number of it stands still as its exporter last had it.",
            unit: "flag",
            width: 8,
            queries: [{ expr: `max by (instance) (increase(${brokerUptime()}[5m])) > bool 0`, legend: "{{instance}}" }],
            means: { 0: { text: "silent", color: "red" }, 1: { text: "heard", color: "green" } },
          }),
        ],
      },
      camerasRow,
      {
        title: "Remote access",
        panels: [
          table({
            title: "Peers of the VPN",
            description:
              "Those that were silent longest first; one that was never seen is not among them. A place that is silent has lost its line, or here.",
            width: 12,
            height: 8,
            by: { friendly_name: "Peer", interface: "Interface", allowed_ips: "Addresses" },
            columns: [{ title: "Last handshake was", unit: "seconds", expr: sinceHandshake, asks: ["WireguardPeerSilent"] }],
          }),
          graph({
            title: "What goes through the VPN",
            description: "By peer; what is sent is below the line. Much of a peer that should only look is one to ask.",
            unit: "bytes per second",
            queries: [
              {
                expr: `sum by (friendly_name) (rate(${received()}[$__rate_interval]))`,
                legend: "{{friendly_name}} received",
              },
              {
                expr: `sum by (friendly_name) (rate(${sent()}[$__rate_interval]))`,
                legend: "{{friendly_name}} sent",
                isMirrored: true,
              },
            ],
          }),
        ],
      },
      ...componentPods(site, "Smart Home"),
    ],
  });
