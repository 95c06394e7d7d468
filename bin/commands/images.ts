import type { Command } from "commander";
import type { AskedImages } from "../images/opened";
import { lockOption } from "../lock-option";
import { siteArgument } from "../site-argument";

const CREDENTIALS = `
Registries are logged in to as Docker's configuration file says (docker login writes it; helpers are asked), or as nobody. Those on
loopback are spoken to over plain HTTP.`;

const OUTPUT = `
Output:
  build/oci             all images of every platform: skopeo copy --all oci:build/oci:<name>:<tag> docker://...
  build/images/<name>   a Dockerfile with what it copies, as "belfry build" writes it`;

export const images = (belfry: Command) => {
  const group = belfry
    .command("images")
    .summary("our images, by digest and without Docker")
    .description("Puts our images together, pushes them, and keeps the digests of all that the manifests name.");
  const add = (name: string, summary: string, description: string) =>
    group.command(name).summary(summary).description(description).addArgument(siteArgument()).addOption(lockOption());
  add(
    "list",
    "our images, as the manifests name them",
    "Lists our images with their digests, platforms and the size of our layer. Asks no registry.",
  )
    .option("--json", "name, image, digest, platforms and layer_bytes of each, as JSON on standard output")
    .action(async (site: string, asked: AskedImages) => {
      process.exitCode = await (await import("../images/list")).list(site, asked);
    });
  add(
    "lock",
    "the digest of every image, read from its registry",
    "Asks the registries what each tag is today, the base's and those of others' images, and writes the lock. What can't be read is named, keeps " +
      "the digest that it had, and makes the exit code 1.",
  )
    .option("--json", "what was locked and what was not, as JSON on standard output")
    .addHelpText("after", CREDENTIALS)
    .action(async (site: string, asked: AskedImages) => {
      process.exitCode = await (await import("../work/images-lock")).lock(site, asked);
    });
  add(
    "push",
    "our images to the site's registry",
    "Pushes the images that image_registry lacks, under the tag and digest that a synth writes. An image that is there costs one request.",
  )
    .option("--json", "what became of each image, as JSON on standard output")
    .addHelpText("after", CREDENTIALS)
    .action(async (site: string, asked: AskedImages) => {
      process.exitCode = await (await import("../images/push")).push(site, asked);
    });
  add(
    "build",
    "our images as an OCI layout, and as contexts for Docker",
    "Puts our images together on the base that the lock names, which is fetched where it is not there yet, and writes what Docker would build them of.",
  )
    .option("--json", "what was written, as JSON on standard output")
    .addHelpText("after", OUTPUT)
    .action(async (site: string, asked: AskedImages) => {
      process.exitCode = await (await import("../images/build")).build(site, asked);
    });
};
