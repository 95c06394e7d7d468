/** What it costs to prove the rules in the real engines, at the width the platform is meant for. */
import { performance } from "node:perf_hooks";
import { PARTS, platform } from "../charts/platform";
import { loadSite } from "../lib/site/load";
import { judgedByPromtool } from "../test/engines/promtool-proofs";
import { type Judgement, scenariosOf } from "../test/engines/proof-scenarios";
import { judgedByReplay } from "../test/engines/replay-proofs";
import type { Row } from "./row";
import { madeUp, NARROW, WIDE, type Width } from "./width";

/** Seconds in each engine. The ratio is what a proof costs at width, to what it costs where rules are few. */
export async function benchProofs(): Promise<Row[]> {
  const narrow = await measure(NARROW);
  const wide = await measure(WIDE);
  const perProof = (engine: "promtool" | "vmalert") => wide[engine] / WIDE.proofs / (narrow[engine] / NARROW.proofs);
  const [few, many] = [NARROW, WIDE].map(({ alerts, recordings, proofs }) => `${alerts + recordings} rules, ${proofs} proofs`);
  return [
    { name: `promtool, ${few}`, value: narrow.promtool, unit: "s" },
    { name: `promtool, ${many}`, value: wide.promtool, unit: "s", ratio: perProof("promtool"), goal: "<= 1.2 a proof" },
    { name: `vmalert, ${few}`, value: narrow.vmalert, unit: "s" },
    { name: `vmalert, ${many}`, value: wide.vmalert, unit: "s", ratio: perProof("vmalert"), goal: "<= 1.2 a proof" },
    { name: `both, ${many}`, value: wide.promtool + wide.vmalert, unit: "s", goal: "< 240" },
  ];
}

async function measure(width: Width): Promise<{ readonly promtool: number; readonly vmalert: number }> {
  const { rules, part, runbooks } = madeUp(width);
  const { manifests, scrapes } = platform(loadSite("site.yaml"), runbooks, [...PARTS, part]);
  const scenarios = scenariosOf(rules, scrapes);
  if (scenarios.length !== width.proofs) throw new Error(`${scenarios.length} proofs were made up, not ${width.proofs}`);
  return {
    promtool: await seconds(() => judgedByPromtool(scenarios, manifests)),
    vmalert: await seconds(() => judgedByReplay(scenarios, scrapes)),
  };
}

async function seconds(judge: () => Promise<Judgement>): Promise<number> {
  const start = performance.now();
  const { failures } = await judge();
  if (failures.length > 0) throw new Error(`made-up proofs don't hold:\n${failures.slice(0, 10).join("\n")}`);
  return (performance.now() - start) / 1000;
}
