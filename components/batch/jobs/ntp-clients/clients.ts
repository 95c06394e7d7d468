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

/**
 * Lines of whom no address is known are left out: chronyc prints what asks by a socket as `[UNIX]`, and without `-n` names.
 * @throws Refusal for another text, and for one without a client or that was cut off
 */
export function readClients(text: string, leaveOut: (line: string) => void = () => {}): readonly Client[] {
  const lines = text.split("\n").map((line) => line.trim());
  const last = lines.at(-1) ?? "";
  if (last !== "" && last.split(",").length < COLUMNS && lines.length > 1)
    throw new Refusal(`the list of clients ends within a line: "${excerpt(last)}"; was it cut off?`);
  const clients: Client[] = [];
  const others: string[] = [];
  lines.forEach((line, n) => {
    if (line === "") return;
    if (isAddress(line.split(",", 1)[0] ?? "")) clients.push(readClient(line, n + 1));
    else others.push(line);
  });
  const [other] = others;
  if (clients.length === 0 && other !== undefined)
    throw new Refusal(`no line of the list of clients begins with an address: "${excerpt(other)}"; write it with "chronyc -n -c clients"`);
  for (const one of others) leaveOut(one);
  return notEmpty(clients, "the list of clients", "does the time server keep one (not noclientlog), and was chronyc allowed to ask?");
}

function readClient(line: string, number: number): Client {
  const columns = line.split(",");
  const [address = "", packets, drops, interval, , last] = columns;
  const wrong = (what: string) =>
    new Refusal(`line ${number} of the list of clients ${what}: "${excerpt(line)}"; write it with "chronyc -n -c clients"`);
  if (columns.length < COLUMNS) throw wrong(`has ${columns.length} columns and not ${COLUMNS}`);
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
