import { backupJobs } from "../../dashboards/Backups/backup-jobs";
import { certificates } from "../../dashboards/Probes/certificates";
import { probesHttp } from "../../dashboards/Probes/probes-http";
import { probesMailDns } from "../../dashboards/Probes/probes-mail-dns";
import { storageReadonly } from "../../dashboards/Storage/storage-readonly";
import type { DeclaredJob } from "../../lib/batch/declaration";
import type { Dashboard } from "../../lib/dashboards/dashboard";
import { expressionsOf } from "../../lib/dashboards/panel";
import { seconds } from "../../lib/duration";
import type { Probe } from "../../lib/metrics/probe";

const panels = ({ rows }: Dashboard) => rows.flatMap((row) => row.panels);
const asked = (page: Dashboard): string => panels(page).flatMap(expressionsOf).join("\n");
const rowsOf = ([page]: readonly Dashboard[]): string[] => page?.rows.map(({ title }) => title) ?? [];

const probe = (module: string): Probe => ({
  name: `probe-${module}`,
  component: "Mail",
  service: module,
  module,
  target: "host.example.org",
  timeout: seconds(5),
});
const exporter = { namespace: "watch", name: "blackbox-exporter" };

describe("batch jobs", () => {
  const jobs: DeclaredJob[] = [
    {
      name: "dump.sh",
      component: "Backups",
      severity: "critical",
      gauges: [],
      runs: { by: "elsewhere", addresses: [], everySeconds: 7200 },
    },
    {
      name: "copy",
      component: "Platform",
      severity: "warning",
      gauges: [],
      runs: { by: "belfry", schedule: "5 * * * *", timeZone: "UTC" },
    },
  ];
  const page = backupJobs(jobs, { job: "pushgateway" });

  test("each declared one has a line, told of or not", () => {
    for (const { name } of jobs) expect(asked(page)).toContain(`label_replace(vector(0), "job", "${name}", "", "")`);
  });

  test("of all declared ones those are counted that are told of", () => {
    expect(asked(page)).toContain(
      '2 - (count(max by (job) ({__name__=~".+_last_run_timestamp_seconds",job=~"dump\\\\.sh|copy"})) or vector(0))',
    );
  });

  test("where none tells figures nobody asks for them", () => {
    expect(asked(page)).not.toContain('{__name__=~""}');
  });

  test("it says where each runs, and whose it is", () => {
    const [list] = panels(page).flatMap((panel) => (panel.kind === "text" ? [panel.markdown] : []));
    expect(list).toContain("| dump.sh | Backups | critical | every 2 h outside of the cluster |");
    expect(list).toContain("| copy | Platform | warning | `5 * * * *` (UTC) |");
  });
});

describe("probes", () => {
  test("where nothing is probed there are no pages of it", () => {
    expect([...probesHttp([], exporter), ...probesMailDns([])]).toEqual([]);
  });

  test("pages alone, and no pages", () => {
    const [page, mail] = [probe("http_2xx_ip6"), probe("smtp_banner")];
    expect(probesMailDns([page])).toEqual([]);
    expect(probesHttp([mail], exporter)).toEqual([]);
    expect(probesHttp([page], exporter)[0]?.next).toEqual(["certificates", "slo-components", "svc-websites", "sec-ingress"]);
    expect(probesMailDns([page, mail])[0]?.next).toEqual(["probes-http", "certificates", "svc-mail", "dns-service", "wan"]);
  });

  test.each([
    ["imaps_mail-imap", "Mail"],
    ["dns_dns-resolver", "DNS"],
    ["nat64", "TLS, ports and NAT64"],
  ])("a row for those that ask by %s", (module, title) => {
    expect(rowsOf(probesMailDns([probe(module)]))).toEqual(["At a glance", title, "All of them"]);
  });

  test("certificates are asked of probes where there are any", () => {
    expect(asked(certificates([]))).not.toMatch(/\bprobe_/);
    expect(certificates([]).next).toEqual(["sec-certificates"]);
    expect(asked(certificates([probe("imaps")]))).toContain("probe_ssl_earliest_cert_expiry");
  });
});

test("the restarter is asked where there is one", () => {
  expect(asked(storageReadonly(undefined))).not.toContain("stale_mounts_");
  expect(asked(storageReadonly({ namespace: "watch", name: "stale-mounts" }))).toContain('pod=~"stale-mounts-.+"');
});
