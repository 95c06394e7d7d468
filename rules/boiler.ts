import { boilerBridgeSeries } from "../components/boiler-bridge/series";
import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertDraft, type AlertProps, alert, area, type RuleBundle, type Shared } from "../lib/alerts/rule";
import { type Duration, hours, minutes, seconds, toPrometheus } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, type Select } from "../lib/series";
import type { BoilerSite } from "../lib/site/schema";
import { serviceDown } from "./service-down";

const {
  boiler_bridge_commands_total,
  boiler_bridge_energy_kwh_total,
  boiler_bridge_flame,
  boiler_bridge_home_assistant_connected,
  boiler_bridge_last_read_timestamp_seconds,
  boiler_bridge_login_refused,
  boiler_bridge_rate_limited,
  boiler_bridge_sentinel,
  boiler_bridge_sentinel_alarm,
  boiler_bridge_state_unsaved,
} = boilerBridgeSeries;

type Draft = AlertDraft<keyof Shared>;

/** The bridge's only pod. */
const POD = "10.42.0.31:8080";

/**
 * Nothing here is critical, not even in winter: the boiler's own controller goes on heating by its schedule,
 * and what is lost is the remote control of it. What would leave a house cold is a command that did not arrive,
 * such as the end of a holiday, and that has an alert of its own at once.
 */
export function boiler({ poll_seconds }: Pick<BoilerSite, "poll_seconds">, scrape: Scraped): RuleBundle {
  /** Long enough for three polls, however slow; in whole minutes, as proofs have their samples. */
  const atLeastThreePolls = (least: Duration) => minutes(Math.ceil(Math.max(least.seconds, 3 * poll_seconds) / 60));
  return area("boiler", { component: "Smart Home", severity: "warning" }, [
    serviceDown("BoilerBridgeDown", scrape, {
      summary: "The boiler bridge is down",
      description: "The boiler heats on as it is set, but nothing can be changed or seen. Look at the pods of boiler-bridge.",
    }),
    cloudUnreachable(scrape, atLeastThreePolls(hours(1))),
    commandUnconfirmed(scrape),
    stays(scrape, "BoilerSentinelSeen", boiler_bridge_sentinel, 1, minutes(5), {
      summary: "The boiler's cloud shows setpoints that can't be",
      description: [
        `{{ if query "${boiler_bridge_sentinel_alarm()} == 1" }}The bridge knows no good pair to write back: set both heating temperatures by hand.`,
        "{{ else }}The bridge writes the last good pair back once; it has not helped yet.{{ end }}",
      ].join(""),
    }),
    stays(scrape, "BoilerRateLimited", boiler_bridge_rate_limited, 1, minutes(15), {
      summary: "The boiler's cloud has locked the account out for too many requests",
      description: "The vendor's app is locked out too. The bridge waits as long as it was told: find what else uses the account.",
    }),
    stays(scrape, "BoilerLoginRefused", boiler_bridge_login_refused, 1, minutes(15), {
      summary: "The boiler's cloud refuses the login",
      description: "Log in to the vendor's app with the same account, and put the password that works into the secret store.",
    }),
    stays(scrape, "BoilerHomeAssistantUnreachable", boiler_bridge_home_assistant_connected, 0, minutes(15), {
      summary: "The boiler bridge has no connection to Home Assistant",
      description: "Its entities show nothing new and no command arrives. Look at Home Assistant, then at the bridge's log.",
    }),
    stays(scrape, "BoilerStateUnsaved", boiler_bridge_state_unsaved, 1, minutes(15), {
      summary: "The boiler bridge can't save its state",
      description: "It works on. A restart loses what it has counted since, and when it last wrote. Look at the space left on its volume.",
    }),
    energyNotAdvancing(scrape, atLeastThreePolls(minutes(30))),
  ]);
}

/** A gauge of 0 or 1 that holds the wrong value. `job` keeps the gauges of another exporter out; a bridge that is down has an alert of its own. */
function stays(
  { job }: Scraped,
  name: string,
  gauge: Select<never>,
  wrong: 0 | 1,
  holds: Duration,
  texts: Pick<AlertProps, "summary" | "description">,
): Draft {
  const is = (value: number) => ({ [gauge({ job, instance: POD })]: `${value}x60` });
  return alert(name, {
    expr: `${gauge({ job })} == ${wrong}`,
    for: holds,
    ...texts,
    fires: is(wrong),
    silent: is(1 - wrong),
  });
}

function cloudUnreachable({ job }: Scraped, limit: Duration): Draft {
  const samples = `x${limit.seconds / 60 + 30}`;
  const justLate = seconds(limit.seconds + 60);
  const read = (at: number, answers: 0 | 1) => ({
    [boiler_bridge_last_read_timestamp_seconds({ job, instance: POD })]: `${at}${samples}`,
    [targetSeries.up({ job, instance: POD })]: `${answers}${samples}`,
  });
  return alert("BoilerCloudUnreachable", {
    // until the first read the gauge holds the start of the process
    expr: `time() - ${boiler_bridge_last_read_timestamp_seconds({ job })} > ${limit.seconds} and on (job, instance) ${targetSeries.up({ job })} == 1`,
    summary: "The boiler has not been read for an hour",
    description: "The last good read is {{ $value | humanizeDuration }} ago. Look at the calls by outcome and at the bridge's log.",
    fires: after(justLate, read(1, 1)),
    silent: [after(limit, read(1, 1)), after(justLate, read(300, 1)), after(justLate, read(1, 0))],
  });
}

function commandUnconfirmed({ job }: Scraped): Draft {
  const lost = boiler_bridge_commands_total({ state: matches("unconfirmed|reverted|unknown") });
  const commands = (state: string, values: string) => ({
    [boiler_bridge_commands_total({ job, instance: POD, field: "holiday_active", state })]: values,
  });
  return alert("BoilerCommandUnconfirmed", {
    // the bridge exports every field and state from its start, so that the first one is an increase
    expr: `sum by (job, field, state) (increase(${lost}[15m])) > 0`,
    summary: "The boiler did not take {{ $labels.field }}: {{ $labels.state }}",
    description: "What was asked for is not, or not surely, what the boiler does. Look at sensor.boiler_last_command and set it again.",
    fires: [
      after(minutes(6), commands("unconfirmed", "0x5 1x20")),
      after(minutes(6), commands("reverted", "0x5 1x20")),
      after(minutes(6), commands("unknown", "0x5 1x20")),
      stillAfter(minutes(19), commands("unconfirmed", "0x5 1x20")),
    ],
    silent: [commands("confirmed", "0x5 1x20"), commands("refused", "0x5 1x20"), after(minutes(21), commands("unconfirmed", "0x5 1x20"))],
  });
}

function energyNotAdvancing({ job }: Scraped, window: Duration): Draft {
  const over = `[${toPrometheus(window)}]`;
  const length = window.seconds / 60;
  const bridge = (flame: string, energy: string, lastRead: string) => ({
    [boiler_bridge_flame({ job, instance: POD })]: flame,
    [boiler_bridge_energy_kwh_total({ job, instance: POD })]: energy,
    [boiler_bridge_last_read_timestamp_seconds({ job, instance: POD })]: lastRead,
  });
  // looked at with the window from the fifth minute on, until which the energy advances: what a counter that is new was before, nobody knows
  const [before, third, rest] = [5, Math.floor(length / 3), length + 30];
  const [burns, stands] = [`0x2 1x${rest}`, `0+1x${before} ${before}x${rest}`];
  const readTwice = `0x${before + third} 300x${third} 600x${rest}`;
  return alert("BoilerEnergyNotAdvancing", {
    // without reads neither flame nor energy mean anything: that is BoilerCloudUnreachable
    expr: [
      `min_over_time(${boiler_bridge_flame({ job })}${over}) == 1`,
      `and on (job, instance) increase(${boiler_bridge_energy_kwh_total({ job })}${over}) == 0`,
      `and on (job, instance) changes(${boiler_bridge_last_read_timestamp_seconds({ job })}${over}) >= 2`,
    ].join("\n"),
    summary: "The boiler burns and its energy does not advance",
    description: "Consumption and cost stand still while the flame is on. Look at the bridge's log and at its volume.",
    fires: after(minutes(before + length), bridge(burns, stands, readTwice)),
    silent: [
      bridge(burns, `0+0.1x${rest}`, readTwice),
      bridge(`0x${before + third} 1x${rest}`, stands, readTwice),
      bridge(burns, stands, `0x2 300x${before + third} 600x${rest}`),
    ],
  });
}
