import type { Base, BasePlatform } from "../../lib/images/assemble";
import { MEDIA_TYPES } from "../../lib/images/oci";

const digit = (one: string): string => `sha256:${one.repeat(64)}`;

const on = (architecture: string, variant?: string): BasePlatform => ({
  platform: { architecture, os: "linux", ...(variant !== undefined && { variant }) },
  layers: [{ mediaType: MEDIA_TYPES.layer, digest: digit("1"), size: 10 }],
  config: {
    architecture,
    os: "linux",
    ...(variant !== undefined && { variant }),
    config: { Env: ["PATH=/nodejs/bin"], Entrypoint: ["/nodejs/bin/node"], Cmd: ["--help"], User: "0", ExposedPorts: { "1/tcp": {} } },
    rootfs: { type: "layers", diff_ids: [digit("2")] },
    history: [{ created_by: "copy" }, { created_by: "env", empty_layer: true }],
  },
});

/** A base for two platforms; what it stands for lies nowhere. */
export const SAMPLE_BASE: Base = {
  image: "registry.example.org/node:22",
  digest: digit("3"),
  isIndex: true,
  platforms: [on("amd64"), on("arm64", "v8")],
};
