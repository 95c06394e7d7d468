import type { App } from "../../lib/world/cluster";
import { still } from "../../lib/world/course";
import { eachBy, healthy } from "../../lib/world/healthy";
import { trivySeries } from "./series";

/** Few images are without any hole. */
const FOUND = { Critical: still(0), High: still(2), Medium: still(9), Low: still(40) };
const NONE = { Critical: still(0), High: still(0), Medium: still(0), Low: still(0) };

export const trivyHealthy = healthy(trivySeries, ({ apps }) => {
  const resource = ({ namespace, name, kind }: App) => ({
    namespace,
    name: `${kind.toLowerCase()}-${name}`,
    resource_kind: kind,
    resource_name: name,
  });
  const image = (app: App) => ({
    ...resource(app),
    container_name: app.name,
    image_registry: "registry.example.org",
    image_repository: app.name,
    image_tag: "1",
    image_digest: `sha256:${app.name}`,
  });
  return {
    trivy_image_vulnerabilities: eachBy(apps, image, "severity", FOUND),
    trivy_image_exposedsecrets: eachBy(apps, image, "severity", NONE),
    trivy_resource_configaudits: eachBy(apps, resource, "severity", FOUND),
  };
});
