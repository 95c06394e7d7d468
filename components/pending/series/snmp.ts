import { counter, declareSeries, gauge, unconfirmed } from "../../../lib/series";

/** As its module looks them up; a name or alias that a device leaves empty is none. */
const INTERFACE = ["ifIndex", "ifDescr?", "ifName?", "ifAlias?"] as const;
const TEMPERATURE = ["cpqHeTemperatureChassis", "cpqHeTemperatureIndex"] as const;
const RADIO = ["aiRadioAPMACAddress", "aiRadioIndex"] as const;

/**
 * Series of snmp_exporter that rules and dashboards may read (those of the exporter and of IF-MIB seen on 0.28.0 before net-snmp 5.9.3).
 * A vendor's are named as its MIB names the objects, with its indexes as labels; the modules are still to be written, and no such
 * device could be asked. Counters have no `_total`.
 */
export const snmpSeries = declareSeries({
  // the exporter, for each target; a target that does not answer fails the scrape
  snmp_scrape_duration_seconds: gauge("seconds", "Time of asking a device.", "module"),
  snmp_scrape_pdus_returned: gauge("count", "Values that a device gave.", "module"),
  snmp_scrape_walk_duration_seconds: gauge("seconds", "Time of a device's answers.", "module"),
  // the exporter itself, at its /metrics
  snmp_packet_retries_total: counter("count", "Questions that were asked again."),
  snmp_request_errors_total: counter("count", "Requests that could not be understood."),
  snmp_unexpected_pdu_type_total: counter("count", "Answers of another type than the module expects."),

  // every device
  sysUpTime: gauge("count", "Time since the device began, in hundredths of a second; it starts anew after 497 days."),
  ifAdminStatus: gauge("state", "What an interface should be: 1 up, 2 down, 3 testing.", ...INTERFACE),
  ifOperStatus: gauge(
    "state",
    "What an interface is: 1 up, 2 down, 3 testing, 4 unknown, 5 dormant, 6 not present, 7 lower layer down.",
    ...INTERFACE,
  ),
  ifLastChange: gauge("count", "The device's `sysUpTime` when an interface last changed.", ...INTERFACE),
  ifHighSpeed: gauge("count", "Speed of an interface in megabits a second, 0 where it is not known.", ...INTERFACE),
  ifHCInOctets: counter("bytes", "Bytes received.", ...INTERFACE),
  ifHCOutOctets: counter("bytes", "Bytes sent.", ...INTERFACE),
  ifHCInUcastPkts: counter("count", "Packets received, without broadcasts.", ...INTERFACE),
  ifHCOutUcastPkts: counter("count", "Packets sent, without broadcasts.", ...INTERFACE),
  ifInErrors: counter("count", "Packets received broken.", ...INTERFACE),
  ifOutErrors: counter("count", "Packets that could not be sent.", ...INTERFACE),
  ifInDiscards: counter("count", "Packets received and thrown away.", ...INTERFACE),
  ifOutDiscards: counter("count", "Packets thrown away before they were sent.", ...INTERFACE),

  // switches (CISCO-PROCESS-MIB, CISCO-MEMORY-POOL-MIB, CISCO-ENVMON-MIB)
  cpmCPUTotal5minRev: unconfirmed(gauge("percent", "CPU use over five minutes.", "cpmCPUTotalIndex")),
  ciscoMemoryPoolUsed: unconfirmed(gauge("bytes", "Memory in use.", "ciscoMemoryPoolType", "ciscoMemoryPoolName?")),
  ciscoMemoryPoolFree: unconfirmed(gauge("bytes", "Free memory.", "ciscoMemoryPoolType", "ciscoMemoryPoolName?")),
  ciscoEnvMonTemperatureStatusValue: unconfirmed(
    gauge("celsius", "Temperature.", "ciscoEnvMonTemperatureStatusIndex", "ciscoEnvMonTemperatureStatusDescr?"),
  ),

  // access points (AI-AP-MIB); some rows exist on one point of a group only
  aiAPCPUUtilization: unconfirmed(gauge("percent", "CPU use.", "aiAPMACAddress", "aiAPName?")),
  aiAPMemoryFree: unconfirmed(gauge("bytes", "Free memory.", "aiAPMACAddress", "aiAPName?")),
  aiAPTotalMemory: unconfirmed(gauge("bytes", "Memory.", "aiAPMACAddress", "aiAPName?")),
  aiRadioTransmitPower: unconfirmed(gauge("count", "Power that a radio sends with, in dBm.", ...RADIO)),
  aiRadioNoiseFloor: unconfirmed(gauge("count", "Noise that a radio hears, in dBm without its sign.", ...RADIO)),
  aiRadioUtilization64: unconfirmed(gauge("percent", "How busy a radio's channel was over 64 seconds.", ...RADIO)),
  aiClientSNR: unconfirmed(gauge("count", "How far a client's signal stands out of the noise, in dB.", "aiClientMACAddress")),

  // boards that watch over servers (CPQHLTH-MIB); a condition is 1 other, 2 ok, 3 degraded, 4 failed
  cpqHeTemperatureCelsius: unconfirmed(gauge("celsius", "Temperature.", ...TEMPERATURE)),
  cpqHeTemperatureCondition: unconfirmed(gauge("state", "Condition of a temperature.", ...TEMPERATURE)),
  cpqHeFltTolFanCondition: unconfirmed(gauge("state", "Condition of a fan.", "cpqHeFltTolFanChassis", "cpqHeFltTolFanIndex")),
  cpqHeFltTolPowerSupplyCondition: unconfirmed(
    gauge("state", "Condition of a power supply.", "cpqHeFltTolPowerSupplyChassis", "cpqHeFltTolPowerSupplyBay"),
  ),
});
