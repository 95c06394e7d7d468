import * as z from "zod/mini";
import { problems } from "../../lib/logs/pattern";
import { declareService, logLevel } from "../../lib/service/declaration";
import { oneOf, text, type Variable, wholeNumber } from "../../lib/service/environment";
import { staleMountsSeries } from "./series";

/** What stands for every namespace. */
export const EVERY_NAMESPACE = "*";

// lib/site/name.ts says the same, and would bring its messages into the bundle
const isDnsLabel = (name: string) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name);

const parts = (list: string) => list.split(",").map((one) => one.trim());

const namespaces: Pick<Variable<readonly string[]>, "allowed" | "schema"> = {
  allowed: "names of namespaces separated by commas",
  schema: z.pipe(z.string().check(z.refine((list) => parts(list).every(isDnsLabel))), z.transform(parts)),
};

const someNamespaces: typeof namespaces = {
  allowed: `${namespaces.allowed}, or ${EVERY_NAMESPACE}`,
  schema: z.pipe(
    z.string().check(z.refine((list) => list === EVERY_NAMESPACE || parts(list).every(isDnsLabel))),
    z.transform((list: string): readonly string[] => parts(list)),
  ),
};

const LITERAL = /^\/(?<source>.+)\/(?<flags>[a-z]*)$/s;

const literal = (text: string) => {
  const { source = "", flags = "" } = LITERAL.exec(text)?.groups ?? {};
  return { source, flags };
};

const pattern: Pick<Variable<RegExp>, "allowed" | "schema"> = {
  allowed: "a regular expression between slashes, of the kind that a detector of the relay has",
  schema: z.pipe(
    z.string().check(z.refine((text) => LITERAL.test(text) && problems(literal(text)).length === 0)),
    z.transform((text: string) => new RegExp(literal(text).source, literal(text).flags)),
  ),
};

export const staleMountsService = declareService({
  name: "stale-mounts",
  purpose: "restarts pods in CrashLoopBackOff whose log tells of I/O errors, once each, so that their volumes are mounted anew.",
  port: 8080,
  variables: {
    KUBERNETES_SERVICE_HOST: { help: "the API server, as the kubelet says it", ...text, default: "kubernetes.default.svc" },
    KUBERNETES_SERVICE_PORT: { help: "its port", ...wholeNumber(1, 65_535), default: "443" },
    SERVICE_ACCOUNT_DIR: {
      help: "folder of the service account's token and ca.crt, both read again at each check",
      ...text,
      default: "/var/run/secrets/kubernetes.io/serviceaccount",
    },
    LOG_PATTERN: { help: "what a log line has to match: the pattern of the relay's PodIOError", ...pattern },
    RECORD: {
      help: "ConfigMap, <namespace>/<name>, that holds what was restarted",
      allowed: "<namespace>/<name>",
      schema: z.string().check(z.regex(/^[a-z0-9-]{1,63}\/[a-z0-9.-]{1,253}$/)),
    },
    NAMESPACES: { help: "whose pods may be restarted", ...someNamespaces, default: EVERY_NAMESPACE },
    EXCEPT_NAMESPACES: { help: "whose pods never are", ...namespaces },
    RESTARTS_PER_HOUR: { help: "most restarts in an hour, of all workloads together", ...wholeNumber(1, 60), default: "4" },
    WORKLOAD_PAUSE_SECONDS: { help: "least time between two restarts of one workload", ...wholeNumber(0, 86_400), default: "600" },
    WINDOW_HOURS: { help: "a pod that was made anew by a restart in so many hours is left alone", ...wholeNumber(1, 24), default: "24" },
    CHECK_SECONDS: { help: "pause between two checks of all pods", ...wholeNumber(1, 3600), default: "20" },
    DRY_RUN: { help: "whether it only says what it would restart", ...oneOf(["off", "on"]), default: "off" },
    LOG_LEVEL: logLevel,
  },
  paths: [],
  maxBodyBytes: 0,
  // a restart that is begun: the record, the deletion and two events, five seconds each at most
  shutdownSeconds: 22,
  series: staleMountsSeries,
});
