import { type AlertProps, type AlertRule, alert, type RecordingRule, record } from "../../lib/alerts/rule";

/** An alert with nothing wrong. */
export function sampleAlert(props: Partial<AlertProps> = {}, name = "SampleDown"): AlertRule {
  return alert(name, {
    expr: "up == 0",
    severity: "warning",
    component: "DNS",
    summary: "{{ $labels.instance }} is down",
    description: "Look at it.",
    fires: { up: "0x10" },
    silent: { up: "1x10" },
    ...props,
  });
}

/** A recording with nothing wrong. */
export function sampleRecord(name: string, expr: string): RecordingRule {
  return record(name, { expr, unit: "count", help: "A sample.", gives: { series: { up: "1x10" }, gives: [[{}, 1]] } });
}
