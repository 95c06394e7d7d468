/** `npm run bench`: measures the synth and the services, prints the table and keeps it in bench/README.md. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { benchBoilerBridge } from "./boiler-bridge";
import { benchMtail } from "./mtail";
import { benchRelay } from "./relay";
import type { Row } from "./row";
import { benchStatusPage } from "./status-page";
import { benchSynth } from "./synth";

const README = join(__dirname, "README.md");
const [BEGIN, END] = ["<!-- table: npm run bench -->\n", "<!-- end of table -->\n"];

async function main(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.log("npm run bench: measures synth and services for about two minutes, prints a table and writes it to bench/README.md");
    return args[0] === "--help" ? 0 : 1;
  }
  console.error("building the services");
  execFileSync(process.execPath, ["--import", "tsx", "bin/build.ts"], { stdio: ["ignore", "ignore", "inherit"] });
  console.error("synth: cold and warm runs");
  const synth = await benchSynth();
  console.error("relay: steady load, then a flood");
  const relay = await benchRelay();
  console.error("mtail on the same lines");
  const mtail = benchMtail();
  console.error("status page: a storm over ten components");
  const statusPage = await benchStatusPage();
  console.error("boiler bridge: a minute of changes");
  const boilerBridge = await benchBoilerBridge();

  const table = render([...synth, ...relay, ...mtail, ...statusPage, ...boilerBridge]);
  console.log(table);
  const readme = readFileSync(README, "utf8");
  const [head, tail] = [readme.slice(0, readme.indexOf(BEGIN)), readme.slice(readme.indexOf(END))];
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`;
  writeFileSync(README, `${head}${BEGIN}Measured on ${machine}.\n\n${table}${tail}`);
  return 0;
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
