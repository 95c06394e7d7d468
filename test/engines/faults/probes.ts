import { BLACKBOX } from "../../../components/probes/exporter";
import { probeSeries } from "../../../components/probes/series";
import { days, hours, minutes } from "../../../lib/duration";
import { START } from "../../../lib/world/course";
import { becomes, type Change, goes, passing, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { comesAndGoes } from "./comes-and-goes";
import { type Faults, platform } from "./fault";
import { appOf, lacks } from "./orchestrator";
import { ofProbe, probeOf } from "./probed";

const { probe_success: success, probe_duration_seconds: duration, probe_ssl_earliest_cert_expiry: expiry } = probeSeries;

const everyOtherMinute = (change: Change): Change => comesAndGoes(minutes(1), minutes(2), change);

export const probeFaults: Faults = (world) => {
  const website = probeOf(world, "Websites");
  const imap = probeOf(world, "Mail", "imap");
  const smtp = probeOf(world, "Mail", "smtp");
  const exporter = targets({ job: "blackbox-exporter" });
  const probed = targets({ job: "probes" });
  const moved = probeOf(world, "DNS");
  return [
    {
      title: "a website answers nothing",
      change: together(becomes(ofProbe(success, website), 0), goes(ofProbe(expiry, website))),
      expect: { alert: "ProbeFailed", component: "Websites", severity: "critical", within: minutes(6) },
    },
    {
      title: "a website is started again, which takes four minutes",
      change: passing(minutes(4), together(becomes(ofProbe(success, website), 0), goes(ofProbe(expiry, website)))),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "nobody has renewed the mail server's certificate",
      change: becomes(ofProbe(expiry, imap), START + days(13).seconds),
      expect: { alert: "CertificateExpiring", component: "Mail", severity: "warning", within: minutes(1) },
    },
    {
      title: "the web shop's database is slow",
      change: becomes(ofProbe(duration, website), 4),
      expect: { alert: "ProbeSlow", component: "Websites", severity: "warning", within: minutes(17) },
    },
    {
      title: "the web shop answers just in time, and every second time not",
      change: together(becomes(ofProbe(duration, website), 4.95), everyOtherMinute(becomes(ofProbe(success, website), 0))),
      expect: { alert: "ProbeSlow", component: "Websites", severity: "warning", within: minutes(17) },
    },
    {
      title: "one of the web shop's two pods refuses everybody",
      change: everyOtherMinute(becomes(ofProbe(success, website), 0)),
      expect: { alert: "ProbeFlapping", component: "Websites", severity: "warning", within: minutes(30) },
    },
    {
      title: "the mail server's resolver is gone, and looks everybody up in vain",
      change: becomes(ofProbe(duration, smtp), 18),
      expect: { alert: "ProbeSlow", component: "Mail", severity: "warning", within: minutes(17) },
    },
    {
      title: "the mail server lets senders wait six seconds for its greeting",
      change: becomes(ofProbe(duration, smtp), 6.3),
      expect: { nothingFor: minutes(40) },
    },
    {
      title: "the blackbox exporter can't read its modules",
      change: together(targetFails(exporter), targetFails(probed)),
      expect: platform("ProbeExporterDown", "warning", 6),
    },
    {
      title: "somebody has scaled the blackbox exporter to nothing",
      change: together(targetGoes(exporter), targetFails(probed)),
      expect: platform("ProbeExporterDown", "warning", 6),
    },
    {
      title: "the blackbox exporter has no room on any node",
      change: together(targetGoes(exporter), targetFails(probed), lacks(appOf(world, BLACKBOX), 1)),
      expect: [platform("DeploymentUnavailable", "critical", 6), platform("ProbeExporterDown", "warning", 6)],
    },
    {
      title: "the blackbox exporter starts again on another node",
      change: passing(minutes(2), together(targetGoes(exporter), targetFails(probed))),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "nobody asks the blackbox exporter how it is, and probes have their answers",
      change: targetGoes(exporter),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "nobody has asked for a probe since yesterday",
      change: targetGoes(probed),
      expect: platform("ProbeExporterDown", "warning", 6, { watchedFor: hours(8) }),
    },
    {
      title: "the probes of the mail server were removed",
      change: targetGoes(targets({ job: "probes", component: "Mail" })),
      expect: platform("ProbesMissing", "warning", 17, { watchedFor: hours(8) }),
    },
    {
      title: "the exporter does not know the module of a new probe",
      change: targetFails(targets({ job: "probes", component: "DNS", instance: moved.target, probe: moved.service })),
      expect: platform("ProbesMissing", "warning", 17),
    },
  ];
};
