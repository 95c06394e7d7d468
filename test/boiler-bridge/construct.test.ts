import { runChecks } from "../../lib/checks/all";
import type { Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { manifestOf, SITE, SMALL, smallPlatform } from "../checks/small-platform";
import { examplePlatform } from "../example";

const { boiler: BOILER } = SITE;
if (BOILER === undefined) throw new Error("the example has a boiler");
const example = (changes: Partial<NonNullable<Site["boiler"]>>) => smallPlatform({ boiler: { ...BOILER, ...changes } });
const deployment = manifestOf("Deployment/boiler-bridge").object.spec as {
  replicas: number;
  strategy: object;
  template: { spec: { securityContext: object; containers: [{ env: { name: string; value: string }[]; volumeMounts: object[] }] } };
};
const [container] = deployment.template.spec.containers;
const egress = (of = SMALL) => (manifestOf("boiler/NetworkPolicy/boiler-bridge", of).object.spec as { egress: object[] }).egress;

test("one pod at a time holds the volume", () => {
  expect([deployment.replicas, deployment.strategy]).toEqual([1, { type: "Recreate" }]);
  expect(manifestOf("PersistentVolumeClaim/boiler-bridge").object.spec).toMatchObject({
    accessModes: ["ReadWriteOnce"],
    storageClassName: SITE.storage_class,
  });
  expect(container.volumeMounts).toContainEqual({ name: "data", mountPath: "/var/lib/boiler-bridge" });
});

test("the environment is the site's, and credentials are files", () => {
  expect(Object.fromEntries(container.env.map(({ name, value }) => [name, value]))).toMatchObject({
    BOILER_CLOUD_URL: BOILER.cloud_url,
    BOILER_GATEWAY: BOILER.gateway,
    BOILER_ZONE: "1",
    BOILER_LOGIN: "form",
    BOILER_USER_AGENT: BOILER.user_agent,
    BOILER_POLL_SECONDS: "300",
    BOILER_USERNAME_FILE: "/run/secrets/boiler-bridge/username",
    BOILER_PASSWORD_FILE: "/run/secrets/boiler-bridge/password",
    HASS_URL: BOILER.home_assistant_url,
    HASS_TOKEN_FILE: "/run/secrets/boiler-bridge/home-assistant-token",
    HASS_PUBLISH: "rest",
    ENERGY_PRICE: "0.14",
    TZ: SITE.time_zone,
  });
});

test("a broker's account is a file too", () => {
  const brokered = example({ mqtt: { url: "mqtt://192.168.10.21", addresses: ["192.168.10.21/32"] } });
  const { template } = manifestOf("Deployment/boiler-bridge", brokered).object.spec as typeof deployment;
  expect(Object.fromEntries(template.spec.containers[0].env.map(({ name, value }) => [name, value]))).toMatchObject({
    HASS_PUBLISH: "mqtt",
    MQTT_URL: "mqtt://192.168.10.21",
    MQTT_USERNAME_FILE: "/run/secrets/boiler-bridge/mqtt-username",
    MQTT_PASSWORD_FILE: "/run/secrets/boiler-bridge/mqtt-password",
  });
  // the check of services asks that each file is a key of the credential
  expect(runChecks(brokered)).toEqual([]);
});

describe("it reaches the cloud and Home Assistant, and nothing else", () => {
  const [DNS, CLOUD, HOME] = egress();

  test("at their addresses and ports", () => {
    expect(egress()).toHaveLength(3);
    expect(DNS).toMatchObject({ ports: [{ port: 53 }, { port: 53 }] });
    expect(CLOUD).toEqual({ to: [{ ipBlock: { cidr: "0.0.0.0/0" } }], ports: [{ protocol: "TCP", port: 443 }] });
    expect(HOME).toEqual({ to: [{ ipBlock: { cidr: "192.168.10.20/32" } }], ports: [{ protocol: "TCP", port: 8123 }] });
  });

  test("inside the cluster at Home Assistant's pods", () => {
    const inside = example({ home_assistant_url: "http://home-assistant.smart-home.svc:8123", home_assistant_addresses: [] });
    expect(runChecks(inside)).toEqual([]);
    expect(egress(inside)[2]).toEqual({
      to: [
        {
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "smart-home" } },
          podSelector: { matchLabels: { "app.kubernetes.io/name": "home-assistant" } },
        },
      ],
      ports: [{ protocol: "TCP", port: 8123 }],
    });
  });

  test("and at the broker where the entities go through one", () => {
    const brokered = example({ mqtt: { url: "mqtts://broker.example.org", addresses: ["192.168.10.21/32"] } });
    expect(runChecks(brokered)).toEqual([]);
    expect(egress(brokered)).toHaveLength(4);
    expect(egress(brokered)[3]).toEqual({ to: [{ ipBlock: { cidr: "192.168.10.21/32" } }], ports: [{ protocol: "TCP", port: 8883 }] });
    const inside = example({ mqtt: { url: "mqtt://broker.smart-home.svc:1884", addresses: [] } });
    expect(runChecks(inside)).toEqual([]);
    expect(egress(inside)[3]).toMatchObject({ to: [{ podSelector: {} }], ports: [{ port: 1884 }] });
  });

  test("and only the agent reaches it", () => {
    const { ingress } = manifestOf("boiler/NetworkPolicy/boiler-bridge").object.spec as { ingress: { from: object[]; ports: object[] }[] };
    expect(ingress).toHaveLength(1);
    expect(ingress[0]).toMatchObject({
      from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
      ports: [{ protocol: "TCP", port: 8080 }],
    });
  });
});

/** What the boiler's part writes beside the objects. */
const ownFiles = ({ files }: Platform) => files.map(({ file }) => file).filter((file) => !["streams.tsv", "queries.sql"].includes(file));

describe("the Home Assistant package", () => {
  const FOLDER = "boiler-bridge/home-assistant/";

  test("lies in the bundle's folder", () => {
    expect(SMALL.files.map(({ file }) => file)).toContain(`${FOLDER}README.md`);
    expect(ownFiles(SMALL).filter((file) => !file.startsWith(FOLDER))).toEqual([]);
  });

  test("is left out when the CD tool applies that folder", () => {
    const { source } = manifestOf("Application/home-boiler-bridge").object.spec as {
      source: { path: string; directory: { exclude: string } };
    };
    expect(source.directory).toEqual({ recurse: true, exclude: "home-assistant/*" });
    // globs of Argo CD (reposerver/repository) match the path below the source's, and `*` matches a slash too
    const excluded = new RegExp(`^${source.directory.exclude.replace("*", ".*")}$`);
    const below = (file: string) => file.slice("boiler-bridge/".length);
    expect(ownFiles(SMALL).filter((file) => !excluded.test(below(file)))).toEqual([]);
    const objects = SMALL.manifests.filter(({ bundle }) => bundle === "boiler-bridge");
    expect(objects.length).toBeGreaterThan(4);
    expect(objects.filter(({ file }) => excluded.test(below(file)))).toEqual([]);
  });

  test("no other bundle leaves anything out", () => {
    const others = SMALL.manifests.filter(({ object }) => object.kind === "Application" && object.metadata.name !== "home-boiler-bridge");
    expect(others.filter(({ object }) => JSON.stringify(object).includes('"exclude":'))).toEqual([]);
  });
});

describe("a place without a boiler", () => {
  const bare = examplePlatform({ boiler: undefined });

  test("has nothing of it, and no mistake", () => {
    expect(runChecks(bare)).toEqual([]);
    expect(ownFiles(bare)).toEqual([]);
    expect(bare.rules.map(({ area }) => area)).not.toContain("boiler");
    expect(bare.manifests.filter(({ file }) => /boiler/.test(file)).map(({ file }) => file)).toEqual([]);
  });

  test("keeps all the rest, file by file", () => {
    const files = bare.manifests.map(({ file }) => file);
    expect(files).toEqual(
      examplePlatform()
        .manifests.map(({ file }) => file)
        .filter((file) => !/boiler/.test(file)),
    );
  });
});

test("slow polls widen what counts as an outage", () => {
  const slow = examplePlatform({ boiler: { ...BOILER, poll_seconds: 3600 } }).rules.find(({ area }) => area === "boiler");
  expect(JSON.stringify(slow)).toContain("> 10800 and on");
});
