import { smartctlSeries } from "../components/disks/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";

const {
  smartctl_device_attribute: attribute,
  smartctl_device_media_errors: mediaErrors,
  smartctl_device_percentage_used: percentageUsed,
  smartctl_device_rotation_rate: turns,
  smartctl_device_smart_status: wellByItself,
  smartctl_device_temperature: temperature,
  smartctl_devices: disks,
  smartctl_scsi_grown_defect_list: givenUp,
} = smartctlSeries;

/** Sectors given up (5), reads that failed (187), sectors that wait to be given up (197) or could not be read in a test (198). */
const LOST_SECTORS = { attribute_id: matches("5|187|197|198"), attribute_value_type: "raw" };
/** On a scale that begins at 100 and ends at 0; makers name it as they like. */
const LIFE_LEFT = {
  attribute_name: matches("Media_Wearout_Indicator|Percent_Lifetime_Remain|SSD_Life_Left|Wear_Leveling_Count"),
  attribute_value_type: "value",
};
const WORN_PERCENT = 90;
/** Disks that turn are made for 60, flash slows itself down between 70 and 85. */
const [HOT_TURNING, HOT] = [55, 70];

/** The disks of the machines, by what they say of themselves. */
export function disksBySmart({ job }: Scraped): RuleBundle {
  const by = "job, instance, device";
  const current = temperature({ job, temperature_type: "current" });
  const grown = (selector: string) => `${selector} - min_over_time(${selector}[1d])`;

  // proofs
  const at = { job, instance: "10.42.0.17:9633" };
  const disk = { ...at, device: "sda" };
  const lost = (id: string, name: string, type: string, values: string) => ({
    [attribute({
      ...disk,
      attribute_id: id,
      attribute_name: name,
      attribute_value_type: type,
      attribute_flags_short: "PO--CK",
      attribute_flags_long: "prefailure,updated_online,event_count,auto_keep",
    })]: values,
  });
  const reallocated = (values: string) => lost("5", "Reallocated_Sector_Ct", "raw", values);
  const once = "8x29 9x3000";
  const day = 29 + 24 * 60;
  const left = (value: number) => lost("177", "Wear_Leveling_Count", "value", `${value}x60`);
  const hot = (degrees: number, turning: boolean) => ({
    [temperature({ ...disk, temperature_type: "current" })]: `${degrees}x60`,
    ...(turning && { [turns(disk)]: "7200x60" }),
  });
  const found = (values: string) => ({ [disks(at)]: values });

  return area("disks", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("DiskFailing", {
      expr: `max by (${by}) (${wellByItself({ job })}) == 0`,
      for: minutes(5),
      severity: "critical",
      inhibits: [{ alerts: ["DiskSectorsLost", "DiskWorn"], sharing: ["instance", "device"] }],
      summary: "Disk {{ $labels.device }} of {{ $labels.instance }} says that it fails",
      description: "By its own measure (SMART) it may be gone within a day. Copy what only it holds, then replace it.",
      fires: { [wellByItself(disk)]: "0x60" },
      silent: { [wellByItself(disk)]: "1x60" },
    }),
    alert("DiskSectorsLost", {
      // not increase(): the store takes what an exporter that was started anew gives first for an increase
      expr: [
        `max by (${by}) (${grown(attribute({ job, ...LOST_SECTORS }))}) > 0`,
        `or max by (${by}) (${grown(givenUp({ job }))}) > 0`,
        `or max by (${by}) (${grown(mediaErrors({ job }))}) > 0`,
      ].join("\n"),
      for: minutes(5),
      summary: "Disk {{ $labels.device }} of {{ $labels.instance }} loses sectors",
      description:
        "{{ $value | humanize }} more within a day could not be read, or were given up. A disk that begins to lose some loses more.",
      fires: [
        keptAfter(minutes(day - 1), reallocated(once)),
        keptAfter(minutes(day - 1), { [givenUp(disk)]: once }),
        keptAfter(minutes(day - 1), { [mediaErrors(disk)]: once }),
        after(minutes(35), lost("197", "Current_Pending_Sector", "raw", once)),
      ],
      silent: [
        overAfter(minutes(day + 2), reallocated(once)),
        overAfter(minutes(day + 2), { [givenUp(disk)]: once }),
        overAfter(minutes(day + 2), { [mediaErrors(disk)]: once }),
        reallocated("8x3000"),
        after(minutes(35), lost("5", "Reallocated_Sector_Ct", "value", once)),
        after(minutes(35), lost("9", "Power_On_Hours", "raw", once)),
      ],
    }),
    alert("DiskWorn", {
      expr: [
        `max by (${by}) (${percentageUsed({ job })}) >= ${WORN_PERCENT}`,
        `or 100 - min by (${by}) (${attribute({ job, ...LIFE_LEFT })}) >= ${WORN_PERCENT}`,
      ].join("\n"),
      for: minutes(30),
      summary: "Disk {{ $labels.device }} of {{ $labels.instance }} is nearly worn out",
      description:
        "{{ $value | humanize }} % of what its maker lets it write are written. Plan its replacement, and of its twins of one age.",
      fires: [{ [percentageUsed(disk)]: "90x60" }, left(10)],
      silent: [{ [percentageUsed(disk)]: "89x60" }, left(11)],
    }),
    alert("DiskTooHot", {
      expr: [
        `max by (${by}) (${current}) > ${HOT_TURNING} and on (${by}) max by (${by}) (${turns({ job })})`,
        `or max by (${by}) (${current}) > ${HOT}`,
      ].join("\n"),
      for: minutes(15),
      summary: "Disk {{ $labels.device }} of {{ $labels.instance }} is too hot",
      description:
        "{{ $value | humanize }} °C. It ages fast, and flash slows itself down. Look at fans, dust, cables before the air's way, the room.",
      fires: [hot(56, true), hot(71, false)],
      silent: [hot(55, true), hot(70, false)],
    }),
    alert("DiskGone", {
      expr: `max by (job, instance) (max_over_time(${disks({ job })}[6h])) - max by (job, instance) (${disks({ job })}) > 0`,
      for: minutes(15),
      summary: "{{ $labels.instance }} lacks a disk that it had",
      description: "{{ $value | humanize }} fewer than within six hours. It died, lost its cable or its power, or somebody took it out.",
      fires: [after(minutes(45), found("3x29 2x500")), keptAfter(minutes(29 + 6 * 60 - 1), found("3x29 2x500"))],
      silent: [found("2x29 3x500"), overAfter(minutes(29 + 6 * 60 + 2), found("3x29 2x500"))],
    }),
  ]);
}
