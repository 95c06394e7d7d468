import type { ServiceDeclaration } from "../service/declaration";
import { fileVariable } from "../service/environment";
import { nodeArguments } from "../service/node-flags";
import { IMAGE_USER } from "./base";

/** How the image of a service is built, from its bundle `server.cjs`. */
export function dockerfile({ variables, port }: ServiceDeclaration): string {
  const entries = Object.entries(variables);
  const mounted = [
    ...entries.flatMap(([name, { siteFile }]) => (siteFile ? [`${siteFile.name} (${name})`] : [])),
    ...entries.flatMap(([name, { secret }]) => (secret ? [`a secret (${fileVariable(name)})`] : [])),
  ];
  const kept = entries.flatMap(([name, { isState }]) => (isState ? [name] : []));
  const written = kept.length === 0 ? "Nothing is" : `Only ${kept.join(", ")}, a volume, is`;
  return [
    "# The base comes from lib/images/base.ts, which also goes into the image's tag: docker build --build-arg BASE=... .",
    "ARG BASE",
    `FROM \${BASE}`,
    ...(mounted.length === 0 ? [] : ["# Not part of the image, mounted by the cluster:", ...mounted.map((one) => `#   ${one}`)]),
    "COPY --chmod=0444 server.cjs /app/server.cjs",
    `USER ${IMAGE_USER}:${IMAGE_USER}`,
    `EXPOSE ${port}`,
    `# The base's entrypoint is node. ${written} written, so the root file system may be read-only.`,
    `CMD ${JSON.stringify(nodeArguments("/app/server.cjs"))}`,
    "",
  ].join("\n");
}
