// Prevents a pod whose process refuses it, or is killed at work: everything a Deployment says of a service of ours follows from its declaration.

import type { Manifest } from "../gitops/manifest";
import { isOwnReference } from "../images/own-image";
import { imageReference } from "../images/tag";
import { type Container, type EnvironmentVariable, type PodTemplate, type Probe, podTemplates } from "../kubernetes/pod-templates";
import type { Platform } from "../platform/platform";
import { contradictionsOf, HEALTH_PATH, READINESS_PATH, type ServiceDeclaration } from "../service/declaration";
import { fileVariable, type Variable } from "../service/environment";
import { pullSecret } from "../workloads/image-pull";
import { mountAt, mountedFile } from "../workloads/mounted-file";
import { environmentOf, textProblem, unknownName } from "../workloads/service-values";
import { gracePeriodSeconds } from "../workloads/service-workload";
import { type Check, type Finding, objectPlace } from "./check";
import { callFindings } from "./service-calls";

export const services: Check = {
  name: "services",
  run: (platform) => [
    ...podTemplates(platform.manifests).flatMap(({ manifest, template }) => {
      const [container] = template.spec.containers ?? [];
      if (!container) return [];
      const { service } = manifest;
      if (!service) return undeclared(platform, manifest, container);
      const pod: ServicePod = { platform, manifest, service, template, container };
      return [...variableFindings(pod), ...portFindings(pod), ...graceFindings(pod), ...imageFindings(pod)];
    }),
    ...callFindings(platform),
  ],
};

interface ServicePod {
  readonly platform: Platform;
  readonly manifest: Manifest;
  readonly service: ServiceDeclaration;
  readonly template: PodTemplate;
  readonly container: Container;
}

/** What runs for as long as it can. A job's image may be ours too, and is no service. */
const LASTING_KINDS = ["Deployment", "StatefulSet", "DaemonSet"];

function undeclared({ site, ownImages }: Platform, manifest: Manifest, { image = "" }: Container): Finding[] {
  if (!LASTING_KINDS.includes(manifest.object.kind) || !isOwnReference(image, ownImages, site)) return [];
  return [
    {
      where: objectPlace(manifest),
      what: `it runs our image ${image}, and no declaration says what that service takes`,
      fix: "declare the service (components/<name>/declaration.ts) and use ServiceWorkload",
    },
  ];
}

/** The image is the service's own, and starts it as its Dockerfile says. */
function imageFindings({ platform, manifest, service, template, container }: ServicePod): Finding[] {
  const where = objectPlace(manifest);
  const own = platform.pinned(imageReference(platform.site, service));
  const secret = pullSecret(platform.site);
  const isPulled = secret === undefined || template.spec.imagePullSecrets?.some(({ name }) => name === secret);
  const overridden = (["command", "args"] as const).filter((field) => container[field] !== undefined);
  return [
    ...(container.image === own
      ? []
      : [
          {
            where,
            what: `it runs ${container.image ?? "no image"}, and service "${service.name}" is in ${own}`,
            fix: "leave the image to ServiceWorkload",
          },
        ]),
    ...(isPulled
      ? []
      : [
          {
            where,
            what: `it does not pull its image with Secret "${secret}", and the registry refuses it (image_pull_secret)`,
            fix: "leave the image to ServiceWorkload",
          },
        ]),
    ...overridden.map((field) => ({
      where,
      what: `it overrides ${field} of the image of service "${service.name}"`,
      fix: "leave the start to the image: a service takes its environment, and no arguments",
    })),
  ];
}

function variableFindings(pod: ServicePod): Finding[] {
  const { manifest, service, container } = pod;
  const { variables } = service;
  const where = objectPlace(manifest);
  const env = new Map((container.env ?? []).map((one) => [one.name, one]));
  const names = Object.entries(variables).flatMap(([name, { secret }]) => (secret ? [name, fileVariable(name)] : [name]));
  const findings: Finding[] = [...env.keys()]
    .filter((name) => !names.includes(name))
    .map((name) => ({ where, what: `service "${service.name}": ${unknownName(name, names)}`, fix: `use one of: ${names.join(", ")}` }));
  for (const [name, variable] of Object.entries(variables)) {
    const file = fileVariable(name);
    const [direct, fromFile] = [env.get(name), variable.secret ? env.get(file) : undefined];
    const at = (one: string) => `${where} ${one}`;
    if (direct && fromFile) findings.push({ where: at(name), what: `${file} is set too`, fix: "set one of them" });
    else if (direct) findings.push(...valueFindings(pod, at(name), name, variable, direct));
    else if (fromFile) findings.push(...secretFileFindings(pod, at(file), fromFile));
    else if (variable.default === undefined) {
      findings.push({
        where,
        what: `service "${service.name}": ${name} is not set${variable.secret ? `, and neither is ${file}` : ""}`,
        fix: variable.secret ? `mount a key of a credential, and let ${file} name it` : `use ${variable.allowed}`,
      });
    }
  }
  for (const problem of contradictionsOf(service, environmentOf(container.env ?? []))) findings.push({ where, ...parts(problem) });
  return findings;
}

/** A message of the process as what is wrong, and what to use. */
function parts(problem: string): Pick<Finding, "what" | "fix"> {
  const [what = "", fix = ""] = problem.split(/; (?=use )/);
  return { what, fix };
}

function valueFindings(pod: ServicePod, where: string, name: string, variable: Variable<unknown>, given: EnvironmentVariable): Finding[] {
  const { service, template, container } = pod;
  // a reference's value is known in the cluster alone
  if (given.valueFrom) return [];
  if (variable.secret) {
    const fix = `mount a key of a credential, and let ${fileVariable(name)} name it`;
    return [{ where, what: "it is a secret, and what is given here would be taken for its value", fix }];
  }
  const value = given.value ?? "";
  const problem = textProblem(variable, value);
  if (problem !== undefined) return [{ where, ...parts(problem) }];
  if (name === "MAX_BODY_BYTES" && Number(value) !== service.maxBodyBytes) {
    return [
      { where, what: `it is ${value}, and the service is declared to take ${service.maxBodyBytes} bytes`, fix: declarationOf(service) },
    ];
  }
  if (variable.isState && !mountAt(template, container, value)?.volume.persistentVolumeClaim) {
    return [{ where, what: `${value} is on no volume, and what is written there is lost with the pod`, fix: "mount a claim there" }];
  }
  return variable.siteFile ? siteFileFindings(pod, where, variable.siteFile, value) : [];
}

function siteFileFindings(
  { platform, manifest, template, container }: ServicePod,
  where: string,
  { name, content }: NonNullable<Variable<unknown>["siteFile"]>,
  path: string,
): Finding[] {
  const fix = `mount the ConfigMap with ${name}, as ServiceWorkload does`;
  const found = mountedFile(platform.manifests, manifest.object.metadata.namespace, { template, container }, path);
  if ("missing" in found) return [{ where, what: `it names ${path}, and ${found.missing}`, fix }];
  if (found.content === content(platform.site)) return [];
  return [{ where, what: `${path} does not hold what the site makes of ${name}`, fix }];
}

function secretFileFindings(
  { platform, manifest, template, container }: ServicePod,
  where: string,
  { value: path = "" }: EnvironmentVariable,
): Finding[] {
  const fix = "mount the Secret of a Credential that has the key, and name its file";
  const found = mountedFile(platform.manifests, manifest.object.metadata.namespace, { template, container }, path);
  if ("missing" in found) return [{ where, what: `it names ${JSON.stringify(path)}, and ${found.missing}`, fix }];
  return found.source === "Secret" ? [] : [{ where, what: `${path} is a key of a ConfigMap, which is no place for a secret`, fix }];
}

function graceFindings({ manifest, service, template }: ServicePod): Finding[] {
  const [given, wanted] = [template.spec.terminationGracePeriodSeconds, gracePeriodSeconds(service)];
  if (given === wanted) return [];
  return [
    {
      where: objectPlace(manifest),
      what: `terminationGracePeriodSeconds is ${given ?? "not set"}, and service "${service.name}" takes up to ${service.shutdownSeconds} s to finish what it accepted`,
      fix: `use ${wanted}, or ${declarationOf(service, "shutdownSeconds")}`,
    },
  ];
}

function portFindings({ manifest, service, container }: ServicePod): Finding[] {
  const where = objectPlace(manifest);
  const { ports = [], env = [] } = container;
  const port = Number(env.find(({ name }) => name === "PORT")?.value ?? service.port);
  const findings: Finding[] = [];
  if (!ports.some(({ containerPort }) => containerPort === port)) {
    const given = ports.map(({ containerPort }) => containerPort).join(", ") || "none";
    findings.push({
      where,
      what: `service "${service.name}" listens on ${port}, and the container's ports are: ${given}`,
      fix: `use ${port}`,
    });
  }
  const probes = [
    ["startupProbe", container.startupProbe, HEALTH_PATH],
    ["livenessProbe", container.livenessProbe, HEALTH_PATH],
    ["readinessProbe", container.readinessProbe, READINESS_PATH],
  ] as const;
  for (const [name, probe, path] of probes) {
    const asks = asked(probe, ports);
    if (asks === `${port}${path}`) continue;
    findings.push({ where: `${where} ${name}`, what: `it asks ${asks ?? "nothing"}`, fix: `GET ${path} on port ${port}` });
  }
  return findings;
}

/** Port number and path of a probe. */
function asked({ httpGet }: Probe = {}, ports: NonNullable<Container["ports"]>): string | undefined {
  if (!httpGet) return undefined;
  const { port = "", path = "/" } = httpGet;
  return `${ports.find(({ name }) => name === port)?.containerPort ?? port}${path}`;
}

function declarationOf({ name }: ServiceDeclaration, field = "maxBodyBytes"): string {
  return `change ${field} of components/${name}/declaration.ts`;
}
