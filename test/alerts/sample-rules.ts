import { type AlertProps, type AlertRule, alert, type RecordingProps, type RecordingRule, record } from "../../lib/alerts/rule";

export const SAMPLE_ALERT: AlertProps = {
  expr: "up == 0",
  severity: "warning",
  component: "DNS",
  summary: "{{ $labels.instance }} is down",
  description: "Look at it.",
  fires: { up: "0x10" },
  silent: { up: "1x10" },
};

export const SAMPLE_RECORDING: RecordingProps = {
  expr: "up",
  unit: "count",
  help: "A sample.",
  gives: { series: { up: "1x10" }, gives: [[{}, 1]] },
};

/** An alert with nothing wrong. */
export function sampleAlert(props: Partial<AlertProps> = {}, name = "SampleDown"): AlertRule {
  return alert(name, { ...SAMPLE_ALERT, ...props });
}

/** A recording with nothing wrong. */
export function sampleRecord(name: string, expr: string, props: Partial<RecordingProps> = {}): RecordingRule {
  return record(name, { ...SAMPLE_RECORDING, expr, ...props });
}
