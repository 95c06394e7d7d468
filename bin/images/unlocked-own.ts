import { isOwnReference } from "../../lib/images/own-image";
import { messageOf } from "../../lib/message-of";
import { namedImages } from "../../lib/platform/named-images";
import type { Platform } from "../../lib/platform/platform";
import { inTurn } from "./in-turn";
import type { Registries } from "./registries";

/** An image of ours that manifests name by its tag alone, and that is not known to be there. */
export interface Unfound {
  readonly reference: string;
  /** Why its registry could not be asked. @default - it says that there is no such image */
  readonly words?: string;
}

const AT_ONCE = 4;

/** What is pulled by its tag has been pushed by somebody else than `images push`, or by nobody: its registry knows. */
export async function unfoundImages(
  { site, manifests, ownImages }: Pick<Platform, "site" | "manifests" | "ownImages">,
  registries: Registries,
): Promise<Unfound[]> {
  const references = [...new Set(namedImages(manifests).map(({ reference }) => reference))].sort();
  const unlocked = references.filter((one) => !one.includes("@") && isOwnReference(one, ownImages, site));
  const looked = await inTurn(unlocked, AT_ONCE, async (reference): Promise<Unfound | undefined> => {
    try {
      const { registry, repository, asked } = registries.of(reference);
      return (await registry.head(repository, asked)) === undefined ? { reference } : undefined;
    } catch (error) {
      return { reference, words: messageOf(error) };
    }
  });
  return looked.filter((one) => one !== undefined);
}
