import type { Unit } from "../series";

/** The application's own names (Grafana, packages/grafana-data/src/valueFormats/categories.ts). */
export const GRAFANA_UNITS: Readonly<Record<Unit, string>> = {
  seconds: "s",
  milliseconds: "ms",
  nanoseconds: "ns",
  // of milliseconds: an expression multiplies by 1000
  timestamp: "dateTimeFromNow",
  bytes: "bytes",
  "bytes per second": "binBps",
  "bits per second": "bps",
  ratio: "percentunit",
  percent: "percent",
  celsius: "celsius",
  volts: "volt",
  amperes: "amp",
  watts: "watt",
  "volt-amperes": "voltamp",
  hertz: "hertz",
  "kilowatt-hours": "kwatth",
  millicores: "short",
  cores: "short",
  "per second": "cps",
  // it has none of hours: a count with words of one's own behind it
  "per hour": "count:c/h",
  rpm: "rotrpm",
  dB: "dB",
  dBm: "dBm",
  days: "d",
  flag: "bool_yes_no",
  state: "none",
  count: "short",
  mixed: "short",
};
