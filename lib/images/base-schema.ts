import { z } from "zod";

/** What a field is refused with. */
interface Refusal {
  readonly error: (issue: { readonly input?: unknown }) => string;
}

/** A digest as registries and locks write it. */
export const digestOf = (refusal?: Refusal) => z.string(refusal).regex(/^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/, refusal);

export const sizeOf = (refusal?: Refusal) => z.number(refusal).int().nonnegative();

export const platformOf = (text: z.ZodString = z.string()) => z.looseObject({ architecture: text, os: text, variant: text.optional() });

/** The configuration of a base: what is read of a registry is what a lock can hold. */
export const configOf = (digest: z.ZodString = digestOf(), text: z.ZodString = z.string()) =>
  z.looseObject({
    rootfs: z.looseObject({ type: text, diff_ids: z.array(digest) }),
    history: z.array(z.looseObject({ empty_layer: z.boolean().nullish() })).optional(),
    config: z
      .looseObject({
        Entrypoint: z.array(z.string()).nullish(),
        ExposedPorts: z
          .looseObject({})
          .nullish()
          .transform((ports) => ports ?? undefined),
      })
      .optional(),
  });
