/** Ruby, whose regular expressions the log aggregator uses: asks what a pattern means there. */
import { z } from "zod";
import { runEngine } from "./engine";

/** Runs a script that reads JSON from standard input and writes JSON to standard output; `json` is already required. */
export async function runRuby(script: string, input: unknown): Promise<unknown> {
  // The encoding is named because the default follows the locale, which a container doesn't set.
  const { code, stdout, output } = await runEngine("ruby", ["-E", "UTF-8:UTF-8", "-rjson", "-e", script], { stdin: JSON.stringify(input) });
  if (code !== 0) throw new Error(`the Ruby script ended with code ${code}: ${output}`);
  return JSON.parse(stdout);
}

export interface PatternQuestion {
  /** The source of the pattern, as between the slashes of the aggregator's configuration. */
  readonly pattern: string;
  readonly lines: readonly string[];
}

const answers = z.array(z.union([z.array(z.boolean()), z.object({ error: z.string() })]));

/** For each question, whether each line matches, or why Ruby refuses the pattern. One process answers all of them. */
export async function rubyMatches(questions: readonly PatternQuestion[]): Promise<z.infer<typeof answers>> {
  const script = `
    puts JSON.generate(JSON.parse($stdin.read).map { |question|
      begin
        pattern = Regexp.new(question["pattern"])
        question["lines"].map { |line| pattern.match?(line) }
      rescue RegexpError => error
        { error: error.message }
      end
    })
  `;
  return answers.parse(await runRuby(script, questions));
}
