import { parseInCluster } from "./in-cluster";
import { asHttp, portOf } from "./url";

type End =
  | { readonly service: { readonly name: string; readonly namespace: string; readonly port: number } }
  | { readonly addresses: readonly string[]; readonly except?: readonly string[]; readonly port: number };
export function outsideEnd(url: string, addresses?: readonly string[]): End {
  const service = parseInCluster(asHttp(url));
  if (service !== undefined) return { service };
  if (addresses !== undefined) return { addresses, port: portOf(url) };
  return { addresses: ["0.0.0.0/0"], except: ["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16"], port: portOf(url) };
}
