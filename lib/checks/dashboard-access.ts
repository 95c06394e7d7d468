// Prevents a way past the gates of the dashboards: a process that believes whoever comes, or a route that asks nobody who comes.
import * as z from "zod";
import type { Manifest } from "../gitops/manifest";
import { podTemplates } from "../kubernetes/pod-templates";
import { selects } from "../kubernetes/selector";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { type Application, readApplications } from "./dashboard-applications";

export const dashboardAccess: Check = {
  name: "dashboard-access",
  run: (platform) => readApplications(platform.manifests).flatMap((one) => [...beliefs(one, platform), ...ways(one, platform)]),
};

/** What is shown in frames; every other process is for people. */
const isOfFrames = ({ variables }: Application, { site }: Platform): boolean =>
  site.urls.grafana_embed_url !== undefined && variables.get("GF_SERVER_ROOT_URL") === site.urls.grafana_embed_url;

/** Anonymous pages and the header of a proxy are switched on for a whole process, whichever way one comes. */
function beliefs(application: Application, platform: Platform): Finding[] {
  const { manifest, variables } = application;
  // whatever is not plainly off may be on
  const isOn = (name: string) => !["false", ""].includes(variables.get(name) ?? "");
  const finding = (what: string, fix: string): Finding => ({
    where: objectPlace(manifest),
    what,
    fix: `${fix} (components/dashboards/settings.ts)`,
  });
  const role = variables.get("GF_AUTH_ANONYMOUS_ORG_ROLE") ?? "Viewer";
  const ranges = (variables.get("GF_AUTH_PROXY_WHITELIST") ?? "").split(/[\s,]+/).filter((range) => range !== "");
  const [isAnonymous, isProxied] = [isOn("GF_AUTH_ANONYMOUS_ENABLED"), isOn("GF_AUTH_PROXY_ENABLED")];
  const ofFrames = isOfFrames(application, platform);
  return [
    ...(ofFrames && isProxied
      ? [
          finding(
            "it is shown in frames, and takes whoever sends the proxy's header for that somebody",
            "set GF_AUTH_PROXY_ENABLED to false",
          ),
        ]
      : []),
    ...(!ofFrames && isAnonymous
      ? [finding("people log in to it, and it lets in whoever does not", "set GF_AUTH_ANONYMOUS_ENABLED to false")]
      : []),
    ...(isAnonymous && role !== "Viewer" ? [finding(`whoever comes is ${role} in it`, "set GF_AUTH_ANONYMOUS_ORG_ROLE to Viewer")] : []),
    ...(isProxied && (ranges.length === 0 || ranges.some(isEverybody))
      ? [finding("it believes the proxy's header from any address", "write those of the pods into GF_AUTH_PROXY_WHITELIST")]
      : []),
  ];
}

const isEverybody = (range: string): boolean => /\/0$/.test(range);

/** A part of a route that leads to a Service, with what stands at it. */
interface Way {
  readonly services: readonly string[];
  /** The filters of a gateway, as JSON. */
  readonly filters: readonly string[];
}

const IngressRoute = z.object({
  kind: z.literal("Ingress"),
  metadata: z.object({ annotations: z.record(z.string(), z.string()).optional() }),
  spec: z.object({
    defaultBackend: z.object({ service: z.object({ name: z.string() }).optional() }).optional(),
    rules: z
      .array(
        z.object({
          http: z
            .object({ paths: z.array(z.object({ backend: z.object({ service: z.object({ name: z.string() }).optional() }) })) })
            .optional(),
        }),
      )
      .optional(),
  }),
});

const GatewayRoute = z.object({
  kind: z.literal("HTTPRoute"),
  spec: z.object({
    rules: z
      .array(
        z.object({
          filters: z.array(z.looseObject({ type: z.string(), extensionRef: z.unknown().optional() })).optional(),
          backendRefs: z.array(z.object({ name: z.string() })).optional(),
        }),
      )
      .optional(),
  }),
});

/** Each way in has its gate, of whatever kind the routes are. */
function ways(application: Application, platform: Platform): Finding[] {
  const { manifests, site } = platform;
  const services = servicesOf(application, manifests);
  const ofFrames = isOfFrames(application, platform);
  const { authentication, address_ranges: addresses } = site.dashboards?.gateway ?? {};
  const gate = ofFrames ? addresses : authentication;
  return manifests.flatMap((manifest): Finding[] => {
    if (manifest.object.metadata.namespace !== application.manifest.object.metadata.namespace) return [];
    const where = objectPlace(manifest);
    const ingress = IngressRoute.safeParse(manifest.object).data;
    if (ingress !== undefined && leadsTo(ingress).some((name) => services.has(name)) && !isGated(ingress, ofFrames)) {
      const name = ofFrames ? RANGES : ASKED;
      return [{ where, what: lets(ofFrames), fix: `annotate it with ${name} (components/dashboards/routes.ts)` }];
    }
    const open = rulesOf(manifest)
      .filter((way) => way.services.some((name) => services.has(name)))
      .some(({ filters }) => gate === undefined || !filters.includes(keyOf(gate)));
    if (!open) return [];
    const key = ofFrames ? "address_ranges" : "authentication";
    return [{ where, what: lets(ofFrames), fix: `filter each of its rules by dashboards.gateway.${key} of the site` }];
  });
}

const lets = (ofFrames: boolean): string =>
  ofFrames ? "it leads to what needs no login, from any address" : "it leads to what people log in to, and nobody is asked who comes";

const NGINX = "nginx.ingress.kubernetes.io";
const [ASKED, RANGES] = [`${NGINX}/auth-url`, `${NGINX}/whitelist-source-range`];

function isGated({ metadata: { annotations = {} } }: z.infer<typeof IngressRoute>, ofFrames: boolean): boolean {
  if (!ofFrames) return (annotations[ASKED] ?? "").trim() !== "";
  const ranges = (annotations[RANGES] ?? "").split(",").map((range) => range.trim());
  return ranges.every((range) => range !== "" && !isEverybody(range));
}

function leadsTo({ spec: { defaultBackend, rules = [] } }: z.infer<typeof IngressRoute>): string[] {
  const backends = rules.flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend));
  return [...(defaultBackend === undefined ? [] : [defaultBackend]), ...backends].flatMap(({ service }) => service?.name ?? []);
}

function rulesOf({ object }: Manifest): Way[] {
  const { spec } = GatewayRoute.safeParse(object).data ?? {};
  return (spec?.rules ?? []).map(({ filters = [], backendRefs = [] }) => ({
    services: backendRefs.map(({ name }) => name),
    filters: filters.flatMap(({ type, extensionRef }) => {
      const reference = Reference.safeParse(extensionRef).data;
      return type === "ExtensionRef" && reference !== undefined ? [keyOf(reference)] : [];
    }),
  }));
}

const Reference = z.object({ group: z.string(), kind: z.string(), name: z.string() });
const keyOf = ({ group, kind, name }: z.infer<typeof Reference>): string => `${group}/${kind}/${name}`;

/** Names of the Services that find its pods. */
function servicesOf({ manifest }: Application, manifests: readonly Manifest[]): ReadonlySet<string> {
  const labels = podTemplates([manifest])[0]?.template.metadata?.labels ?? {};
  return new Set(
    manifests.flatMap(({ object: { kind, metadata, spec } }) => {
      if (kind !== "Service" || metadata.namespace !== manifest.object.metadata.namespace) return [];
      const { selector } = spec as { readonly selector?: Readonly<Record<string, string>> };
      return selector !== undefined && selects({ matchLabels: selector }, labels) ? [metadata.name] : [];
    }),
  );
}
