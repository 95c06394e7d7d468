import { connect } from "node:tls";
import * as z from "zod/mini";
import { isAddress } from "../../../../lib/address";
import { errorCode } from "../../../../lib/service/environment";
import { timeOf } from "../../service/age";
import { type Gauge, gaugeOf } from "../../service/gauge";
import { type KubernetesApi, kubernetesApi, metadata } from "../../service/kubernetes";
import { notEmpty, Refusal } from "../../service/refusal";
import { runScript } from "../../service/run";
import type { Found, Run, Script } from "../../service/script";
import { ofEach } from "../../service/targets";
import { certificateCheckSeries } from "./series";
import { certificateCheckLists, certificateCheckSettings, type certificateHolders } from "./settings";

type Holder = z.infer<typeof certificateHolders>[number];

const DAY_MS = 86_400_000;
const HANDSHAKE_MS = 15_000;

/** cert-manager's object (cert-manager/cert-manager, pkg/apis/certmanager/v1/types_certificate.go). */
const certificate = z.object({ metadata, status: z.optional(z.object({ notAfter: z.nullish(z.string()) })) });

const daysLeft = (name: string, until: number, now: number): Gauge =>
  gaugeOf(certificateCheckSeries.certificate_inventory_days_left, { certificate: name }, (until - now) / DAY_MS);

/** The days that each certificate is left. */
export async function findCertificates(
  run: Run<typeof certificateCheckSettings>,
  api: (signal: AbortSignal) => Promise<KubernetesApi> = kubernetesApi,
): Promise<Found> {
  const { configuration, log, now, signal } = run;
  const { CERTIFICATES: holders, CERT_MANAGER: isCertManager } = configuration;
  if (holders.length === 0 && isCertManager !== "true") {
    throw new Refusal("CERTIFICATES names none, and CERT_MANAGER is not true; nothing is looked at");
  }
  const shown = async (holder: Holder) => ({ gauges: [daysLeft(holder.certificate, await expiryOf(holder, signal), now())] });
  const held = () => ofEach(holders, ({ certificate }) => `certificate ${certificate}`, shown, run);
  const issued = async () => {
    const objects = await (await api(signal)).list(certificateCheckLists[0], certificate);
    notEmpty(objects, "the list of cert-manager's certificates", "set CERT_MANAGER to false where it is not in use");
    const nameOf = ({ metadata: meta }: (typeof objects)[number]) => `${meta.namespace}/${meta.name}`;
    const find = (object: (typeof objects)[number]) => {
      const [name, until] = [nameOf(object), object.status?.notAfter];
      if (until) return { gauges: [daysLeft(name, timeOf(until, `the end of certificate ${name}`), now())] };
      log.warn({ certificate: name }, "the certificate was never issued; it is left out");
      return { gauges: [] };
    };
    const kept = objects.filter(({ metadata: meta }) => !meta.deletionTimestamp);
    return ofEach(kept, (object) => `certificate ${nameOf(object)}`, find, run);
  };
  const parts = [
    { name: "the hosts", find: held },
    ...(isCertManager === "true" ? [{ name: "cert-manager's certificates", find: issued }] : []),
  ];
  return ofEach(
    parts,
    ({ name }) => name,
    ({ find }) => find(),
    run,
  );
}

/** When the certificate ends that is shown in a handshake, in milliseconds since the epoch, whoever has signed it. */
function expiryOf({ certificate: name, host, port, server_name: serverName }: Holder, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const servername = serverName ?? (isAddress(host) ? undefined : host);
    // Devices that keep a certificate for years speak as old a TLS. Nothing is sent to them that could be overheard.
    const socket = connect({ host, port, servername, rejectUnauthorized: false, minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" });
    const end = (settle: () => void) => {
      clearTimeout(limit);
      signal.removeEventListener("abort", onAbort);
      socket.destroy();
      settle();
    };
    const fail = (why: string) =>
      end(() =>
        reject(new Refusal(`certificate ${name}: ${host}:${port} showed none (${why}); look at the address, and at whether it speaks TLS`)),
      );
    const onAbort = () => fail("the run ended");
    const limit = setTimeout(() => fail("no handshake in time"), HANDSHAKE_MS);
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("error", (error) => fail(errorCode(error)));
    socket.once("close", () => fail("it hung up"));
    socket.once("secureConnect", () => {
      const until = Date.parse(socket.getPeerX509Certificate()?.validTo ?? "");
      if (Number.isNaN(until)) fail("it has no end that could be read");
      else end(() => resolve(until));
    });
  });
}

export const certificateCheck: Script<typeof certificateCheckSettings> = {
  name: "certificate-check",
  purpose: "tells how many days certificates are left that no probe sees.",
  protocol: "each host for its certificate (a TLS handshake), and the API server for certificates of cert-manager.io/v1 (JSON over HTTPS).",
  settings: certificateCheckSettings,
  series: certificateCheckSeries,
  run: findCertificates,
};

if (require.main === module) void runScript(certificateCheck);
