import fc from "fast-check";
import { aggregate } from "../../../components/batch/jobs/ntp-clients/aggregates";
import { readClients } from "../../../components/batch/jobs/ntp-clients/clients";
import { Refusal } from "../../../components/batch/service/refusal";

/** As chrony 4.3 printed it for three clients of loopback, and one of IPv6 beside. */
const PRINTED = `127.0.0.1,5,0,-1,127,1,0,0,127,4294967295
127.0.0.2,2,1,-1,127,0,0,0,127,4294967295
127.9.0.3,1,0,127,127,4000,0,0,127,4294967295
2001:db8:1:2::5,0,0,127,127,4294967295,3,0,1,2
`;

test("clients as chronyc prints them", () => {
  expect(readClients(PRINTED)).toEqual([
    { address: "127.0.0.1", packets: 5, drops: 0, intervalSeconds: 0.5, lastSeconds: 1 },
    { address: "127.0.0.2", packets: 2, drops: 1, intervalSeconds: 0.5, lastSeconds: 0 },
    { address: "127.9.0.3", packets: 1, drops: 0, lastSeconds: 4000 },
    { address: "2001:db8:1:2::5", packets: 0, drops: 0 },
  ]);
});

test("records name families and networks, and no client", () => {
  const records = aggregate(readClients(PRINTED), "time", Date.parse("2026-11-23T16:00:00Z"));
  expect(records[0]).toEqual({
    stream: "ntp_clients",
    timestamp: "2026-11-23T16:00:00.000Z",
    server: "time",
    scope: "family",
    family: "ipv4",
    clients: 3,
    active_clients: 2,
    packets: 8,
    drops: 1,
    packets_per_second: 4,
  });
  expect(records.map(({ scope, family, network, clients }) => [scope, family, network, clients])).toEqual([
    ["family", "ipv4", undefined, 3],
    ["family", "ipv6", undefined, 1],
    ["network", "ipv4", "127.0.0.0/24", 2],
    ["network", "ipv4", "127.9.0.0/24", 1],
    ["network", "ipv6", "2001:db8:1::/48", 1],
  ]);
  expect(records.every(({ stream }) => stream === "ntp_clients")).toBe(true);
});

test.each([
  ["nothing", "", "the list of clients is empty"],
  ["blank lines", "\n\n", "the list of clients is empty"],
  ["a list that was cut off", PRINTED.slice(0, -5), "ends within a line"],
  ["a list that was cut off in an address", PRINTED.slice(0, PRINTED.indexOf("db8")), 'ends within a line: "2001:"'],
  [
    "a line without all of its columns",
    PRINTED.replace("127,127,4000,0,0,127,4294967295", "127"),
    "line 3 of the list of clients has 4 columns",
  ],
  ["the table for people", "Hostname   NTP   Drop\n=====\n", 'no line of the list of clients begins with an address: "Hostname NTP Drop"'],
  ["a column that is no number", PRINTED.replace(",5,", ",many,"), "has a column that is no number"],
  ["an error of chronyc", "501 Not authorised\n", 'write it with "chronyc -n -c clients"'],
])("%s is refused", (_, text, message) => {
  expect(() => readClients(text)).toThrow(message);
});

test("a complete list may lack the newline at its end", () => {
  expect(readClients(PRINTED.trimEnd())).toEqual(readClients(PRINTED));
});

test("lines that begin with no address are left out, and told of", () => {
  const others = ["[UNIX],0,0,127,127,4294967295,5,0,1,2", "localhost,5,0,-1,127,1,0,0,127,4294967295"];
  const told: string[] = [];
  expect(readClients(`${others.join("\n")}\n${PRINTED}`, (line) => told.push(line))).toEqual(readClients(PRINTED));
  expect(told).toEqual(others);
});

test("whatever stands there is clients or a refusal", () => {
  const line = fc
    .array(fc.oneof(fc.string(), fc.integer().map(String), fc.ipV4(), fc.ipV6()), { maxLength: 11 })
    .map((columns) => columns.join(","));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      try {
        for (const record of aggregate(readClients(`${lines.join("\n")}\n`), "time", 0)) expect(record.clients).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
  );
});
