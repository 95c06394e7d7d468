import { selectorOf } from "../kubernetes/labels";
import type { InClusterService } from "../site/in-cluster";
import type { Workload } from "./workload";

type Address = Pick<InClusterService, "name" | "namespace" | "port">;

/** One of our own services: Deployment, Service and policy have one name, and one port does it all. */
export function ownWorkload({ name, namespace, port }: Address): Workload {
  return { name, namespace, pods: selectorOf(name), ports: { http: port }, serves: [{ service: name, port, to: "http" }] };
}

/** Somebody else's workload behind a Service: its pods have the Service's name, and listen on the Service's port. */
export function foreignWorkload({ name, namespace, port }: Address, elsewhere: string): Workload {
  const pods = { "app.kubernetes.io/name": name };
  return { name, namespace, pods, ports: { http: port }, serves: [{ service: name, port, to: "http" }], elsewhere };
}
