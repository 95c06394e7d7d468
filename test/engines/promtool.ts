/** promtool: Prometheus's own reading of rule files and rule tests. */
import { type Result, runEngine } from "./engine";

/** Code 0 means accepted. promtool knows PromQL only: a rule that uses a function of MetricsQL is refused. */
export function checkRules(ruleFile: string): Promise<Result> {
  return runEngine("promtool", ["check", "rules", ruleFile]);
}

/** Runs test files of promtool's form; `rule_files` in them are relative to the file. Code 0 means that every expectation held. */
export function testRules(testFiles: string | readonly string[]): Promise<Result> {
  return runEngine("promtool", ["test", "rules", ...[testFiles].flat()]);
}
