/** How the GitOps repository is reached, for the help of what works with it. @param more variables, a line each */
export const gitopsVariables = (may: "read" | "write to", more: readonly string[] = []): string => `
Variables:
  GITOPS_TOKEN   a token that may ${may} the GitOps repository, over https; Git's own way to log in without it
  GITOPS_USER    the user it belongs to, where the server asks for one
  GITOPS_URL     the repository's address where this machine reaches it by another than gitops.repository of the site
${more.map((line) => `  ${line}\n`).join("")}docs/pull-requests.md has the workflows that run it.`;
