import { ifmibSeries } from "../components/snmp/modules/ifmib";
import { LINKED_WITHIN } from "../components/snmp/modules/spare-ports";
import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertDraft, alert, type Shared } from "../lib/alerts/rule";
import { hours, minutes, toPrometheus } from "../lib/duration";
import { type Condition, not } from "../lib/series";
import { rowsGone, SEEN_WITHIN } from "./snmp-rows-gone";

const { ifAdminStatus: wanted, ifHCInOctets: bytesIn, ifOperStatus: state } = ifmibSeries;

/** An interface, by every label that names it. */
export const PORT = "instance, ifIndex, ifDescr, ifName, ifAlias";
export const ON_PORT = "on (instance, ifIndex)";
/** Whoever describes a port counts on it; on the others telephones and notebooks come and go. */
export const DESCRIBED = { ifAlias: not("") };

interface Asked {
  readonly job: string | Condition;
}
interface At {
  readonly job: string;
  readonly instance: string;
}
type Labels = At & Readonly<Partial<Record<"ifIndex" | "ifDescr" | "ifName" | "ifAlias", string>>>;

/** A port that people count on, for proofs. */
export const uplinkAt = (at: At) => ({ ...at, ifIndex: "1", ifDescr: "GigabitEthernet1/0/1", ifName: "Gi1/0/1", ifAlias: "uplink" });

/**
 * A described port that was up and has no row any more. It is there under its name, whatever its number, or under its description where that
 * was not there a day ago: two ports may have one description.
 */
function portGone(asked: Asked): string {
  const ofDescribed = state({ ...asked, ...DESCRIBED });
  const isNew = `(${ofDescribed} unless on (instance, ifIndex, ifName, ifAlias) ${ofDescribed} offset ${SEEN_WITHIN})`;
  const wasUp = [
    `min by (${PORT}) (min_over_time(${ofDescribed}[${SEEN_WITHIN}])) == 1`,
    `and ${ON_PORT} last_over_time(${wanted(asked)}[${SEEN_WITHIN}]) == 1`,
  ].join("\n");
  return rowsGone(wasUp, state(asked), [
    ["ifName", state({ ...asked, ifName: not("") })],
    ["ifAlias", isNew],
  ]);
}

/** A described port that should be up, had a link within a week, and has none, or no row. */
export function networkPortDown(asked: Asked, at: At): AlertDraft<keyof Shared> {
  const port = uplinkAt(at);
  const { ifAlias: _, ...noAlias } = port;
  const { ifName: _name, ifDescr: _descr, ...noName } = port;
  const other = { ...port, ifIndex: "2", ifDescr: "GigabitEthernet1/0/2", ifName: "Gi1/0/2", ifAlias: "another" };
  const gone = (oper = "1x9", of: Labels = port, admin = `${oper.replaceAll(/\d+x/g, "1x")} stale`) => ({
    [state(of)]: `${oper} stale`,
    [wanted(of)]: admin,
  });
  /** A row that stays. */
  const there = (of: Labels, oper = "1x2000") => ({ [state(of)]: oper });
  const says = (oper: string, { admin = "1x2000", of = port }: { admin?: string; of?: Labels } = {}) => ({
    [state(of)]: oper,
    [wanted(of)]: admin,
  });
  /** A link for ten minutes, and so many minutes later none. A week of samples is more than promtool reads. */
  const lostAfter = (gap: number) => says(`1x9 _x${gap} 2x60`, { admin: `1x9 _x${gap} 1x60` });
  const described = (value: number) => `max by (${PORT}) (${state({ ...asked, ...DESCRIBED })}) == ${value}`;

  return alert("NetworkPortDown", {
    expr: [
      `(${described(2)} or ${described(6)} or ${described(7)})`,
      `and ${ON_PORT} ${wanted(asked)} == 1`,
      // a port that was never in use has nothing to lose, and so has one whose link nobody has seen: its bytes may be of years ago
      `and ${ON_PORT} min_over_time(${state(asked)}[${toPrometheus(LINKED_WITHIN)}]) == 1`,
      "or",
      portGone(asked),
    ].join("\n"),
    for: minutes(5),
    summary: "Port {{ $labels.ifName }} ({{ $labels.ifAlias }}) of {{ $labels.instance }} is down",
    description:
      "It should be up, was so within a week, and {{ if eq $value 1.0 }}is gone: the device has no such port any more. Look at the member of the stack, or the module, that it was in.{{ else }}has no link. Look at the cable, at the other side, and at what is behind it.{{ end }}",
    fires: [
      after(minutes(15), says("1x9 2x2000")),
      after(minutes(15), says("1x9 7x2000")),
      after(minutes(15), says("1x9 6x2000")),
      // nobody came for a day, and it was up within a week
      stillAfter(hours(30), says("1x9 2x2000")),
      after(minutes(10_015), lostAfter(10_000)),
      // gone with its member, beside one of another name, and one of its description
      after(minutes(15), { ...gone(), ...there(other) }),
      stillAfter(hours(23), { ...gone(), ...there(other) }),
      after(minutes(15), { ...gone("2x3 1x5"), ...there(other) }),
      after(hours(30), { ...gone("1x1794"), ...there({ ...other, ifAlias: port.ifAlias }) }),
      // of a device that gives no names
      after(minutes(15), { ...gone("1x9", noName), ...there({ ...at, ifIndex: "2", ifAlias: "another" }) }),
    ],
    silent: [
      after(hours(30), says("1x2000")),
      after(hours(30), says("5x2000")),
      after(minutes(10_115), lostAfter(10_100)),
      // shut, without a link since before anybody looked, of nobody, away for a minute
      after(minutes(15), says("1x9 2x2000", { admin: "2x2000" })),
      after(hours(30), { ...says("2x2000"), [bytesIn(port)]: "5000x2000" }),
      after(minutes(15), says("1x9 2x2000", { of: noAlias })),
      after(minutes(15), says("1x9 2 1x2000")),
      // gone for a day, with the whole device, without a link before, shut before, of nobody
      after(hours(25), { ...gone(), ...there(other) }),
      after(hours(25), { ...gone("1x9", port, "1x1400 stale"), ...there(other) }),
      after(minutes(15), gone()),
      after(minutes(15), { ...gone("2x9"), ...there(other) }),
      after(minutes(15), { ...gone("1x9", port, "2x9 stale"), ...there(other) }),
      after(hours(30), { ...gone("1x1700", port, "1x9 stale"), ...there(other) }),
      after(minutes(15), { ...gone("1x9", noAlias), ...there(other) }),
      // there by another number, another name, or without its description
      after(minutes(15), { ...gone(), ...there({ ...port, ifIndex: "9", ifAlias: "another" }) }),
      after(minutes(15), { ...gone(), ...there(noAlias) }),
      after(hours(30), { ...gone("1x720"), ...there({ ...other, ifAlias: port.ifAlias }, "_x720 1x2000") }),
      after(minutes(15), { ...gone("1x9", noName), ...there({ ...noName, ifIndex: "9" }, "_x10 1x2000") }),
    ],
  });
}
