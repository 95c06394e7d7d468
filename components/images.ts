import { type OwnImage, ofPlugins, ofScripts, ofService } from "../lib/images/own-image";
import { batchImage } from "./batch/image";
import { pluginsImage } from "./dashboards/plugins";
import { services } from "./services";

/** Every image of ours. */
export const ownImages = (): OwnImage[] => [...services.map(ofService), ofScripts(batchImage), ofPlugins(pluginsImage)];
