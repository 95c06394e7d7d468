import { registryFlaw } from "../../../lib/site/sections/backing-services";

test.each([
  "registry.example.org",
  "registry.example.org/belfry",
  "registry:5000/a/b-c",
  "registry.example.org:5000",
  "192.168.10.20:5000/belfry",
  "[2001:db8::20]",
  "[2001:db8::20]/belfry",
  "[2001:db8::20]:5000/belfry",
])("%s is a registry", (text) => {
  expect(registryFlaw(text)).toBeUndefined();
});

test.each([
  ["oci://registry.example.org", "begins with a scheme"],
  ["registry.example.org/belfry:latest", "ends with a tag"],
  ["registry.example.org:5000/belfry:latest", "ends with a tag"],
  ["registry.example.org/belfry@sha256:abc", "holds a digest or credentials"],
  ["belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["registry.example.org/", "is not a registry path (host[:port]/path, lower-case)"],
  ["registry.example.org/Belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["2001:db8::20/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::20/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::x]/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::20]x/belfry", "is not a registry path (host[:port]/path, lower-case)"],
  ["[2001:db8::20]:5000/belfry:latest", "ends with a tag"],
  ["registry.example.org:latest", "is not a registry path (host[:port]/path, lower-case)"],
])("%j %s", (text, wrong) => {
  expect(registryFlaw(text)?.wrong).toBe(wrong);
});
