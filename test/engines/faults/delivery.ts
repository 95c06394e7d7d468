import { argocdSeries as argocd } from "../../../components/cd-tool/series";
import { certManagerSeries as certs } from "../../../components/certificates/series";
import { ingressNginxSeries as nginx } from "../../../components/ingress/series";
import { metricsOperatorSeries } from "../../../components/metrics/series/operator";
import { probeSeries } from "../../../components/probes/series";
import { secretSyncSeries as secrets } from "../../../components/secret-sync/series";
import { days, hours, minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import type { Component } from "../../../lib/site/component";
import { counts, START, still } from "../../../lib/world/course";
import { appears, becomes, countsFaster, freezes, goes, later, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { takesLonger } from "./cluster";
import { type Expected, expected, type Faults } from "./fault";
import { ofProbe, probeOf } from "./probed";

const of = (component: Component, alert: string, within: number, more?: Partial<Expected>): Expected =>
  expected(component, alert, "warning", within, more);
const platform = (alert: string, within: number, more: Partial<Expected> = {}) => of("Platform", alert, within, more);
const critical = { severity: "critical" } as const;

/** What brings requests, certificates, manifests and secrets to where they belong. */
export const deliveryFaults: Faults = (world) => {
  const {
    cluster: { hosts, namespaces },
    series,
  } = world;
  const hostIn = (namespace: string) => {
    const found = hosts.find((one) => one.namespace === namespace);
    if (found === undefined) throw new Error(`the world has no host in ${namespace}`);
    return { namespace, host: found.host };
  };
  const [website, mail, files] = [hostIn("websites"), hostIn("mail"), hostIn("files")];
  const answers = (host: { readonly namespace: string; readonly host: string }, status: string, perSecond: number) => {
    const [one] = [...series()].filter(
      ({ name, labels }) => name === "nginx_ingress_controller_requests" && labels.host === host.host && labels.status === "200",
    );
    if (one === undefined) throw new Error(`the world has no requests of ${host.host}`);
    const {
      service = "",
      ingress = "",
      method = "",
      path = "",
      controller_namespace = "",
      controller_class = "",
      controller_pod = "",
    } = one.labels;
    return appears(
      "ingress-nginx",
      nginx.nginx_ingress_controller_requests({
        ...host,
        service,
        ingress,
        method,
        path,
        status,
        controller_namespace,
        controller_class,
        controller_pod,
      }),
      counts(perSecond),
    );
  };
  const serves = { status: "200" };
  const certificate = (namespace: string) => ({ namespace, name: "web-tls" });
  const issuer = (status: string) => certs.certmanager_clusterissuer_ready_status({ condition: status });
  const [application] = [...series()].filter(({ name }) => name === "argocd_app_info");
  if (application === undefined) throw new Error("the world has no application");
  const { name: app = "", project = "", repo = "", dest_server = "", dest_namespace = "", namespace: home = "" } = application.labels;
  const own = { namespace: home, name: app };
  const applicationIs = (sync_status: string, health_status: string) =>
    together(
      goes(argocd.argocd_app_info(own)),
      appears(
        "argocd",
        argocd.argocd_app_info({
          ...own,
          project,
          autosync_enabled: "true",
          repo,
          dest_server,
          dest_namespace,
          sync_status,
          health_status,
        }),
        still(1),
      ),
    );
  const syncFails = appears(
    "argocd",
    argocd.argocd_app_sync_total({ ...own, project, dest_server, phase: "Failed", dry_run: "false" }),
    counts(1 / 300),
  );
  const secretFails = (namespace?: string) =>
    together(
      becomes(secrets.externalsecret_status_condition({ ...(namespace && { namespace }), condition: "Ready", status: "True" }), 0),
      becomes(secrets.externalsecret_status_condition({ ...(namespace && { namespace }), condition: "Ready", status: "False" }), 1),
      countsFaster(secrets.externalsecret_sync_calls_error(namespace === undefined ? {} : { namespace }), 1 / 300),
    );
  const callsFail = appears(
    "external-secrets",
    secrets.externalsecret_provider_api_calls_count({ provider: "HashiCorp/Vault", call: "ReadSecretData", status: "error" }),
    counts(1 / 120),
  );
  if (!namespaces.includes("files")) throw new Error("the world has no secret of the files");
  return [
    {
      title: "the ingress controllers crash at their configuration",
      change: together(
        targetFails(targets({ job: "ingress-nginx" })),
        becomes(probeSeries.probe_success({ instance: matches("https://.+") }), 0),
      ),
      expect: platform("IngressDown", 6, { ...critical, others: ["ProbeFailed"] }),
    },
    {
      title: "the ingress controller was removed",
      change: targetGoes(targets({ job: "ingress-nginx" })),
      expect: platform("IngressDown", 6, critical),
    },
    {
      title: "what is behind a website does not answer",
      change: together(
        freezes(nginx.nginx_ingress_controller_requests({ ...website, ...serves })),
        answers(website, "503", 1),
        becomes(nginx.nginx_ingress_controller_orphan_ingress({ namespace: website.namespace, type: "no-endpoint" }), 1),
        becomes(ofProbe(probeSeries.probe_success, probeOf(world, "Websites")), 0),
      ),
      expect: of("Websites", "IngressErrorsHigh", 8, critical),
    },
    {
      title: "one page of the webmail fails",
      change: answers(mail, "500", 0.12),
      expect: of("Mail", "IngressErrorsRising", 15, { never: ["IngressErrorsHigh"] }),
    },
    {
      title: "a new rule of the WAF takes every other upload for an attack",
      change: answers(files, "403", 1),
      expect: of("Files & Documents", "IngressRefusesMany", 20),
    },
    {
      title: "a website's database is slow",
      change: takesLonger(
        nginx.nginx_ingress_controller_header_duration_seconds,
        { ...website, ...serves },
        {
          perSecond: 0.2,
          bounds: "10|[+]Inf",
          seconds: 8,
        },
      ),
      expect: of("Websites", "IngressSlow", 22),
    },
    {
      title: "an ingress has an annotation that nginx does not understand",
      change: together(
        becomes(nginx.nginx_ingress_controller_config_last_reload_successful(), 0),
        countsFaster(nginx.nginx_ingress_controller_errors(), 1 / 60),
      ),
      expect: platform("IngressReloadFailed", 6),
    },
    {
      title: "the ingress controllers have no connections left",
      change: countsFaster(nginx.nginx_ingress_controller_nginx_process_connections_total({ state: "accepted" }), 5),
      expect: platform("IngressConnectionsDropped", 8),
    },
    {
      title: "a website's ingress names a Service that nobody made",
      change: becomes(nginx.nginx_ingress_controller_orphan_ingress({ namespace: website.namespace, type: "no-service" }), 1),
      expect: of("Websites", "IngressWithoutBackend", 16),
    },
    {
      title: "a certificate that somebody brings by hand was forgotten",
      change: becomes(nginx.nginx_ingress_controller_ssl_expire_time_seconds(website), START + days(6).seconds),
      expect: of("Websites", "IngressCertificateExpiring", 1),
    },
    {
      title: "cert-manager does not start",
      change: targetFails(targets({ job: "cert-manager" })),
      expect: platform("CertManagerDown", 6),
    },
    {
      title: "a certificate's challenge is not answered",
      change: together(
        becomes(certs.certmanager_certificate_ready_status({ ...certificate("mail"), condition: "True" }), 0),
        becomes(certs.certmanager_certificate_ready_status({ ...certificate("mail"), condition: "False" }), 1),
      ),
      expect: of("Mail", "CertificateNotReady", 16),
    },
    {
      title: "a certificate is not renewed for a day",
      change: becomes(certs.certmanager_certificate_renewal_timestamp_seconds(certificate("websites")), START - days(1).seconds),
      expect: of("Websites", "CertificateRenewalOverdue", 1),
    },
    {
      title: "a certificate ends tonight, and nothing has renewed it",
      change: together(
        becomes(certs.certmanager_certificate_renewal_timestamp_seconds(certificate("mail")), START - days(29).seconds),
        becomes(certs.certmanager_certificate_expiration_timestamp_seconds(certificate("mail")), START + hours(12).seconds),
        becomes(certs.certmanager_certificate_not_after_timestamp_seconds(certificate("mail")), START + hours(12).seconds),
        becomes(nginx.nginx_ingress_controller_ssl_expire_time_seconds(mail), START + hours(12).seconds),
      ),
      expect: of("Mail", "CertificateEnding", 1, critical),
    },
    {
      title: "a certificate was put back from a backup and ends in five days, long before its renewal",
      change: becomes(certs.certmanager_certificate_expiration_timestamp_seconds(certificate("mail")), START + days(5).seconds),
      expect: of("Mail", "CertificateUnplanned", 1),
    },
    {
      title: "a certificate that ended yesterday is still there, and its renewal is weeks away",
      change: becomes(certs.certmanager_certificate_not_after_timestamp_seconds(certificate("mail")), START - days(1).seconds),
      expect: of("Mail", "CertificateEnding", 1, critical),
    },
    {
      title: "a certificate that lives for a day is renewed in time",
      change: together(
        becomes(certs.certmanager_certificate_renewal_timestamp_seconds(certificate("mail")), START + hours(8).seconds),
        becomes(certs.certmanager_certificate_expiration_timestamp_seconds(certificate("mail")), START + hours(16).seconds),
        becomes(certs.certmanager_certificate_not_after_timestamp_seconds(certificate("mail")), START + hours(16).seconds),
      ),
      expect: { nothingFor: hours(1) },
    },
    {
      title: "the account at the authority was closed",
      change: together(becomes(issuer("True"), 0), becomes(issuer("False"), 1)),
      expect: platform("CertificateIssuerNotReady", 11),
    },
    {
      title: "the authority has enough of our orders",
      change: appears(
        "cert-manager",
        certs.certmanager_http_acme_client_request_count({
          scheme: "https",
          host: "acme-v02.api.letsencrypt.org",
          action: "new_order",
          method: "POST",
          status: "429",
        }),
        counts(1 / 60),
      ),
      expect: platform("AcmeRequestsFailing", 10),
    },
    { title: "the CD tool was scaled to nothing", change: targetGoes(targets({ job: "argocd" })), expect: platform("CdToolDown", 6) },
    {
      title: "somebody changed a deployment by hand",
      change: applicationIs("OutOfSync", "Healthy"),
      expect: platform("ApplicationOutOfSync", 16),
    },
    {
      title: "a job of an application has failed",
      change: applicationIs("Synced", "Degraded"),
      expect: platform("ApplicationDegraded", 16),
    },
    {
      title: "the API server refuses an object of an application",
      change: together(syncFails, applicationIs("OutOfSync", "Healthy")),
      expect: platform("ApplicationSyncFailing", 10),
    },
    {
      title: "the CD tool's credentials are refused",
      change: together(becomes(argocd.argocd_cluster_connection_status(), 0), later(minutes(3), applicationIs("Unknown", "Missing"))),
      expect: platform("CdToolClusterUnreachable", 6),
    },
    {
      title: "the source hosting takes the CD tool's key no more",
      change: together(
        appears("argocd", argocd.argocd_git_lsremote_fail_total({ repo, revision: "main" }), counts(1 / 180)),
        applicationIs("Unknown", "Healthy"),
      ),
      expect: platform("CdToolRepositoryFailing", 16),
    },
    {
      title: "what syncs secrets crashes",
      change: targetFails(targets({ job: "external-secrets" })),
      expect: platform("SecretSyncDown", 6),
    },
    {
      title: "the metrics operator is killed for its memory whenever it starts",
      change: targetFails(targets({ job: "metrics-operator" })),
      expect: platform("MetricsOperatorDown", 6),
    },
    {
      title: "somebody took the metrics operator's rights on Deployments",
      change: countsFaster(metricsOperatorSeries.controller_runtime_reconcile_errors_total({ controller: "vmalert" }), 1 / 600),
      expect: platform("MetricsOperatorFailing", 55),
    },
    {
      title: "an update of the evaluator takes its time, and the operator fails on it meanwhile",
      change: together(
        countsFaster(metricsOperatorSeries.controller_runtime_reconcile_errors_total({ controller: "vmalert" }), 1 / 60),
        later(minutes(8), freezes(metricsOperatorSeries.controller_runtime_reconcile_errors_total({ controller: "vmalert" }))),
      ),
      expect: { nothingFor: hours(2) },
    },
    {
      title: "the secret store is sealed",
      change: together(
        becomes(secrets.clustersecretstore_status_condition({ condition: "Ready", status: "True" }), 0),
        becomes(secrets.clustersecretstore_status_condition({ condition: "Ready", status: "False" }), 1),
        freezes(secrets.externalsecret_provider_api_calls_count({ status: "success" })),
        callsFail,
        later(minutes(20), secretFails()),
      ),
      expect: platform("SecretStoreNotReady", 11),
    },
    {
      title: "the secret store answers every reading with an error",
      change: together(freezes(secrets.externalsecret_provider_api_calls_count({ status: "success" })), callsFail),
      expect: platform("SecretStoreFailing", 35),
    },
    {
      title: "somebody deleted a secret from the store",
      change: together(secretFails("files"), callsFail),
      expect: of("Files & Documents", "SecretNotSynced", 16),
    },
  ];
};
