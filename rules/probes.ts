import { blackboxSeries } from "../components/pending/series/blackbox";
import { after } from "../lib/alerts/proof";
import { type AlertRule, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, minutes } from "../lib/duration";
import { quote } from "../lib/series";
import { COMPONENTS, type Component } from "../lib/site/component";
import type { Site } from "../lib/site/schema";

/** Certificates are renewed 30 days ahead: 14 days left means that two weeks of renewals failed (specification, part 8). */
const CERTIFICATE_WARNING = days(14);

// the exporter knows no components: a probe's target brings the label
const success = blackboxSeries.probe_success();
const expiry = blackboxSeries.probe_ssl_earliest_cert_expiry();

/** What the probes see from outside: one alert of each kind per component, because a target carries its component as a label. */
export function probes(site: Site): RuleBundle {
  return area(
    "probes",
    {},
    site.components.flatMap(({ name }) => [probeFailed(name), certificateExpiring(name)]),
  );
}

function anotherThan(component: Component): Component {
  return COMPONENTS.find((other) => other !== component) ?? component;
}

/** The labels of a probed target. */
const target = (component: Component) => `{instance="https://a.example.org",component="${component}"}`;

function probeFailed(component: Component): AlertRule {
  const probed = (of: Component, values: string) => ({ [success + target(of)]: values });
  return alert("ProbeFailed", {
    expr: `${success}{component=${quote(component)}} == 0`,
    for: minutes(5),
    severity: "critical",
    component,
    summary: "{{ $labels.instance }} does not answer its probe",
    description: "The probe fails for 5 minutes. Run it by hand against the blackbox exporter with debug=true.",
    fires: probed(component, "0x10"),
    silent: [probed(component, "1x10"), after(minutes(9), probed(component, "0 0 0 0 1 0x10")), probed(anotherThan(component), "0x10")],
  });
}

function certificateExpiring(component: Component): AlertRule {
  const expires = (of: Component, left: number) => ({ [expiry + target(of)]: `${left}x10` });
  const { seconds } = CERTIFICATE_WARNING;
  return alert("CertificateExpiring", {
    expr: `${expiry}{component=${quote(component)}} - time() < ${seconds}`,
    severity: "warning",
    component,
    summary: "The certificate of {{ $labels.instance }} expires within 14 days",
    description: "{{ $value | humanizeDuration }} are left. Look at the certificate's renewal.",
    fires: expires(component, seconds - 1),
    silent: [expires(component, seconds), expires(anotherThan(component), seconds - 1)],
  });
}
