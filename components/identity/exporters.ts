import type { ObservedExporter } from "../../lib/metrics/observed";
import { keycloakSeries } from "./series/keycloak";
import { openldapSeries } from "./series/openldap";

export const identityExporter: ObservedExporter = {
  name: "identity",
  what: "Keycloak, by its management port",
  component: "Sign-in (SSO)",
  release: { program: "keycloak", release: "26.4.7" },
  series: keycloakSeries,
  // as its operator labels the Service (keycloak, operator: Constants.java, KeycloakServiceDependentResource.java)
  inCluster: { kind: "service", selector: { app: "keycloak", "app.kubernetes.io/managed-by": "keycloak-operator" }, port: "management" },
  port: 9000,
};

export const directoryExporter: ObservedExporter = {
  name: "directory",
  what: "OpenLDAP, by openldap_exporter",
  component: "Sign-in (SSO)",
  release: { program: "openldap_exporter", release: "2.3.2" },
  series: openldapSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "openldap-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9330,
};
