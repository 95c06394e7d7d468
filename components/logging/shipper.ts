import type { Construct } from "constructs";
import { FluentbitAgent } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { TEXT_KEY } from "../../lib/logs/text-key";
import { hasIPv6 } from "../../lib/metrics/ip-families";
import { bytesOf } from "../../lib/site/name";
import type { Site } from "../../lib/site/schema";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { CONFINED_ROOT, EVERY_NODE, IMAGES, NAME, SHIPPER_METRICS_PATH, SHIPPER_PORTS, shippingOf } from "./operator";
import { loggingSizes } from "./sizes";

/** On the node, because a pod's own folder ends with the pod: position and buffer outlive an update of the shipper. */
const onNode = (folder: string) => ({ hostPath: { path: `/var/lib/belfry/log-shipper/${folder}`, type: "DirectoryOrCreate" } });

/** Where the operator mounts the buffer. */
const BUFFERS = "/buffers";

/**
 * The shipper (fluent-bit), a pod on every node. By its own defaults it keeps lines in memory, sends a chunk once more at most and takes
 * what it wrote to a socket for delivered: an aggregator that starts again would cost whatever was on its way.
 */
export function shipper(scope: Construct, site: Site): FluentbitAgent {
  return new FluentbitAgent(scope, "shipper", {
    metadata: { name: NAME, labels: labelsOf(NAME, "log-shipper") },
    spec: {
      image: { ...IMAGES.fluentBit, pullPolicy: "IfNotPresent" },
      resources: loggingSizes(site).shipper,
      tolerations: EVERY_NODE,
      podPriorityClassName: alertPathPriority(site),
      security: { securityContext: CONFINED_ROOT },
      positiondb: onNode("positions"),
      bufferStorageVolume: onNode("buffers"),
      bufferStorage: {
        "storage.path": BUFFERS,
        "storage.sync": "normal",
        "storage.checksum": "On",
        // without it a chunk that a power cut broke stops what comes behind it
        "storage.delete_irrecoverable_chunks": "On",
        "storage.backlog.mem_limit": "16M",
        "storage.max_chunks_up": 16,
      },
      inputTail: {
        "storage.type": "filesystem",
        // beyond the chunks in memory it goes on to disk: paused, it would miss what the node rotates away
        "storage.pause_on_chunks_overlimit": "off",
        Mem_Buf_Limit: "32MB",
        Buffer_Chunk_Size: "64k",
        Buffer_Max_Size: "1M",
        // one line above the maximum would stop the file for ever
        Skip_Long_Lines: "On",
        Refresh_Interval: "5",
        Rotate_Wait: "30",
        // of a pod that was there before the shipper, after a node's start, the first lines would be missing
        Read_From_Head: true,
        // the runtime cuts lines at 16 KiB, which an audit record of the firewall exceeds; both of these put the whole under `log`
        ...(TEXT_KEY === "log" && { "multiline.parser": ["docker", "cri"] }),
      },
      filterKubernetes: {
        // JSON in a text would become fields of the record: a pod could call itself any stream, namespace or node, and one field have two types
        Merge_Log: "Off",
        Keep_Log: "On",
        Labels: "On",
        // nothing reads them, and some hold whole manifests
        Annotations: "Off",
        namespace_labels: "Off",
        // no pod takes itself out of what alerts and audits read
        "K8S-Logging.Exclude": "Off",
        "K8S-Logging.Parser": "Off",
        // the answer of the API server about a large pod is cut otherwise, and its lines would have no pod
        Buffer_Size: "0",
      },
      forwardOptions: {
        Retry_Limit: "no_limits",
        Require_ack_response: true,
        "storage.total_limit_size": `${Math.floor(bytesOf(shippingOf(site).node_buffer) / 2 ** 20)}M`,
      },
      metrics: { port: SHIPPER_PORTS["http-metrics"], path: SHIPPER_METRICS_PATH },
      ...(hasIPv6(site) && { enabledIPv6: true }),
    },
  });
}
