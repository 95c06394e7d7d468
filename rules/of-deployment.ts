/** What is wrong with a program of ours, with the labels of its Deployment: where that is short of pods, it says so already. */
export const ofDeployment = (expr: string, { namespace, name }: Deployed): string =>
  `label_replace(label_replace(\n${expr},\n"namespace", "${namespace}", "", ""), "deployment", "${name}", "", "")`;

/** A Deployment of ours. */
export interface Deployed {
  readonly namespace: string;
  readonly name: string;
}
