/** Publishes entities through an MQTT broker with Home Assistant's discovery: they survive its restarts, and have unique ids and real availability. */
import { connect } from "mqtt";
import type { Logger } from "../../../../lib/service/log";
import type { EntityState, Publisher } from "./home";
import { BRIDGE_TOPIC, DISCOVERY_PREFIX, entityMessages, OFFLINE, ONLINE } from "./mqtt-discovery";

const RETRY_MS = 5_000;
const CONNECT_LIMIT_MS = 10_000;
const CLOSE_LIMIT_MS = 1_000;
/** Home Assistant's birth message: it is up, and may have forgotten what was not retained. */
const BIRTH_TOPIC = `${DISCOVERY_PREFIX}/status`;
const FLUSH_STEP_MS = 20;

export interface MqttPublisherOptions {
  /** mqtt://host:1883 or mqtts://host:8883 */
  readonly url: string;
  /** Asked at each connection: they may be rotated. @default - none */
  readonly account?: () => { readonly username: string; readonly password: string };
  readonly log: Logger;
}

export function createMqttPublisher({ url, account, log }: MqttPublisherOptions): Publisher {
  /** Topic -> payload as it is to be retained; a Map keeps the configuration before the state. */
  const wanted = new Map<string, string>();
  /** Topic -> payload that the broker has, or is being given. */
  const sent = new Map<string, string>();
  let underWay = 0;
  let isDown = false;

  const client = connect(url, {
    ...account?.(),
    reconnectPeriod: RETRY_MS,
    connectTimeout: CONNECT_LIMIT_MS,
    // Everything is sent again at each connection: nothing has to be kept for later.
    queueQoSZero: false,
    // A wrong password is told like an outage: it may be rotated.
    reconnectOnConnackError: true,
    will: { topic: BRIDGE_TOPIC, payload: Buffer.from(OFFLINE), qos: 1, retain: true },
  });

  function send(topic: string, payload: string): void {
    if (!client.connected || sent.get(topic) === payload) return;
    sent.set(topic, payload);
    underWay++;
    client.publish(topic, payload, { qos: 1, retain: true }, (error) => {
      underWay--;
      // The next connection sends it again.
      if (error) sent.delete(topic);
    });
  }

  function sendAll(): void {
    sent.clear();
    for (const [topic, payload] of wanted) send(topic, payload);
  }

  client.on("connect", () => {
    log.info("connected to the MQTT broker");
    isDown = false;
    sent.clear();
    client.subscribe(BIRTH_TOPIC, { qos: 1 }, (error) => {
      if (error) log.error({ topic: BIRTH_TOPIC, reason: error.message }, "the broker refuses a subscription; look at its access list");
    });
    sendAll();
    // Last, so that nothing old is taken for current.
    send(BRIDGE_TOPIC, ONLINE);
  });
  client.on("message", (topic, payload) => {
    if (topic === BIRTH_TOPIC && payload.toString() === ONLINE) sendAll();
  });
  client.on("reconnect", () => {
    // About to connect: the options are read right after this.
    Object.assign(client.options, account?.());
  });
  client.on("error", (error) => {
    if (!isDown) log.warn({ reason: error.message }, "the MQTT broker can't be used; trying again");
    isDown = true;
  });

  return {
    publish: (entityId, state: EntityState) => {
      for (const { topic, payload } of entityMessages(entityId, state)) {
        wanted.set(topic, payload);
        send(topic, payload);
      }
    },
    republish: sendAll,
    flush: async (limitMs) => {
      for (const end = Date.now() + limitMs; underWay > 0 && Date.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, FLUSH_STEP_MS));
    },
    close: async () => {
      // A farewell keeps the broker from saying it for us: the will is for broken connections only.
      if (client.connected) {
        const farewell = client.publishAsync(BRIDGE_TOPIC, OFFLINE, { qos: 1, retain: true }).catch(() => {});
        await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS))]);
      }
      client.end(true);
    },
  };
}
