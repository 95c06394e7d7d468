/** `npm run bench`: measures, prints a table and keeps it in bench/README.md. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { benchBoilerBridge } from "./boiler-bridge";
import { benchLogRouter } from "./log-router";
import { benchMtail } from "./mtail";
import { benchProofs } from "./proofs";
import { benchRelay } from "./relay";
import type { Row } from "./row";
import { benchStatusPage } from "./status-page";
import { benchSynth } from "./synth";

const README = join(__dirname, "README.md");
const USAGE = `usage: npm run bench            measures synth and services for about two minutes
       npm run bench -- proofs  measures the proofs of the rules in the engines of test/engines/install, for about two more
Each prints a table and writes it to bench/README.md.`;

/** What is measured together, by the arguments it is asked for with. */
const SUITES: Readonly<Record<string, () => Promise<readonly Row[]>>> = { "": everything, proofs: benchProofs };

async function main(args: readonly string[]): Promise<number> {
  const asked = args.join(" ");
  const suite = SUITES[asked];
  if (suite === undefined) {
    console.log(USAGE);
    return asked === "--help" ? 0 : 1;
  }
  const table = render(await suite());
  console.log(table);
  const [begin, end] = [`<!-- table: ${["npm run bench", ...args].join(args.length > 0 ? " -- " : "")} -->\n`, "<!-- end of table -->\n"];
  const readme = readFileSync(README, "utf8");
  const start = readme.indexOf(begin);
  if (start < 0) throw new Error(`${README} has no line "${begin.trim()}"; write it where the table belongs`);
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`;
  const rest = readme.slice(readme.indexOf(end, start));
  writeFileSync(README, `${readme.slice(0, start)}${begin}Measured on ${machine}.\n\n${table}${rest}`);
  return 0;
}

async function everything(): Promise<readonly Row[]> {
  console.error("building the services");
  execFileSync(process.execPath, ["bin/belfry.cjs", "build"], { stdio: ["ignore", "ignore", "inherit"] });
  console.error("synth: cold and warm runs");
  const synth = await benchSynth();
  console.error("relay: steady load, then a flood");
  const relay = await benchRelay();
  console.error("mtail on the same lines");
  const mtail = benchMtail();
  console.error("log router: its programs in their own language");
  const logRouter = benchLogRouter();
  console.error("status page: a storm over ten components");
  const statusPage = await benchStatusPage();
  console.error("boiler bridge: a minute of changes");
  const boilerBridge = await benchBoilerBridge();

  return [...synth, ...relay, ...mtail, ...logRouter, ...statusPage, ...boilerBridge];
}

function render(rows: readonly Row[]): string {
  const number = (value: number) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
  const cells = rows.map(({ name, value, unit, ratio, goal }) => [
    name,
    `${number(value)} ${unit}`,
    ratio === undefined ? "" : number(ratio),
    goal ?? "",
  ]);
  return [["what", "value", "ratio", "goal"], ["---", "---", "---", "---"], ...cells].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
