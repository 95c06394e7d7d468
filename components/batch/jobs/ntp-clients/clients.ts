import { isAddress } from "../../../../lib/address";
import { excerpt, notEmpty, Refusal } from "../../service/refusal";

/** A line of `chronyc -n -c clients`, as far as it tells of NTP (chronyc(1), "clients"; seen on chrony 4.3). */
export interface Client {
  readonly address: string;
  readonly packets: number;
  readonly drops: number;
  /** Usual time between two packets; undefined where there was one alone. */
  readonly intervalSeconds?: number;
  /** Time since its last packet; undefined where there was none. */
  readonly lastSeconds?: number;
}

/** Address; of NTP packets, drops, interval, interval when limited, last; of commands the same without the limited one. */
const COLUMNS = 10;
/** What stands for an interval that is not known: a power of two otherwise. */
const NO_INTERVAL = 127;
const NEVER = 4_294_967_295;

/** @throws Refusal for another text, and for one without a client or without its end */
export function readClients(text: string): readonly Client[] {
  if (text.trim() !== "" && !text.endsWith("\n"))
    throw new Refusal(`the list of clients ends within a line: "${excerpt(text.slice(-100))}"; was it cut off?`);
  const lines = text.split("\n").map((line) => line.trim());
  const clients = lines.flatMap((line, n) => (line === "" ? [] : [readClient(line, n + 1)]));
  return notEmpty(clients, "the list of clients", "does the time server keep one (not noclientlog), and was chronyc allowed to ask?");
}

function readClient(line: string, number: number): Client {
  const columns = line.split(",");
  const [address = "", packets, drops, interval, , last] = columns;
  const wrong = (what: string) =>
    new Refusal(`line ${number} of the list of clients ${what}: "${excerpt(line)}"; write it with "chronyc -n -c clients"`);
  if (columns.length < COLUMNS) throw wrong(`has ${columns.length} columns and not ${COLUMNS}`);
  if (!isAddress(address)) throw wrong("does not begin with an address");
  const [packetCount, dropCount, power, lastSeconds] = [packets, drops, interval, last].map((column = "") =>
    /^-?\d{1,10}$/.test(column) ? Number(column) : Number.NaN,
  );
  if (packetCount === undefined || dropCount === undefined || power === undefined || lastSeconds === undefined) throw wrong("is too short");
  if ([packetCount, dropCount, power, lastSeconds].some(Number.isNaN) || packetCount < 0 || dropCount < 0)
    throw wrong("has a column that is no number");
  return {
    address,
    packets: packetCount,
    drops: dropCount,
    ...(power !== NO_INTERVAL && { intervalSeconds: 2 ** power }),
    ...(lastSeconds !== NEVER && { lastSeconds }),
  };
}
