import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  describeVariables,
  httpUrl,
  httpUrls,
  oneOf,
  readEnvironment,
  text,
  type Variable,
  wholeNumber,
} from "../../lib/service/environment";

const variables = {
  PORT: {
    help: "port to listen on",
    ...wholeNumber(0, 65535),
    default: "9999",
  },
  COLOUR: { help: "a colour", ...oneOf(["red", "green"]), default: "red" },
  TARGET_URL: { help: "where to", ...httpUrl },
  TOKEN: { help: "the token", ...text, secret: true },
} satisfies Record<string, Variable<unknown>>;

const folder = mkdtempSync(join(tmpdir(), "environment-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "token");
writeFileSync(file, "from a file\n");

const complete = { TARGET_URL: "http://x:1/", TOKEN: "t" };

test("reads numbers, choices, URLs and defaults", () => {
  expect(readEnvironment(variables, { ...complete, PORT: "80" })).toEqual({
    configuration: {
      PORT: 80,
      COLOUR: "red",
      TARGET_URL: "http://x:1",
      TOKEN: "t",
    },
  });
});

test("reads a secret from its file, without the line end", () => {
  const result = readEnvironment(variables, {
    TARGET_URL: "https://x",
    TOKEN_FILE: file,
  });
  expect(result).toMatchObject({ configuration: { TOKEN: "from a file" } });
});

test("reports every mistake at once", () => {
  const result = readEnvironment(variables, {
    PORT: "x",
    COLOUR: "blue",
    TARGET_URL: "ftp://x",
  });
  expect(result).toEqual({
    problems: [
      'PORT: "x" is not allowed; use a whole number from 0 to 65535',
      'COLOUR: "blue" is not allowed; use one of red, green',
      'TARGET_URL: "ftp://x" is not allowed; use an http:// or https:// URL without query',
      "TOKEN is not set and neither is TOKEN_FILE; use a non-empty text",
    ],
  });
});

test.each([
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "1e3"],
  ["PORT", " 80"],
  ["TARGET_URL", "x"],
  ["TARGET_URL", "http://x?y=1"],
])("refuses %s=%s", (name, value) => {
  const result = readEnvironment(variables, { ...complete, [name]: value });
  expect(result).toEqual({
    problems: [expect.stringContaining(`${name}: ${JSON.stringify(value)}`)],
  });
});

test("an empty variable is an absent one", () => {
  expect(readEnvironment(variables, { ...complete, PORT: "" })).toMatchObject({
    configuration: { PORT: 9999 },
  });
});

test("never quotes a secret", () => {
  const secret = { TOKEN: { help: "", ...wholeNumber(0, 1), secret: true } };
  expect(readEnvironment(secret, { TOKEN: "hunter2" })).toEqual({
    problems: ["TOKEN: its value is not allowed; use a whole number from 0 to 1"],
  });
});

test.each([
  [{ TOKEN: "a", TOKEN_FILE: file }, "TOKEN and TOKEN_FILE are both set"],
  [{ TOKEN_FILE: join(folder, "none") }, "ENOENT"],
])("says what is wrong with a secret's file", (environment, sentence) => {
  expect(readEnvironment(variables, { TARGET_URL: "http://x", ...environment })).toEqual({ problems: [expect.stringContaining(sentence)] });
});

test("describes itself", () => {
  expect(describeVariables(variables)).toMatchInlineSnapshot(`
   "  PORT               port to listen on: a whole number from 0 to 65535 (default 9999)
     COLOUR             a colour: one of red, green (default red)
     TARGET_URL         where to: an http:// or https:// URL without query (required)
     TOKEN, TOKEN_FILE  the token: a non-empty text (required)"
  `);
});

test("reads a list of URLs, and refuses one with a part that is none", () => {
  const list = { REPLICAS: { help: "all of them", ...httpUrls } } satisfies Record<string, Variable<unknown>>;
  expect(readEnvironment(list, { REPLICAS: "http://a:1/, http://b:2" })).toEqual({
    configuration: { REPLICAS: ["http://a:1", "http://b:2"] },
  });
  for (const bad of ["http://a,", "a,http://b", ",", "http://a,,http://b"]) {
    expect(readEnvironment(list, { REPLICAS: bad })).toMatchObject({ problems: [expect.stringContaining("REPLICAS")] });
  }
});
