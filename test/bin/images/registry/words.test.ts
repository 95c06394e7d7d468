import { wordsOf } from "../../../../bin/images/registry/words";

test.each([
  ["an error", '{"errors":[{"code":"DENIED","message":"no","detail":{"x":1}}]}', "DENIED: no"],
  ["several", '{"errors":[{"code":"A","message":"b"},{"code":"C"},{"message":"d"}]}', "A: b, C, d"],
  ["a token server's", '{"details":"incorrect username or password"}', "incorrect username or password"],
  ["that of OAuth", '{"error":"invalid_grant","error_description":"it has ended"}', "invalid_grant: it has ended"],
  ["a message", '{"message":"Not Found"}', "Not Found"],
  ["a list of nothing", '{"errors":[]}', ""],
  ["a list of something else", '{"errors":[1,null,{"code":7}]}', ""],
  ["text", "Service Unavailable\n", "Service Unavailable"],
  ["a page", "<html>\n<head><title>502 Bad Gateway</title></head></html>", "502 Bad Gateway"],
  ["a page without a title", "<html></html>", ""],
  ["nothing", "", ""],
  ["what a terminal would obey", "a\u001b[31m\tb\r\nc\u202e", "a [31m b c"],
  ["more than a line holds", "x".repeat(400), `${"x".repeat(300)}...`],
])("%s", (_, body, words) => {
  expect(wordsOf(Buffer.from(body), (text) => text)).toBe(words);
});

test("a secret at the end of the line is hidden whole", () => {
  const body = Buffer.from(`${"x".repeat(297)}secret`);
  expect(wordsOf(body, (text) => text.replace("secret", "***"))).toBe(`${"x".repeat(297)}***`);
});
