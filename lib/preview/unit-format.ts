/** Values as the application writes them, by the names of its units (Grafana, packages/grafana-data/src/valueFormats). */
export interface Shown {
  readonly prefix?: string;
  readonly text: string;
  readonly suffix?: string;
}

type Format = (value: number, decimals: number | undefined, now: number) => Shown;

export const textOf = ({ prefix = "", text, suffix = "" }: Shown): string => `${prefix}${text}${suffix}`;

/** @param now milliseconds since the epoch, for units that tell how long ago something was */
export function formatted(value: number, unit: string | undefined, decimals: number | undefined, now: number): Shown {
  return formatOf(unit)(value, decimals, now);
}

/** As many digits as tell a number from its neighbours. */
function usualDecimals(value: number): number {
  if (value % 1 === 0) return 0;
  const digits = 1 - Math.floor(Math.log10(Math.abs(value)));
  return Math.min(20, Math.max(0, value / 10 ** -digits > 2.25 ? digits + 1 : digits));
}

function fixed(value: number, decimals = usualDecimals(value)): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  const places = Math.max(0, decimals);
  const rounded = Math.round(value * 10 ** places) / 10 ** places;
  return Math.abs(rounded) >= 1e21 ? String(rounded) : rounded.toFixed(places);
}

const plain =
  (suffix?: string): Format =>
  (value, decimals) => ({ text: fixed(value, decimals), suffix });

/** `zeroth` is the place of the unit itself among the prefixes. */
const scaled =
  (factor: number, suffixes: readonly string[], zeroth = 0): Format =>
  (value, decimals) => {
    if (!Number.isFinite(value)) return { text: fixed(value) };
    const power = value === 0 ? 0 : Math.floor(Math.log(Math.abs(value)) / Math.log(factor) + 1e-12);
    const place = Math.min(suffixes.length - 1, Math.max(0, zeroth + power));
    return { text: fixed(value / factor ** (place - zeroth), decimals), suffix: suffixes[place] };
  };

const PREFIXES = ["f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"];
const NO_PREFIX = PREFIXES.indexOf("");
const decimal = (unit: string, offset = 0): Format =>
  scaled(
    1000,
    PREFIXES.map((prefix) => ` ${prefix}${unit}`),
    NO_PREFIX + offset,
  );
/** What is counted in bytes and the like has no thousandths. */
const decimalFromOne = (unit: string): Format =>
  scaled(
    1000,
    PREFIXES.slice(NO_PREFIX).map((prefix) => ` ${prefix}${unit}`),
  );
const binary = (unit: string, offset = 0): Format =>
  scaled(
    1024,
    ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"].map((prefix) => ` ${prefix}${unit}`),
    offset,
  );
const counted = (unit: string): Format =>
  scaled(
    1000,
    ["", "K", "M", "B", "T"].map((prefix) => `${prefix} ${unit}`),
  );

const STEPS: readonly (readonly [string, number])[] = [
  ["year", 31_536_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["min", 60],
  ["s", 1],
  ["ms", 1e-3],
  ["µs", 1e-6],
  ["ns", 1e-9],
];

/** A time in the largest step that it fills; the smallest is the unit itself, of so many seconds. */
const time =
  (seconds: number, least = seconds, isWeek = true): Format =>
  (value, decimals) => {
    const size = Math.abs(value) * seconds;
    const steps = STEPS.filter(([name, length]) => length >= least * 0.999 && (isWeek || name !== "week"));
    const [name, length] = (value === 0 ? STEPS.find(([, one]) => Math.abs(one - seconds) < one * 1e-6) : undefined) ??
      steps.find(([, one]) => size >= one * (1 - 1e-12)) ??
      steps.at(-1) ?? ["s", 1];
    const text = fixed((value * seconds) / length, decimals);
    const isOne = Number(text) === 1 || !/^(?:year|week|day|hour|min)$/.test(name);
    return { text, suffix: ` ${name}${isOne ? "" : "s"}` };
  };

/** Of milliseconds since the epoch. */
const fromNow: Format = (value, _, now) => {
  if (!Number.isFinite(value)) return { text: "Invalid date" };
  const ago = inWords(Math.abs(now - value) / 1000);
  return { text: value > now ? `in ${ago}` : `${ago} ago` };
};

function inWords(seconds: number): string {
  const [minutes, hours, days] = [Math.round(seconds / 60), Math.round(seconds / 3600), Math.round(seconds / 86_400)];
  if (seconds < 45) return "a few seconds";
  if (minutes <= 1) return "a minute";
  if (minutes < 45) return `${minutes} minutes`;
  if (hours <= 1) return "an hour";
  if (hours < 22) return `${hours} hours`;
  if (days <= 1) return "a day";
  if (days < 26) return `${days} days`;
  const months = Math.round(days / 30.4);
  if (months <= 1) return "a month";
  if (months < 11) return `${months} months`;
  const years = Math.round(days / 365);
  return years <= 1 ? "a year" : `${years} years`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

export function clock(milliseconds: number, hasSeconds = false): string {
  const date = new Date(milliseconds);
  const times = [date.getHours(), date.getMinutes(), ...(hasSeconds ? [date.getSeconds()] : [])];
  return times.map(twoDigits).join(":");
}

export function dateTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${clock(milliseconds, true)}`;
}

const asDate: Format = (value) => ({ text: Number.isFinite(value) ? dateTime(value) : "Invalid date" });

function inClock(value: number): string {
  const [hours, minutes, seconds] = [Math.floor(value / 3600), Math.floor((value % 3600) / 60), Math.floor(value % 60)];
  return [hours, minutes, seconds].map(twoDigits).join(":");
}

const either =
  (yes: string, no: string): Format =>
  (value) => ({ text: value ? yes : no });

const FORMATS: Readonly<Record<string, Format>> = {
  none: plain(),
  short: scaled(1000, ["", " K", " Mil", " Bil", " Tri", " Quadr", " Quint", " Sext", " Sept"]),
  sishort: decimal(""),
  percent: plain("%"),
  percentunit: (value, decimals) => ({ text: fixed(100 * value, decimals), suffix: "%" }),
  humidity: plain(" %H"),
  bool: either("True", "False"),
  bool_yes_no: either("Yes", "No"),
  bool_on_off: either("On", "Off"),
  bytes: binary("B"),
  decbytes: decimalFromOne("B"),
  bits: binary("b"),
  decbits: decimalFromOne("b"),
  kbytes: binary("B", 1),
  mbytes: binary("B", 2),
  gbytes: binary("B", 3),
  Bps: decimalFromOne("B/s"),
  binBps: binary("B/s"),
  bps: decimalFromOne("b/s"),
  binbps: binary("b/s"),
  pps: decimalFromOne("p/s"),
  ns: time(1e-9),
  µs: time(1e-6),
  ms: time(1e-3, 1e-3, false),
  s: time(1, 1e-9),
  m: time(60),
  h: time(3600),
  d: time(86_400),
  dtdurations: time(1),
  dthms: (value) => ({ text: inClock(value) }),
  dateTimeFromNow: fromNow,
  dateTimeAsIso: asDate,
  dateTimeAsSystem: asDate,
  dateTimeAsLocal: asDate,
  celsius: plain(" °C"),
  fahrenheit: plain(" °F"),
  volt: decimal("V"),
  amp: decimal("A"),
  watt: decimal("W"),
  voltamp: decimal("VA"),
  watth: decimal("Wh"),
  kwatth: scaled(1000, [" kWh", " MWh", " GWh", " TWh"]),
  hertz: decimal("Hz"),
  rotrpm: plain(" rpm"),
  dB: plain(" dB"),
  dBm: decimal("dBm"),
  cps: counted("c/s"),
  ops: counted("ops/s"),
  reqps: counted("req/s"),
  rps: counted("rd/s"),
  wps: counted("wr/s"),
  iops: counted("io/s"),
  opm: counted("ops/m"),
  cpm: counted("c/m"),
  eps: counted("evt/s"),
  mps: counted("msg/s"),
  recps: counted("rec/s"),
};

/** A unit that the application does not know is written behind the value. */
function formatOf(unit: string | undefined): Format {
  if (unit === undefined || unit === "") return plain();
  const known = FORMATS[unit];
  if (known !== undefined) return known;
  const [, kind = "", rest = ""] = /^(suffix|prefix|count|si):(.*)$/.exec(unit) ?? [];
  if (kind === "suffix") return plain(` ${rest}`);
  if (kind === "prefix") return (value, decimals) => ({ prefix: rest, text: fixed(value, decimals) });
  if (kind === "count") return counted(rest);
  if (kind === "si") return decimal(rest);
  return plain(` ${unit}`);
}
