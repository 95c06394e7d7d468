import { counter, declareSeries, gauge } from "../../../lib/series";

/**
 * What mosquitto-exporter reads from the broker's $SYS topics, the names being the topics'; seen on a running mosquitto-exporter 0.8.0
 * with Mosquitto 2.0.11. It keeps the last value of each: without a connection the numbers stand still, and nothing else says so.
 */
export const mosquittoSeries = declareSeries({
  broker_uptime: counter("seconds", "Time since the broker began; it stands still when the exporter has lost the broker."),
  broker_clients_connected: gauge("count", "Clients that are connected."),
  broker_clients_disconnected: gauge("count", "Clients that are away and keep their session."),
  broker_clients_maximum: counter("count", "The most clients at the same time since the start."),
  broker_clients_expired: gauge("count", "Clients whose session ended because they stayed away."),
  broker_subscriptions_count: gauge("count", "Subscriptions."),
  broker_retained_messages_count: gauge("count", "Retained messages."),
  broker_store_messages_count: gauge("count", "Messages in the store: retained ones, and those that wait for clients."),
  broker_store_messages_bytes: gauge("bytes", "Size of the messages in the store."),
  broker_bytes_received: counter("bytes", "Bytes from clients."),
  broker_bytes_sent: counter("bytes", "Bytes to clients."),
  broker_messages_received: counter("count", "Messages of every kind from clients."),
  broker_messages_sent: counter("count", "Messages of every kind to clients."),
  broker_publish_messages_received: counter("count", "Published messages from clients."),
  broker_publish_messages_sent: counter("count", "Published messages to clients."),
  broker_publish_messages_dropped: counter("count", "Published messages lost because a client was too slow or away for too long."),
  broker_load_connections_1min: gauge("count", "Connections made a minute, as a moving mean over one."),
  broker_heap_current: gauge("bytes", "Memory of the broker, where it was built to count it."),
});
