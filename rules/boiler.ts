import { after } from "../lib/alerts/proof";
import { type AlertProps, type AlertRule, alert, type RuleBundle } from "../lib/alerts/rule";
import { type Duration, hours, minutes, seconds, toPrometheus } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import type { BoilerSite } from "../lib/site/schema";
import { serviceDown } from "./service-down";

/**
 * Nothing here is critical, not even in winter: the boiler's own controller goes on heating by its schedule,
 * and what is lost is the remote control of it. What would leave a house cold is a command that did not arrive,
 * such as the end of a holiday, and that has an alert of its own at once.
 */
const OURS = { severity: "warning", component: "Smart Home" } as const;

/** `job` keeps the gauges of another exporter out; a bridge that is down has an alert of its own. */
const gaugeOf =
  ({ job }: Scraped) =>
  (name: string): string =>
    `boiler_bridge_${name}{job="${job}"}`;

type Texts = Pick<AlertProps, "summary" | "description">;

/** A gauge of 0 or 1 that holds the wrong value. */
function stays(scrape: Scraped, name: string, of: string, wrong: 0 | 1, holds: Duration, texts: Texts): AlertRule {
  const gauge = gaugeOf(scrape)(of);
  const series = (value: number) => ({ [gauge]: `${value}x60` });
  return alert(name, {
    expr: `${gauge} == ${wrong}`,
    for: holds,
    ...OURS,
    ...texts,
    fires: series(wrong),
    silent: [series(1 - wrong), after(seconds(holds.seconds - 60), series(wrong))],
  });
}

export function boiler({ poll_seconds }: Pick<BoilerSite, "poll_seconds">, scrape: Scraped): RuleBundle {
  /** Long enough for three polls, however slow. */
  const atLeastThreePolls = (least: Duration) => seconds(Math.max(least.seconds, 3 * poll_seconds));
  return {
    area: "boiler",
    groups: [
      {
        name: "boiler",
        rules: [
          serviceDown("BoilerBridgeDown", scrape, {
            ...OURS,
            summary: "The boiler bridge is down",
            description: "The boiler heats on as it is set, but nothing can be changed or seen. Look at the pods of boiler-bridge.",
          }),
          cloudUnreachable(scrape, atLeastThreePolls(hours(1))),
          commandUnconfirmed(scrape),
          stays(scrape, "BoilerSentinelSeen", "sentinel", 1, minutes(5), {
            summary: "The boiler's cloud shows setpoints that can't be",
            description: [
              '{{ if query "boiler_bridge_sentinel_alarm == 1" }}The bridge knows no good pair to write back: set both heating temperatures by hand.',
              "{{ else }}The bridge writes the last good pair back once; it has not helped yet.{{ end }}",
            ].join(""),
          }),
          stays(scrape, "BoilerRateLimited", "rate_limited", 1, minutes(15), {
            summary: "The boiler's cloud has locked the account out for too many requests",
            description: "The vendor's app is locked out too. The bridge waits as long as it was told: find what else uses the account.",
          }),
          stays(scrape, "BoilerLoginRefused", "login_refused", 1, minutes(15), {
            summary: "The boiler's cloud refuses the login",
            description: "Log in to the vendor's app with the same account, and put the password that works into the secret store.",
          }),
          stays(scrape, "BoilerHomeAssistantUnreachable", "home_assistant_connected", 0, minutes(15), {
            summary: "The boiler bridge has no connection to Home Assistant",
            description: "Its entities show nothing new and no command arrives. Look at Home Assistant, then at the bridge's log.",
          }),
          energyNotAdvancing(scrape, atLeastThreePolls(minutes(30))),
        ],
      },
    ],
  };
}

function cloudUnreachable(scrape: Scraped, limit: Duration): AlertRule {
  // until the first read the gauge holds the start of the process
  const lastRead = gaugeOf(scrape)("last_read_timestamp_seconds");
  const up = `up{job="${scrape.job}"}`;
  const samples = `x${limit.seconds / 60 + 30}`;
  const justLate = seconds(limit.seconds + 60);
  return alert("BoilerCloudUnreachable", {
    expr: `time() - ${lastRead} > ${limit.seconds} and on (job, instance) ${up} == 1`,
    ...OURS,
    summary: "The boiler has not been read for an hour",
    description: "The last good read is {{ $value | humanizeDuration }} ago. Look at the calls by outcome and at the bridge's log.",
    fires: after(justLate, { [lastRead]: `0${samples}`, [up]: `1${samples}` }),
    silent: [
      after(limit, { [lastRead]: `0${samples}`, [up]: `1${samples}` }),
      after(justLate, { [lastRead]: `300${samples}`, [up]: `1${samples}` }),
      after(justLate, { [lastRead]: `0${samples}`, [up]: `0${samples}` }),
    ],
  });
}

function commandUnconfirmed({ job }: Scraped): AlertRule {
  const commands = (state: string, values: string) => ({
    [`boiler_bridge_commands_total{job="${job}",field="holiday_active",state="${state}"}`]: values,
  });
  return alert("BoilerCommandUnconfirmed", {
    // the bridge exports every field and state from its start, so that the first one is an increase
    expr: 'sum by (job, field, state) (increase(boiler_bridge_commands_total{state=~"unconfirmed|reverted|unknown"}[15m])) > 0',
    ...OURS,
    summary: "The boiler did not take {{ $labels.field }}: {{ $labels.state }}",
    description: "What was asked for is not, or not surely, what the boiler does. Look at sensor.boiler_last_command and set it again.",
    fires: [
      after(minutes(10), commands("unconfirmed", "0x5 1x20")),
      after(minutes(10), commands("reverted", "0x5 1x20")),
      after(minutes(10), commands("unknown", "0x5 1x20")),
    ],
    silent: [
      after(minutes(10), commands("confirmed", "0x5 1x20")),
      after(minutes(10), commands("refused", "0x5 1x20")),
      after(minutes(25), commands("unconfirmed", "0x5 1x30")),
    ],
  });
}

function energyNotAdvancing(scrape: Scraped, window: Duration): AlertRule {
  const over = `[${toPrometheus(window)}]`;
  const gauge = gaugeOf(scrape);
  const [flame, energy, lastRead] = [gauge("flame"), gauge("energy_kwh_total"), gauge("last_read_timestamp_seconds")];
  const samples = window.seconds / 60 + 30;
  const series = (flameIs: string, energyIs: string, readIs: string) =>
    after(seconds(window.seconds + 300), {
      [flame]: `${flameIs}x${samples}`,
      [energy]: `${energyIs}x${samples}`,
      [lastRead]: `${readIs}x${samples}`,
    });
  return alert("BoilerEnergyNotAdvancing", {
    // without reads neither flame nor energy mean anything: that is BoilerCloudUnreachable
    expr: [
      `min_over_time(${flame}${over}) == 1`,
      `and on (job, instance) increase(${energy}${over}) == 0`,
      `and on (job, instance) changes(${lastRead}${over}) >= 2`,
    ].join("\n"),
    ...OURS,
    summary: "The boiler burns and its energy does not advance",
    description: "Consumption and cost stand still while the flame is on. Look at the bridge's log and at its volume.",
    fires: series("1", "7", "0+60"),
    silent: [series("1", "7+0.1", "0+60"), series("0", "7", "0+60"), series("1", "7", "0")],
  });
}
