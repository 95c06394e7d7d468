import { trivySeries as trivy } from "../../../components/image-scanner/series";
import { minutes } from "../../../lib/duration";
import { becomes, goes, together } from "../../../lib/world/fault";
import { expected, type Faults, platform } from "./fault";

/** The images that run, and who looks into them. */
export const imageFaults: Faults = ({ cluster: { apps } }) => {
  const owned = apps.find(({ component }) => component === "Websites");
  if (owned === undefined) throw new Error("the world has no app of Websites");
  const { namespace, name } = owned;
  return [
    {
      title: "somebody builds a key into the image of a website",
      change: becomes(trivy.trivy_image_exposedsecrets({ namespace, image_repository: name, severity: "Critical" }), 1),
      expect: expected("Websites", "ImageHoldsSecret", "warning", 32),
    },
    {
      title: "the scanner can't load what it knows of holes, and its reports run out",
      change: together(...Object.values(trivy).map((one) => goes(one()))),
      expect: platform("ImageScansGone", "warning", 62, { watchedFor: minutes(75) }),
    },
  ];
};
