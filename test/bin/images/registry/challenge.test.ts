import { parseChallenge } from "../../../../bin/images/registry/challenge";

const HUB = { scheme: "bearer", realm: "https://auth.docker.io/token", service: "registry.docker.io", scopes: [] };

test.each([
  ['Bearer realm="https://auth.docker.io/token",service="registry.docker.io"', HUB],
  ['bearer  Service="registry.docker.io" , REALM="https://auth.docker.io/token"', HUB],
  [
    'Bearer realm="https://auth.docker.io/token",service="registry.docker.io",scope="repository:a/b:pull,push repository:c:pull",error="invalid_token"',
    { ...HUB, scopes: ["repository:a/b:pull,push", "repository:c:pull"] },
  ],
  ["Bearer realm=https://a.example/t", { scheme: "bearer", realm: "https://a.example/t", service: undefined, scopes: [] }],
  ['Bearer realm="a \\"quoted\\" one"', { scheme: "bearer", realm: 'a "quoted" one', service: undefined, scopes: [] }],
  ['Basic realm="Registry Realm, all of it"', { scheme: "basic" }],
  ["BASIC", { scheme: "basic" }],
  // what gives a right for one repository alone comes first
  ['Basic realm="x", Bearer realm="https://auth.docker.io/token",service="registry.docker.io"', HUB],
  ['Negotiate, Basic realm="x"', { scheme: "basic" }],
  ["Negotiate YIIabc==", undefined],
  ["Bearer", undefined],
  ["", undefined],
])("%s", (header, challenge) => {
  expect(parseChallenge(header)).toEqual(challenge);
});
