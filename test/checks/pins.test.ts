import { pins } from "../../lib/checks/pins";
import { change, SMALL, smallPlatform, whats } from "./small-platform";

const CLUSTER = smallPlatform({ scale: "cluster" });

test("the example installation passes at both scales", () => {
  expect([...pins.run(SMALL), ...pins.run(CLUSTER)]).toEqual([]);
});

test("an image that the operator chooses says where", () => {
  expect(pins.run(change("VMAgent/belfry", "spec.image", undefined))).toEqual([
    {
      where: 'dist/monitoring-metrics/vmagent-belfry.yml VMAgent "belfry" spec',
      what: "the operator chooses its image.tag",
      fix: expect.stringContaining("lib/metrics/operator.ts"),
    },
  ]);
});

test.each([
  ["a tag that moves", change("VMSingle/belfry", "spec.image.tag", "latest"), "image.tag"],
  ["a tag of one number", change("VMSingle/belfry", "spec.image.tag", "v1"), "image.tag"],
  ["a reloader without a tag", change("VMAlert/belfry", "spec.configReloaderImage", undefined), "configReloaderImage"],
  ["a part of a clustered store", change("VMCluster/belfry", "spec.vmselect.image", undefined, CLUSTER), "image.tag"],
])("%s", (_, of, field) => {
  expect(whats(pins, of)).toEqual([`the operator chooses its ${field}`]);
});

describe("an image of somebody else in a pod of ours", () => {
  const runs = (image: string) => change("Deployment/relay", "spec.template.spec.containers.0.image", image);

  test.each(["ghcr.io/a/b:3.2.5", "registry.example.org:5000/a/b:v1.2.3-alpine", "a/b@sha256:0123"])("%s is pinned", (image) => {
    expect(pins.run(runs(image))).toEqual([]);
  });

  test.each(["ghcr.io/a/b:latest", "ghcr.io/a/b", "registry.example.org:5000/a/b", "a/b:v1"])("%s is not", (image) => {
    expect(pins.run(runs(image))).toEqual([
      {
        where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"',
        what: `it runs "${image}", which is another image whenever somebody pushes one`,
        fix: "name a whole version as the tag (<image>:<major>.<minor>.<patch>), or a digest (<image>@sha256:...)",
      },
    ]);
  });
});
