import { labelsOf } from "../kubernetes/labels";
import { inClusterService } from "../site/in-cluster";
import { objectName } from "../site/operator-name";
import type { Site } from "../site/schema";

export interface AlertManagerAddress {
  /** Name of the VMAlertmanager object. */
  readonly name: string;
  readonly namespace: string;
  readonly port: number;
  readonly replicas: number;
  /** Labels of the VMAlertmanager object. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The alert manager behind the site's address: the operator names its Service after the object. */
export function alertManagerAddress(site: Site): AlertManagerAddress {
  const { name: service, namespace, port } = inClusterService(site.urls.alertmanager_url);
  const name = objectName("vmalertmanager", service);
  // the site's schema refuses any other name
  if (name === undefined) throw new Error(`the operator makes no Service "${service}" of an alert manager`);
  return { name, namespace, port, replicas: site.scale === "cluster" ? 3 : 1, labels: labelsOf(name, "alert-manager") };
}
