import { isSafe, registryUrl } from "../../../../bin/images/registry/address";

test.each([
  ["localhost:5000", "http://localhost:5000/"],
  ["127.0.0.1:5000", "http://127.0.0.1:5000/"],
  ["127.8.9.1", "http://127.8.9.1/"],
  ["[::1]:5000", "http://[::1]:5000/"],
  ["registry.example", "https://registry.example/"],
  ["registry.example:5000", "https://registry.example:5000/"],
  ["localhost.example", "https://localhost.example/"],
  ["128.0.0.1", "https://128.0.0.1/"],
  ["192.168.1.5:5000", "https://192.168.1.5:5000/"],
  ["[fd00::1]:5000", "https://[fd00::1]:5000/"],
  ["docker.io", "https://registry-1.docker.io/"],
])("%s is asked at %s", (host, url) => {
  expect(registryUrl(host).href).toBe(url);
});

test.each(["", "ada:password@registry.example", "registry.example/team", "registry.example:port", "registry.example?x", "a b"])(
  "%j is no host",
  (host) => {
    expect(() => registryUrl(host)).toThrow("that is no host; write a name or an address, with :port where it has one");
  },
);

test.each([
  ["https://registry.example/x", true],
  ["http://127.0.0.2:1/x", true],
  ["http://[::1]/x", true],
  ["http://registry.example/x", false],
  ["http://127.0.0.1.example/x", false],
  ["file:///etc/passwd", false],
])("%s may be asked: %s", (url, is) => {
  expect(isSafe(new URL(url))).toBe(is);
});
