import { parseSite } from "../../../lib/site/load";
import { bySize, type Plane } from "../../../lib/site/size";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const PLANES: readonly Plane[] = ["metrics", "alerting", "services"];
const profilesAt = (text: string) => {
  const site = parseSite(PLAIN_SITE + text, "site.yaml");
  return PLANES.map((plane) => bySize(site, plane, { default: "default", small: "small" }));
};

test.each([
  ["nothing is said", "", ["default", "default", "default"]],
  ["an empty mapping says nothing", "sizes: {}\n", ["default", "default", "default"]],
  ["one profile is said of all", "sizes: { profile: small }\n", ["small", "small", "small"]],
  ["one plane is said to be small", "sizes: { services: { profile: small } }\n", ["default", "default", "small"]],
  ["a plane goes before the whole", "sizes: { profile: small, metrics: { profile: default } }\n", ["default", "small", "small"]],
  ["a plane says something else", "sizes: { profile: small, metrics: { store_memory: 1Gi } }\n", ["small", "small", "small"]],
])("the profiles where %s", (_, text, expected) => {
  expect(profilesAt(text)).toEqual(expected);
});

const FIRST_LINE = PLAIN_SITE.split("\n").length;
/** What is wrong with the section, in lines that count from its own. */
const mistakesIn = (text: string) =>
  mistakesOf(`${PLAIN_SITE}sizes:\n${text}`).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)));

test.each([
  ["a section without a value", "", "0:1 sizes: is empty; it holds the keys profile, metrics, alerting, services"],
  ["another profile", "  profile: tiny\n", '1:12 sizes.profile: "tiny" is not an allowed value; use one of: default, small'],
  [
    "memory for what has no key of its own",
    "  alerting: { memory: 1Gi }\n",
    "1:15 sizes.alerting.memory: is not a known key; allowed are: profile",
  ],
  [
    "a store that could not start",
    "  metrics: { store_memory: 10Mi }\n",
    '1:28 sizes.metrics.store_memory: "10Mi" is too little to run with (less than 256Mi); use for example 8Gi',
  ],
  [
    "an agent that could not start",
    "  metrics: { agent_memory: 127Mi }\n",
    '1:28 sizes.metrics.agent_memory: "127Mi" is too little to run with (less than 128Mi); use for example 2Gi',
  ],
  [
    "a slip of the unit",
    "  metrics: { store_memory: 8Ti }\n",
    '1:28 sizes.metrics.store_memory: "8Ti" is too much to be meant (more than 1Ti); use for example 8Gi',
  ],
  [
    "memory without a unit",
    "  metrics: { store_memory: 8 }\n",
    "1:28 sizes.metrics.store_memory: 8 is not a Kubernetes quantity with a unit (Mi, Gi, Ti, ...); use for example 8Gi",
  ],
  [
    "processors in thousandths",
    "  metrics: { store_cpus: 500m }\n",
    '1:26 sizes.metrics.store_cpus: "500m" is not a whole number from 1 to 256; use for example 4',
  ],
])("%s", (_, text, message) => {
  expect(mistakesIn(text)).toEqual([message]);
});
