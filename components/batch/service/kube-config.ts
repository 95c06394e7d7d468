/** Imported as a whole, a bundle would hold the classes of every API; of this file it holds what it takes to ask. */
export { KubeConfig } from "@kubernetes/client-node";
