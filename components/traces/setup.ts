import { blocks, code, shell } from "../../lib/install/markdown";
import type { OutsideSetup } from "../../lib/platform/installation";
import type { RumSite, Site } from "../../lib/site/schema";
import { databasesOf } from "./databases";
import { COLLECTOR_PORTS, NAME } from "./workload";

/** What people set up at applications, pages and databases. */
export function collectorSetups(site: Site): OutsideSetup[] {
  return [
    applications(site),
    ...(site.rum === undefined ? [] : [pages(site, site.rum)]),
    ...(databasesOf(site).length === 0 ? [] : [databases(site)]),
  ];
}

const hostOf = ({ namespaces }: Site): string => `${NAME}.${namespaces.logging}.svc`;

function applications(site: Site): OutsideSetup {
  return {
    title: "Traces of applications",
    text: () =>
      blocks(
        `Any pod of the cluster may send spans, by OTLP: over HTTP to port ${COLLECTOR_PORTS.http}, by gRPC to port ${COLLECTOR_PORTS.grpc}. A policy that denies traffic in its own namespace has to let it out to there. For an SDK of OpenTelemetry these variables do:`,
        shell(
          `OTEL_EXPORTER_OTLP_ENDPOINT=http://${hostOf(site)}:${COLLECTOR_PORTS.http}`,
          "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
          "OTEL_METRICS_EXPORTER=none",
          "OTEL_LOGS_EXPORTER=none",
        ),
        `Spans are in the stream ${code("traces")}, with ${code("service_name")}, ${code("namespace")}, ${code("pod")} and ${code("node")} of the pod that sent them, as its log lines have them; the application's own name is in ${code("service_application_name")}. docs/traces.md says more.`,
      ),
  };
}

function pages(site: Site, { url, applications, ingress_namespace }: RumSite): OutsideSetup {
  const [first] = applications;
  return {
    title: "What browsers measure",
    text: () =>
      blocks(
        `Lead ${code(url)} to ${code(`${hostOf(site)}:${COLLECTOR_PORTS.browsers}`)} with the ingress controller in namespace ${code(ingress_namespace)}, with TLS, as it came: the collector itself answers for the pages' origins, and asks each request for the token in the secret store (${code("rum")}, ${code("token")}). Limit there how often an address may ask: whoever opens a page knows the token.`,
        `Each page names its application: ${applications.map(({ name, origins }) => `${code(name)} on ${origins.map(code).join(", ")}`).join("; ")}. What names another is dropped. docs/traces.md has the snippet; of it, here:`,
        shell(`url: "${url}/v1/traces"`, `serviceName: "${first?.name ?? ""}"`),
        `Spans are in the stream ${code("rum")}, with ${code("service_name")} and the ${code("namespace")} that ${code("rum.applications")} says.`,
      ),
  };
}

function databases(site: Site): OutsideSetup {
  const rights = {
    postgresql: "`GRANT pg_monitor TO <account>;`",
    mysql: "`GRANT PROCESS, REPLICATION CLIENT ON *.* TO '<account>'@'%';` and `GRANT SELECT ON performance_schema.* TO '<account>'@'%';`",
    redis: "`ACL SETUSER <account> on ><password> +info`",
  };
  return {
    title: "Databases that are asked for statistics",
    text: () =>
      blocks(
        "An account of each may read statistics and no row; its password lies in the secret store (step 2), and is read when the collector starts. In the cluster the pods have to listen on the Service's own port, and a policy of theirs has to let the collector in.",
        databasesOf(site)
          .map(
            ({ kind, name, host, username }) =>
              `- ${code(name)} (${kind}, ${code(host)})${username === undefined ? "" : `, account ${code(username)}: ${rights[kind].replaceAll("<account>", username)}`}`,
          )
          .join("\n"),
      ),
  };
}
