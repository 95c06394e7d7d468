import type { Credential } from "../../lib/kubernetes/credential";
import { secretFile } from "../../lib/workloads/restricted-workload";

/** How a job signs in at a web server: nothing where it asks nobody who he is. */
export function signIn(job: string, namespace: string, username: string | undefined) {
  if (username === undefined) return {};
  const credential: Credential = {
    name: job,
    namespace,
    keys: { password: { key: job, property: "password", holds: `the password of ${username} at the web server that the job ${job} asks` } },
  };
  return { HTTP_USER: username, HTTP_PASSWORD: secretFile(credential, "password") };
}
