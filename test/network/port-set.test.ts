import fc from "fast-check";
import { ALL_PORTS, describePorts, difference, isSamePorts, onePort, type PortSet, PROTOCOLS, unionOf } from "../../lib/network/port-set";

/** Of a small world, so that ranges meet. */
const range = fc
  .tuple(fc.constantFrom(...PROTOCOLS), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 4 }))
  .map(([protocol, first, more]) => ({ protocol, first, last: first + more }));
const set = fc.array(range, { maxLength: 5 }).map((ranges) => unionOf(ranges.map((one) => [one])));

const has = (ports: PortSet, protocol: string, port: number) =>
  ports.some((one) => one.protocol === protocol && one.first <= port && port <= one.last);
const everyPort = PROTOCOLS.flatMap((protocol) => Array.from({ length: 18 }, (_, port): [string, number] => [protocol, port + 1]));
const held = (ports: PortSet) => everyPort.filter(([protocol, port]) => has(ports, protocol, port));

test("a union holds what one of its parts holds, in one form only", () => {
  fc.assert(
    fc.property(set, set, (a, b) => {
      const union = unionOf([a, b]);
      expect(held(union)).toEqual(everyPort.filter(([protocol, port]) => has(a, protocol, port) || has(b, protocol, port)));
      expect(union).toEqual(unionOf([b, a, a]));
      expect(isSamePorts(union, unionOf([b, a, a]))).toBe(true);
    }),
  );
});

test("sets are the same when neither holds what the other lacks", () => {
  fc.assert(
    fc.property(set, set, (a, b) => {
      expect(isSamePorts(a, b)).toBe(difference(a, b).length + difference(b, a).length === 0);
    }),
  );
});

test("a difference holds what is in the first and not in the second", () => {
  fc.assert(
    fc.property(set, set, (a, b) => {
      expect(held(difference(a, b))).toEqual(everyPort.filter(([protocol, port]) => has(a, protocol, port) && !has(b, protocol, port)));
    }),
  );
});

test.each<[string, PortSet, string]>([
  ["all of them", ALL_PORTS, "any port"],
  ["all of one protocol", ALL_PORTS.slice(0, 1), "any"],
  ["one", onePort("TCP", 9093), "9093"],
  ["two protocols", unionOf([onePort("TCP", 9094), onePort("UDP", 9094)]), "9094, 9094 (UDP)"],
  ["neighbours", unionOf([onePort("TCP", 8000), onePort("TCP", 8001)]), "8000-8001"],
  ["none", [], ""],
])("%s in words", (_, ports, words) => {
  expect(describePorts(ports)).toBe(words);
});
