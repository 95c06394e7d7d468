import { kubectlCommands } from "../../lib/checks/kubectl";

const page = (...lines: readonly string[]) => ["```", ...lines, "```", ""].join("\n");
const asked = (text: string) => kubectlCommands(text).flatMap((command) => command.asked.map(({ kind, name }) => `${kind}/${name}`));

test("a command asks for the objects that it names", () => {
  expect(asked(page("kubectl -n a get job first", "kubectl -n a logs job/first"))).toEqual(["job/first", "job/first"]);
});

test("what a command of the page makes, its others need not find", () => {
  const making = "kubectl -n a create job --from=cronjob/settings first";
  expect(asked(page(making, "kubectl -n a wait job/first", "kubectl -n a logs job/first", "kubectl -n a logs job/second"))).toEqual([
    "job/second",
  ]);
});
