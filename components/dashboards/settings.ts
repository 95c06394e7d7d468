import type { EnvVar } from "../../lib/kubernetes/core";
import type { Site } from "../../lib/site/schema";
import { type PostgresCluster, postgresHost, postgresVariable } from "../../lib/workloads/postgres-cluster";
import { applicationVariables } from "./credentials";
import { userHeader } from "./publication";

type Settings = Readonly<Record<string, string>>;

/** A setting of the application is a variable: `[section] key` (docs: configure-grafana). */
const toVariables = (settings: Settings): EnvVar[] => Object.entries(settings).map(([name, value]) => ({ name: `GF_${name}`, value }));

/** Nobody outside is told or asked of anything, and nothing is downloaded. */
const STAYS_AT_HOME: Settings = {
  ANALYTICS_REPORTING_ENABLED: "false",
  ANALYTICS_CHECK_FOR_UPDATES: "false",
  ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: "false",
  ANALYTICS_FEEDBACK_LINKS_ENABLED: "false",
  NEWS_NEWS_FEED_ENABLED: "false",
  PLUGINS_PREINSTALL_DISABLED: "true",
  PLUGINS_PREINSTALL_AUTO_UPDATE: "false",
  PLUGINS_PLUGIN_ADMIN_ENABLED: "false",
  // keys of signatures, which the release brings along
  PLUGINS_PUBLIC_KEY_RETRIEVAL_DISABLED: "true",
  SECURITY_DISABLE_GRAVATAR: "true",
  SNAPSHOTS_EXTERNAL_ENABLED: "false",
};

/** What holds for both processes; they differ in who may come. */
function common({ time_zone }: Site, url: string): Settings {
  const { hostname, pathname, protocol } = new URL(url);
  return {
    SERVER_ROOT_URL: url,
    SERVER_DOMAIN: hostname,
    ...(pathname !== "/" && { SERVER_SERVE_FROM_SUB_PATH: "true" }),
    SECURITY_COOKIE_SECURE: String(protocol === "https:"),
    // faster refreshes are what loads the metrics store (specification, part 8)
    DASHBOARDS_MIN_REFRESH_INTERVAL: "30s",
    DATE_FORMATS_DEFAULT_TIMEZONE: time_zone,
    // alerts are the evaluator's and the alert manager's
    UNIFIED_ALERTING_ENABLED: "false",
    METRICS_ENABLED: "true",
    LOG_MODE: "console",
    LOG_CONSOLE_FORMAT: "json",
    ...STAYS_AT_HOME,
    // nobody has a password here
    AUTH_DISABLE_LOGIN_FORM: "true",
    AUTH_BASIC_ENABLED: "false",
    USERS_ALLOW_SIGN_UP: "false",
    PUBLIC_DASHBOARDS_ENABLED: "false",
  };
}

/** Each process keeps so many sessions at most: with two of each, and those of the operator, fewer than the database has. */
const SESSIONS = 20;

function databaseVariables(database: PostgresCluster): EnvVar[] {
  return [
    ...toVariables({
      DATABASE_TYPE: "postgres",
      DATABASE_HOST: postgresHost(database),
      DATABASE_NAME: database.database ?? "app",
      DATABASE_SSL_MODE: "require",
      DATABASE_MAX_OPEN_CONN: String(SESSIONS),
    }),
    postgresVariable("GF_DATABASE_USER", database, "username"),
    postgresVariable("GF_DATABASE_PASSWORD", database, "password"),
  ];
}

/** Of what people log in to: the gate says who comes, and nobody else is believed. `home` is the file of the page that they see first. */
export function peopleVariables(site: Site, url: string, database: PostgresCluster, home: string | undefined): EnvVar[] {
  return [
    ...toVariables({
      ...common(site, url),
      AUTH_ANONYMOUS_ENABLED: "false",
      AUTH_PROXY_ENABLED: "true",
      AUTH_PROXY_HEADER_NAME: userHeader(site),
      AUTH_PROXY_HEADER_PROPERTY: "username",
      AUTH_PROXY_AUTO_SIGN_UP: "true",
      // the header is worth something from what leads browsers in alone, and that is a pod
      AUTH_PROXY_WHITELIST: site.cluster.address_ranges.join(", "),
      // each request brings the header: a cookie would outlive the login at the gate
      AUTH_PROXY_ENABLE_LOGIN_TOKEN: "false",
      AUTH_DISABLE_SIGNOUT_MENU: "true",
      USERS_AUTO_ASSIGN_ORG_ROLE: "Viewer",
      SECURITY_ALLOW_EMBEDDING: "false",
      SECURITY_COOKIE_SAMESITE: "lax",
      ...(home !== undefined && { DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: home }),
    }),
    ...databaseVariables(database),
    ...applicationVariables(site),
  ];
}

/** Of what is shown in frames: whoever comes looks and nothing else, and no cookie is needed. `home` is the address of what is seen without a panel being named. */
export function framesVariables(site: Site, url: string, database: PostgresCluster, home: string | undefined): EnvVar[] {
  return [
    ...toVariables({
      ...common(site, url),
      AUTH_ANONYMOUS_ENABLED: "true",
      AUTH_ANONYMOUS_ORG_NAME: "Main Org.",
      AUTH_ANONYMOUS_ORG_ROLE: "Viewer",
      AUTH_ANONYMOUS_HIDE_VERSION: "true",
      AUTH_PROXY_ENABLED: "false",
      SECURITY_ALLOW_EMBEDDING: "true",
      SECURITY_COOKIE_SAMESITE: "disabled",
      ...(home !== undefined && { USERS_HOME_PAGE: home }),
    }),
    ...databaseVariables(database),
    ...applicationVariables(site),
  ];
}
