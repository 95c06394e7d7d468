import { ingressNginxSeries } from "../../../components/ingress/series";
import { namespacesOf } from "../../../lib/site/namespace-map";
import { counts } from "../../../lib/world/course";
import { appears } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const { nginx_ingress_controller_requests: requests } = ingressNginxSeries;

const of = expectedFor("Files & Documents");

export const filesFaults: Faults = ({ cluster: { site, hosts } }) => {
  const host = hosts.find(({ namespace }) => namespacesOf(site, "Files & Documents").includes(namespace));
  if (host === undefined) throw new Error("the world has no host of Files & Documents");
  const request = {
    namespace: host.namespace,
    ingress: host.service,
    service: host.service,
    host: host.host,
    path: "/",
    controller_namespace: "ingress-nginx",
    controller_class: "k8s.io/ingress-nginx",
    controller_pod: "ingress-nginx-controller-0",
  };
  return [
    {
      title: "the ingress takes no upload of more than a megabyte",
      change: appears("ingress-nginx", requests({ ...request, method: "PUT", status: "413" }), counts(1 / 20)),
      expect: of("FilesUploadsRefused", "warning", 10),
    },
  ];
};
