/**
 * What snmpd asks for the values of a recorded walk (pass_persist of snmpd.conf): `get` and `getnext`, each with an OID on a line of its own.
 * Plain JavaScript, because snmpd starts it. The walk is read again when it has changed: a test takes a port down by writing the file.
 */
const { readFileSync, statSync } = require("node:fs");
const { createInterface } = require("node:readline");

const [, , file] = process.argv;
const TYPES = {
  INTEGER: "integer",
  Gauge32: "gauge",
  Counter32: "counter",
  Counter64: "counter64",
  Timeticks: "timeticks",
  STRING: "string",
};

const arcs = (oid) => oid.replace(/^\./, "").split(".").map(Number);
const compare = (a, b) => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? a.length - b.length : a[at] - (b[at] ?? -1);
};

let rows = [];
let readAt = "";

/** A line of the recording that is of another form is a mistake of the recording. */
function read() {
  const { mtimeMs, size } = statSync(file);
  const now = `${mtimeMs} ${size}`;
  if (now === readAt) return;
  readAt = now;
  rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, oid, type, value] = /^(\S+) = (?:(\w+): )?(.*)$/.exec(line);
      const text = value.startsWith('"') ? JSON.parse(value) : type === "Timeticks" ? /\d+/.exec(value)[0] : value;
      return { oid, arcs: arcs(oid), type: TYPES[type ?? "STRING"], text };
    })
    .sort((a, b) => compare(a.arcs, b.arcs));
}

const answers = {
  get: (asked) => rows.find((row) => compare(row.arcs, asked) === 0),
  getnext: (asked) => rows.find((row) => compare(row.arcs, asked) > 0),
};

let command;
createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "PING") return void process.stdout.write("PONG\n");
  if (command === undefined) {
    command = line;
    return;
  }
  read();
  const row = answers[command]?.(arcs(line));
  command = undefined;
  process.stdout.write(row === undefined ? "NONE\n" : `${row.oid}\n${row.type}\n${row.text}\n`);
});
