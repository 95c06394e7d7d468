import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./engine";

/** A certificate that its own key signed: of loopback, or for what else is named. */
export function ownCertificate({ names = "IP:127.0.0.1", days = 2 } = {}): {
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly certificateFile: string;
} {
  const folder = temporaryFolder();
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=loopback", "-addext", `subjectAltName=${names}`];
  const request = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    String(days),
    ...subject,
  ];
  execFileSync("openssl", [...request, "-keyout", keyFile, "-out", certificateFile], { stdio: "ignore" });
  return { key: readFileSync(keyFile), cert: readFileSync(certificateFile), certificateFile };
}
