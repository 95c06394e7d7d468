import { STATISTICS } from "../../components/boiler-bridge/entities";
import { telling, wideTest } from "../wide";
import { createProgram, type Environment, ended } from "./bridge-process";
import { type FakeHomeAssistant, startFakeHomeAssistant } from "./fake-home-assistant";

const program = createProgram();
let home: FakeHomeAssistant;

beforeEach(async () => {
  home = await startFakeHomeAssistant();
});
afterEach(() => home.close());
afterAll(() => program.remove());

async function run(args: readonly string[], changes: Environment = {}) {
  const child = program.spawn(args, { HASS_URL: home.url, HASS_TOKEN: "good-token", ...changes });
  return { code: await ended(child), ...child.output };
}

test("--help lists the command and the environment", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Commands, as the only argument:\n {2}reset-statistics {2}\S/m);
  for (const line of [/BOILER_CLOUD_URL .*required/, /BOILER_CONFIRM_SECONDS .*default 5,15,30,60/, /HASS_PUBLISH .*default rest/])
    expect(stdout).toMatch(line);
});

test.each(
  telling<[string, string[], Record<string, string>, RegExp]>(
    [
      ["an unknown argument", ["reset"], {}, /^boiler-bridge: argument "reset" is unknown; use --help/],
      ["more than a command", ["reset-statistics", "now"], {}, /^boiler-bridge: argument "now" is unknown; use --help/],
      ["a command without its environment", ["reset-statistics"], { HASS_URL: "" }, /^boiler-bridge: HASS_URL is not set/],
      ["a poll too fast", [], { BOILER_POLL_SECONDS: "5" }, /^boiler-bridge: BOILER_POLL_SECONDS: 5 is too fast/],
      ["a broker without an address", [], { HASS_PUBLISH: "mqtt" }, /^boiler-bridge: MQTT_URL: is not set/],
    ],
    1,
  ),
)("refuses %s", async (_, args, env, message) => {
  const { code, stdout, stderr } = await run(args, env);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain("hunter2");
});

describe("reset-statistics", () => {
  test("sends the one message, says what it did and ends with 0", async () => {
    const { code, stdout, stderr } = await run(["reset-statistics"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`statistics cleared: ${STATISTICS.join(", ")}\n`);
    expect(home.messages).toEqual([{ id: 1, type: "recorder/clear_statistics", statistic_ids: STATISTICS }]);
  });

  wideTest("ends with 0 on a timeout, which it prints", async () => {
    home.clearStatistics = "timeout";
    const { code, stdout } = await run(["reset-statistics"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^timeout: /);
  });

  test.each(
    telling<[string, () => void, Record<string, string>, RegExp]>([
      [
        "a token that is no administrator's",
        () => {
          home.clearStatistics = "unauthorized";
        },
        {},
        /must be an administrator's/,
      ],
      ["a token that is refused", () => {}, { HASS_TOKEN: "stale" }, /refuse/i],
      ["nobody there", () => {}, { HASS_URL: "http://127.0.0.1:1" }, /^http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/],
    ]),
  )("ends with 1 on %s, and says so", async (_, given, env, message) => {
    given();
    const { code, stdout, stderr } = await run(["reset-statistics"], env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("stale");
  });
});
