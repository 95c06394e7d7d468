import { Chart, Testing } from "cdk8s";
import { type Credential, externalSecret } from "../../lib/kubernetes/credential";

const KEYS = { topic: { key: "ntfy", property: "topic", holds: "the topic" } };

function targetOf(composed?: Credential["composed"]) {
  const chart = new Chart(Testing.app(), "it");
  externalSecret(chart, { name: "a", namespace: "b", keys: KEYS, ...(composed && { composed }) }, { kind: "SecretStore", name: "c" });
  return Testing.synth(chart)[0].spec.target;
}

test("a credential whose keys are entries alone has no template", () => {
  expect(targetOf()).not.toHaveProperty("template");
});

test("a composed key is a text about the entries' values, which stay beside it", () => {
  expect(targetOf({ url: ["https://ntfy.sh/", { valueOf: "topic" }, "?a=1"] }).template).toEqual({
    engineVersion: "v2",
    mergePolicy: "Merge",
    data: { url: 'https://ntfy.sh/{{ index . "topic" | trim }}?a=1' },
  });
});

test("a value in a file of YAML is quoted, and keeps all of its signs but the end of its line", () => {
  expect(targetOf({ "a.yml": ["password: ", { valueOf: "topic", isQuoted: true }, "\n"] }).template.data).toEqual({
    "a.yml": 'password: {{ index . "topic" | trimSuffix "\\n" | trimSuffix "\\r" | toJson }}\n',
  });
});

test("a text with braces of its own goes through as it is", () => {
  expect(targetOf({ url: ['{{ if eq .Status "firing" }}5{{ end }}'] }).template.data).toEqual({
    url: '{{ `{{ if eq .Status "firing" }}5{{ end }}` }}',
  });
});

test("an account is written as a header sends it", () => {
  expect(targetOf({ header: ["Basic ", { basic: { user: "topic", password: "topic" } }] }).template.data).toEqual({
    header: 'Basic {{ printf "%s:%s" (index . "topic" | trim) (index . "topic" | trim) | b64enc }}',
  });
});
