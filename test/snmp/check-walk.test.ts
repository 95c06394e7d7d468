import { apExt } from "../../components/snmp/modules/ap-ext";
import { bmc } from "../../components/snmp/modules/bmc";
import { ifmib } from "../../components/snmp/modules/ifmib";
import { switchExt } from "../../components/snmp/modules/switch-ext";
import { gauge } from "../../lib/series";
import { checkWalk } from "../../lib/snmp/check-walk";
import { type SnmpModule, table } from "../../lib/snmp/module";
import { parseWalk } from "../../lib/snmp/walk";
import { recorded, without } from "./recorded";

const missing = (module: SnmpModule, text: string) => checkWalk(module, parseWalk(text)).missing;

test.each([
  ["switch", ifmib],
  ["switch", switchExt],
  ["instant", apExt],
  ["server", bmc],
] as const)("a walk of %s has all that is asked of it", (name, module) => {
  expect(missing(module, recorded(name))).toEqual([]);
});

const SWITCH = recorded("switch");

test.each<[string, SnmpModule, string, string[]]>([
  ["a column", ifmib, without(SWITCH, /31\.1\.1\.1\.18\./), ["ifAlias (1.3.6.1.2.1.31.1.1.1.18) is missing"]],
  ["the names of pools", switchExt, without(SWITCH, /48\.1\.1\.1\.2\./), ["ciscoMemoryPoolName (1.3.6.1.4.1.9.9.48.1.1.1.2) is missing"]],
  [
    "values that are not there after all",
    bmc,
    recorded("server").replaceAll(/(6\.8\.1\.6\.0\.\d = ).*/g, "$1No Such Instance currently exists at this OID"),
    ["cpqHeTemperatureCondition (1.3.6.1.4.1.232.6.2.6.8.1.6) is missing"],
  ],
  [
    "access points, behind one that tells of radios alone",
    apExt,
    without(recorded("instant"), /14823\.2\.3\.3\.1\.2\.1\.1\./),
    ["aiAPCPUUtilization", "aiAPMemoryFree", "aiAPTotalMemory", "aiAPName"].map((name) => expect.stringMatching(`^${name} .* is missing$`)),
  ],
])("%s missing is told by name", (_, module, text, expected) => {
  expect(missing(module, text)).toEqual(expected);
});

test.each<[string, string, string]>([
  ["text in place of a number", 'STRING: "5000000"', "ifHCInOctets (1.3.6.1.2.1.31.1.1.1.6) is STRING in line 47; it should be a number"],
  ["octets", "Hex-STRING: 00 4C 4B 40", "ifHCInOctets (1.3.6.1.2.1.31.1.1.1.6) is Hex-STRING in line 47; it should be a number"],
])("%s is told as of the wrong type, and not as missing", (_, printed, expected) => {
  expect(missing(ifmib, SWITCH.replace(/(31\.1\.1\.1\.6\.10101 = ).*/, `$1${printed}`))).toEqual([expected]);
});

test.each([
  ["Counter32: 5"],
  ["Gauge32: 5"],
  ["INTEGER: up(1)"],
  ["INTEGER: 94 dBm"],
  ["Wrong Type (should be Counter64): Counter32: 5"],
  ["Opaque: Float: 5.000000"],
  ["Timeticks: (4200) 0:00:42.00"],
])("a number may be printed as %s", (printed) => {
  expect(missing(ifmib, SWITCH.replace(/(31\.1\.1\.1\.6\.10101 = ).*/, `$1${printed}`))).toEqual([]);
});

test.each([
  ["Gi1/0/1, without quotes", "STRING: Gi1/0/1"],
  ["nothing", '""'],
  ["nothing, with its type", "STRING: "],
  ["octets over several lines", "Hex-STRING: 47 69 31 2F 30 2F 31 20 47 69 31 2F 30 2F 31 20 \n47 69 31 2F 30 2F 31"],
  ["a text over several lines", 'STRING: "the first\nthe second = not a value: of its own"'],
  ["quotes in a text", 'STRING: "the \\"old\\" one"'],
])("a text may be printed as %s", (_, printed) => {
  expect(missing(ifmib, SWITCH.replace(/(31\.1\.1\.1\.1\.10101 = ).*/, `$1${printed.replaceAll("$", "$$$$")}`))).toEqual([]);
});

test.each<[string, (text: string) => string]>([
  ["iso in place of the first number", (text) => text.replaceAll(/^\.1\./gm, "iso.")],
  ["no dot in front", (text) => text.replaceAll(/^\./gm, "")],
  ["Windows' ends of lines", (text) => text.replaceAll("\n", "\r\n")],
  ["a mark of its encoding", (text) => `\uFEFF${text}`],
  ["a comment and a prompt", (text) => `# of the hall\n$ snmpwalk -On 192.0.2.2\n${text}`],
])("a walk with %s is read", (_, change) => {
  expect(missing(ifmib, change(SWITCH))).toEqual([]);
});

test("what a device may be well without is no mistake, and said", () => {
  const quiet = checkWalk(apExt, parseWalk(without(recorded("instant"), /\.2\.4\.1\.7\./)));
  expect([quiet.missing, quiet.notes]).toEqual([[], ["aiClientSNR: not there, and need not be: no client is connected"]]);
  const small = checkWalk(switchExt, parseWalk(without(SWITCH, /9\.9\.13\.1\.([45]\.1|3\.1\.[46])\./)));
  expect([small.missing, small.notes.length]).toEqual([[], 4]);
});

test.each<[string, SnmpModule, string, string]>([
  [
    "a counter",
    ifmib,
    without(SWITCH, /31\.1\.1\.1\.6\.1010[1789]/),
    "ifHCInOctets (1.3.6.1.2.1.31.1.1.1.6): not there in 4 of 5 rows: 10101, 10107, 10108, ...",
  ],
  [
    "a state that need not be there at all",
    switchExt,
    without(SWITCH, /13\.1\.3\.1\.6\.2006/),
    "ciscoEnvMonTemperatureState (1.3.6.1.4.1.9.9.13.1.3.1.6): not there in 1 of 2 rows: 2006",
  ],
  [
    "the names of a port whose table has no more of it",
    ifmib,
    without(SWITCH, /31\.1\.1\.1\.\d+\.10109 /),
    expect.stringMatching(/^ifName .* not there in 1 of 5 rows: 10109$/),
  ],
  [
    "the name of an access point whose radios are told of",
    apExt,
    without(recorded("instant"), /2\.1\.1\.\d+\.2\.0\.0\.0\.0\.2 /),
    "aiAPName (1.3.6.1.4.1.14823.2.3.3.1.2.1.1.2), by aiRadioAPMACAddress of aiRadioTransmitPower, aiRadioNoiseFloor, aiRadioUtilization64: not there in 2 of 4 rows: 2.0.0.0.0.2.0, 2.0.0.0.0.2.1",
  ],
])("%s that some rows lack and others have is no mistake, and said", (_, module, text, note) => {
  const { missing, notes } = checkWalk(module, parseWalk(text));
  expect([missing, notes]).toEqual([[], expect.arrayContaining([note])]);
});

test.each<[string, SnmpModule, string, string]>([
  [
    "the name of one pool",
    switchExt,
    without(SWITCH, /48\.1\.1\.1\.2\.1 /),
    "ciscoMemoryPoolName (1.3.6.1.4.1.9.9.48.1.1.1.2) is missing in 1 of 2 rows that have values: 1",
  ],
  [
    "the description of a fan",
    switchExt,
    without(SWITCH, /13\.1\.4\.1\.2\.\d+ /).concat('.1.3.6.1.4.1.9.9.13.1.4.1.2.9999 = STRING: "of another"\n'),
    expect.stringMatching(/^ciscoEnvMonFanStatusDescr \(.*\) is missing in \d of \d rows that have values: /),
  ],
  [
    "the name of every access point that has radios",
    apExt,
    recorded("instant").replaceAll(/(2\.1\.1\.\d+\.2\.0\.0\.0)\.0\.(\d) /g, "$1.9.$2 "),
    "aiAPName (1.3.6.1.4.1.14823.2.3.3.1.2.1.1.2), by aiRadioAPMACAddress of aiRadioTransmitPower, aiRadioNoiseFloor, aiRadioUtilization64, is missing in all 4 rows",
  ],
])("%s is missing beside its values, and told", (_, module, text, expected) => {
  expect(missing(module, text)).toEqual([expected]);
});

test("what is looked up in a table of which nothing else is asked is missing where no row has it", () => {
  const VENDOR = "1.3.6.1.4.1.99999.1";
  const sensors = table({
    oid: `${VENDOR}.2.1`,
    indexes: { vendorSensor: "integer", vendorChassis: "mac" },
    lookups: [{ label: "vendorName", oid: `${VENDOR}.1.1.2`, by: ["vendorChassis"] }],
    columns: { vendorSensorTenths: { column: 10, metric: gauge("celsius", "Temperature.") } },
  });
  const vendor = { name: "vendor", asks: "sensors", tables: [sensors] };
  const value = `.${VENDOR}.2.1.10.7.2.0.0.0.0.1 = INTEGER: 221\n`;
  const name = `.${VENDOR}.1.1.2.2.0.0.0.0.1 = STRING: "the left one"\n`;
  expect(missing(vendor, value)).toEqual([
    `vendorName (${VENDOR}.1.1.2), by vendorChassis of vendorSensorTenths, is missing in all 1 rows`,
  ]);
  expect(checkWalk(vendor, parseWalk(value + name))).toMatchObject({ missing: [], notes: [] });
});

describe("a walk that snmpwalk did not bring to its end", () => {
  const CUT = "Timeout: No Response from 192.0.2.2";
  const told = (line: number, text: string) =>
    `the end of the walk is missing: snmpwalk gave up in line ${line}, ${JSON.stringify(text)}; record it anew, with more patience (-t 10 -r 5)`;
  const last = SWITCH.trimEnd().split("\n").length + 1;

  test.each([
    CUT,
    "Error in packet.",
    "Error: OID not increasing: .1.3.6.1.2.1.2.2.1.8.1",
    "snmpwalk: Authentication failure",
    "snmpbulkwalk: Timeout",
  ])("is not whole, for all that is there: %s", (text) => {
    expect(missing(ifmib, `${SWITCH.trimEnd()}\n${text}\n`)).toEqual([told(last, text)]);
  });

  test("says so beside what it lacks, and behind octets over several lines", () => {
    const octets = `${without(SWITCH, /31\.1\.1\.1\.18\./).trimEnd()}\n.1.3.6.1.4.1.1.0 = Hex-STRING: 47 69 31 2F \n30 2F\n${CUT}`;
    expect(missing(ifmib, octets)).toEqual([told(octets.split("\n").length, CUT), "ifAlias (1.3.6.1.2.1.31.1.1.1.18) is missing"]);
  });

  test.each([
    ["over", `"It said:\n${CUT}\nand \\"so\\" on"`],
    ["with quotes in it", `"the \\"old\\nname\n${CUT}"`],
    ["that ends in a line of its own", `"It said:\n${CUT}\n"`],
  ])("is another than a text in quotes that says the same, %s", (_, printed) => {
    expect(missing(ifmib, `${SWITCH.trimEnd()}\n.1.3.6.1.2.1.1.1.0 = STRING: ${printed}\n`)).toEqual([]);
    const cut = `${SWITCH.trimEnd()}\n.1.3.6.1.2.1.1.1.0 = STRING: ${printed}\n${CUT}`;
    expect(missing(ifmib, cut)).toEqual([told(cut.split("\n").length, CUT)]);
  });
});

describe("a device without a described port", () => {
  const withAliases = (printed: string) => SWITCH.replaceAll(/(31\.1\.1\.1\.18\.\d+ = ).*/g, `$1${printed}`);
  const told =
    "ifAlias (1.3.6.1.2.1.31.1.1.1.18) is empty in all 5 rows: no port has a description, and none without one alerts when it goes down; describe those that something depends on";

  test.each(['""', "STRING: ", 'STRING: ""', 'STRING: "  "', "Hex-STRING: "])("is told, of %s", (printed) => {
    expect(checkWalk(ifmib, parseWalk(withAliases(printed)))).toMatchObject({ missing: [], notes: [told] });
  });

  test("is another than one with a single one", () => {
    const one = withAliases('""').replace(/(31\.1\.1\.1\.18\.10108 = ).*/, '$1STRING: "uplink"');
    expect(checkWalk(ifmib, parseWalk(one))).toMatchObject({ missing: [], notes: [] });
  });
});

test("an empty walk has no value, and names by words are no values", () => {
  expect(parseWalk("").values).toEqual([]);
  const { values, strange, cutOff } = parseWalk("IF-MIB::ifIndex.1 = INTEGER: 1\nTimeout: No Response from 192.0.2.2\n");
  expect([values, strange.map(({ line }) => line), cutOff?.line]).toEqual([[], [1], 2]);
});
