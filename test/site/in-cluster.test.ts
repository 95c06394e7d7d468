import { inClusterService } from "../../lib/site/in-cluster";

test.each([
  ["http://relay.monitoring.svc:9999", { name: "relay", namespace: "monitoring", port: 9999, path: "" }],
  ["http://relay.monitoring.svc:80", { name: "relay", namespace: "monitoring", port: 80, path: "" }],
  ["http://relay.monitoring.svc.cluster.local:9999/a/b", { name: "relay", namespace: "monitoring", port: 9999, path: "/a/b" }],
])("%s names its Service", (url, service) => {
  expect(inClusterService(url)).toEqual(service);
});

test.each([
  "https://relay.monitoring.svc:9999",
  "http://relay.monitoring.svc",
  "http://relay.monitoring.svc:0",
  "http://relay.monitoring.svc:65536",
  "http://relay.monitoring.svc:9999/",
  "http://relay.monitoring:9999",
  "http://relay.svc:9999",
  "http://a.relay.monitoring.svc:9999",
  "http://relay.monitoring.svc.:9999",
  "http://me@relay.monitoring.svc:9999",
])("%s is refused", (url) => {
  expect(() => inClusterService(url)).toThrow("is not an in-cluster URL; use the form http://<service>.<namespace>.svc:<port>");
});
