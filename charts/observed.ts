import { n8nExporter } from "../components/automation/exporter";
import { frigateExporter } from "../components/cameras/exporter";
import { argocd } from "../components/cd-tool/exporter";
import { certManager } from "../components/certificates/exporter";
import { controllerManagerExporter, etcdExporter, schedulerExporter } from "../components/control-plane/exporters";
import { cloudnativePg, mysql as mysqlExporter, redis as redisExporter } from "../components/databases/exporters";
import { smartctlExporter } from "../components/disks/exporter";
import { authoritativeExporter, recursiveExporter } from "../components/dns/exporters";
import { nextcloudExporter } from "../components/file-sync/exporter";
import { homeAssistantExporter, mqttExporter } from "../components/home-automation/exporters";
import { directoryExporter, identityExporter } from "../components/identity/exporters";
import { trivyExporter } from "../components/image-scanner/exporter";
import { ingressNginx } from "../components/ingress/exporter";
import { routerExporter } from "../components/internet/exporter";
import { imapExporter, smtpExporter } from "../components/mail/exporters";
import { metricsOperatorExporter } from "../components/metrics/exporter";
import { chronyExporter } from "../components/ntp/exporter";
import { observedExporters } from "../components/observed";
import { wireguardExporter } from "../components/remote-access/exporter";
import { externalSecrets } from "../components/secret-sync/exporter";
import { ciExporter, gitExporter } from "../components/source-hosting/exporters";
import { registry } from "../components/source-hosting/registry";
import { staleMountsService } from "../components/stale-mounts/declaration";
import { volumeStorage } from "../components/volume-storage/exporter";
import { vmOperator } from "../dashboards/Metrics Store/vm-operator";
import { dnsService } from "../dashboards/Network/dns-service";
import { ntppoolClients } from "../dashboards/Network/ntppool-clients";
import { wan } from "../dashboards/Network/wan";
import { certificates as certificatesPage } from "../dashboards/Probes/certificates";
import { secCertificates } from "../dashboards/Security/sec-certificates";
import { secImages } from "../dashboards/Security/sec-images";
import { secIngress } from "../dashboards/Security/sec-ingress";
import { secSecrets } from "../dashboards/Security/sec-secrets";
import { secSso } from "../dashboards/Security/sec-sso";
import { svcArgocd } from "../dashboards/Services/svc-argocd";
import { svcAutomation } from "../dashboards/Services/svc-automation";
import { svcDatabases } from "../dashboards/Services/svc-databases";
import { svcFiles } from "../dashboards/Services/svc-files";
import { svcGitCi } from "../dashboards/Services/svc-git-ci";
import { svcMail } from "../dashboards/Services/svc-mail";
import { svcSmartHome } from "../dashboards/Services/svc-smart-home";
import { svcWebsites } from "../dashboards/Services/svc-websites";
import { storageNodes } from "../dashboards/Storage/storage-nodes";
import { storagePerformance } from "../dashboards/Storage/storage-performance";
import { storageReadonly } from "../dashboards/Storage/storage-readonly";
import { storageVolumes } from "../dashboards/Storage/storage-volumes";
import { ownAlerts, type RuleBundle } from "../lib/alerts/rule";
import { type AbsentExporter, jobOf, observed } from "../lib/metrics/observed";
import { scrapeObject } from "../lib/metrics/scrape-object";
import type { Part } from "../lib/platform/part";
import { type Waiting, withheld } from "../lib/platform/rules-at-site";
import { namespacesOf } from "../lib/site/namespace-map";
import type { Site } from "../lib/site/schema";
import { automation } from "../rules/automation";
import { cameras } from "../rules/cameras";
import { cdTool } from "../rules/cd-tool";
import { certificates } from "../rules/certificates";
import { disksBySmart } from "../rules/disks";
import { dns } from "../rules/dns";
import { etcd } from "../rules/etcd";
import { exporterInstancesDown } from "../rules/exporter-instances";
import { type AskedExporter, exportersGone, toldGone } from "../rules/exporters-gone";
import { fileSync } from "../rules/file-sync";
import { files } from "../rules/files";
import { images } from "../rules/images";
import { ingress } from "../rules/ingress";
import { internet } from "../rules/internet";
import { mail } from "../rules/mail";
import { metricsOperator } from "../rules/metrics-operator";
import { mysql } from "../rules/mysql";
import { ntp } from "../rules/ntp";
import { placeOf } from "../rules/observed-place";
import { postgres } from "../rules/postgres";
import { redis } from "../rules/redis";
import { remoteAccess } from "../rules/remote-access";
import { schedulers } from "../rules/schedulers";
import { secretSync } from "../rules/secret-sync";
import { signIn } from "../rules/sign-in";
import { smartHome } from "../rules/smart-home";
import { sourceHosting } from "../rules/source-hosting";
import { storage } from "../rules/storage";
import { websites } from "../rules/websites";

const FILES = "Files & Documents";

/** What others run and this platform asks. */
export const observedPart: Part = {
  name: "observed",
  at: (site) => {
    const { monitoring: namespace } = site.namespaces;
    const all = observedExporters.map((exporter) => ({ ...observed(exporter, site), component: exporter.component }));
    const asked = all.flatMap((one): AskedExporter[] => {
      if (!("scrape" in one)) return [];
      const { job, from } = one.scrape;
      return [{ job, component: one.component, isOfAddresses: from.kind === "observed" && from.at.kind === "addresses" }];
    });
    const absent = all.flatMap((one) => ("absent" in one ? [{ ...one.absent, component: one.component }] : []));
    const scrapes = all.flatMap((one) => ("scrape" in one ? [one.scrape] : []));
    let built: ReturnType<typeof rulesAt> | undefined;
    const ours = () => {
      built ??= rulesAt(site, asked, absent);
      return built;
    };
    return {
      declares: {
        scrapes,
        // built only where somebody reads them
        get rules() {
          return ours().rules;
        },
        get withheld() {
          return ours().withheld;
        },
        absentExporters: absent,
        dashboards: [
          vmOperator(jobOf(metricsOperatorExporter)),
          storageVolumes,
          storageNodes,
          storagePerformance,
          storageReadonly(restarterOf(site)),
          certificatesPage,
          wan({ ...jobOf(routerExporter), next: site.snmp?.switches === undefined ? [] : ["snmp-switch"] }),
          dnsService,
          ntppoolClients,
          svcArgocd(jobOf(argocd)),
          svcAutomation(jobOf(n8nExporter)),
          secCertificates,
          secImages,
          secIngress,
          secSecrets(jobOf(externalSecrets)),
          secSso(jobOf(identityExporter)),
          svcDatabases({
            postgres: placeOf(cloudnativePg, site),
            redis: placeOf(redisExporter, site),
            mysql: placeOf(mysqlExporter, site),
          }),
          svcFiles(site),
          svcGitCi({ git: jobOf(gitExporter), ci: jobOf(ciExporter), images: jobOf(registry) }),
          svcMail(site),
          svcSmartHome(site),
          svcWebsites,
        ],
        credentials: scrapes.flatMap(({ from }) => (from.kind === "observed" && from.ask.token?.credential) || []),
      },
      bundles: () =>
        scrapes.length === 0
          ? []
          : [
              {
                name: "monitoring-scrapes",
                namespace,
                build: (bundle) => {
                  for (const scrape of scrapes) scrapeObject(bundle, scrape, namespace);
                },
              },
            ],
    };
  },
};

/** What restarts pods whose mounts are stale, where the site lets it. */
const restarterOf = ({ stale_mounts: asked, namespaces }: Site) =>
  asked === undefined ? undefined : { namespace: namespaces.monitoring, name: staleMountsService.name };

type Absent = AbsentExporter & Pick<AskedExporter, "component">;

function rulesAt(site: Site, asked: readonly AskedExporter[], absent: readonly Absent[]) {
  const [ofFiles, ...more] = namespacesOf(site, FILES);
  const rules = [
    etcd(jobOf(etcdExporter)),
    schedulers(jobOf(schedulerExporter), jobOf(controllerManagerExporter)),
    ingress(site, jobOf(ingressNginx)),
    certificates(site, jobOf(certManager)),
    cdTool(jobOf(argocd)),
    secretSync(site, jobOf(externalSecrets)),
    metricsOperator(jobOf(metricsOperatorExporter)),
    ...(ofFiles === undefined ? [] : [files([ofFiles, ...more])]),
    mysql(site, mysqlExporter),
    postgres(site, cloudnativePg),
    redis(site, redisExporter),
    signIn(jobOf(identityExporter), jobOf(directoryExporter)),
    sourceHosting(jobOf(gitExporter), jobOf(ciExporter), jobOf(registry)),
    automation(jobOf(n8nExporter)),
    images(site, jobOf(trivyExporter)),
    fileSync(jobOf(nextcloudExporter)),
    mail(jobOf(smtpExporter), jobOf(imapExporter)),
    dns(jobOf(authoritativeExporter), jobOf(recursiveExporter)),
    ntp(jobOf(chronyExporter)),
    internet(jobOf(routerExporter)),
    disksBySmart(jobOf(smartctlExporter)),
    websites(site, jobOf(ingressNginx)),
    storage(jobOf(volumeStorage)),
    cameras(jobOf(frigateExporter)),
    remoteAccess(jobOf(wireguardExporter)),
    smartHome({ homeAssistant: jobOf(homeAssistantExporter), mqtt: jobOf(mqttExporter) }),
  ];
  const gone = exportersGone(asked, rules);
  const instances = exporterInstancesDown(asked);
  const told = toldGone(rules);
  return {
    rules: [...rules, ...[gone, instances].filter((bundle) => ownAlerts([bundle]).length > 0)],
    withheld: [
      ...ofAbsent(
        absent.filter(({ name }) => !told.has(name)),
        gone,
        (some) => exportersGone(some, rules),
      ),
      ...ofAbsent(absent, instances, exporterInstancesDown),
      ...(absent.length > 0 ? [] : withheld(AT_ADDRESSES, [exporterInstancesDown(asked.slice(0, 1).map(atAddresses))], [instances])),
      ...(ofFiles === undefined ? withheld({ exporter: FILES, until: "name namespaces of the component" }, [files(["files"])]) : []),
    ],
  };
}

const AT_ADDRESSES = { exporter: "exporters at addresses", until: "name targets in scrapes" };
const atAddresses = <One extends object>(one: One) => ({ ...one, isOfAddresses: true });

/** What would stand for a component if its absent exporters were asked, where nothing does: it waits for the first of each. */
function ofAbsent(absent: readonly Absent[], here: RuleBundle, rules: (asked: readonly AskedExporter[]) => RuleBundle): Waiting[] {
  const there = new Set(ownAlerts([here]).map(({ rule }) => rule.component));
  const lacking = absent.filter(({ component }) => !there.has(component));
  // nobody knows where they would be
  return ownAlerts([rules(lacking.map(({ name: job, ...one }) => atAddresses({ ...one, job })))]).flatMap(({ rule }) => {
    const first = lacking.find(({ component }) => component === rule.component);
    return first === undefined ? [] : [{ exporter: first.name, until: first.until, rules: [rule] }];
  });
}
