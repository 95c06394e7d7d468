import { around, averaging, counted, counts, never, still } from "../../../lib/world/course";
import { healthy } from "../../../lib/world/healthy";
import { mosquittoSeries } from "../series/mosquitto";

export const mosquittoHealthy = healthy(mosquittoSeries, () => ({
  broker_uptime: counts(1),
  broker_clients_connected: around(24, 2),
  broker_clients_disconnected: still(1),
  broker_clients_maximum: counted(29),
  broker_clients_expired: still(0),
  broker_subscriptions_count: around(180, 10),
  broker_retained_messages_count: around(410, 10),
  broker_store_messages_count: around(420, 10),
  broker_store_messages_bytes: around(52_000, 3000),
  broker_bytes_received: counts(900),
  broker_bytes_sent: counts(2400),
  broker_messages_received: counts(8),
  broker_messages_sent: counts(20),
  broker_publish_messages_received: counts(6),
  broker_publish_messages_sent: counts(18),
  broker_publish_messages_dropped: never,
  broker_load_connections_1min: averaging(around(0.3, 0.2)),
  broker_heap_current: around(900_000, 60_000),
}));
