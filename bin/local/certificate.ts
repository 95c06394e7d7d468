import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/*
 * DER of a certificate (RFC 5280), as little as a TLS server needs: node makes keys and no certificates, and whoever calls the trial's
 * receivers is told to verify none.
 */

const [INTEGER, BITS, OID, UTF8, TIME, SEQUENCE, SET, VERSION] = [0x02, 0x03, 0x06, 0x0c, 0x18, 0x30, 0x31, 0xa0];

/** ecdsa-with-SHA256, and the attribute commonName. */
const SIGNED_BY = der(OID, Buffer.from("2a8648ce3d040302", "hex"));
const COMMON_NAME = der(OID, Buffer.from("550403", "hex"));

const DAY_MS = 86_400_000;

/** A key and a certificate that it signed itself, good for a day. */
export function ownCertificate(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const called = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(name)))));
  const now = Date.now();
  const told = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    der(SEQUENCE, SIGNED_BY),
    called,
    der(SEQUENCE, time(now - DAY_MS), time(now + DAY_MS)),
    called,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const whole = der(SEQUENCE, told, der(SEQUENCE, SIGNED_BY), signatureOf(told, privateKey));
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: pem(whole) };
}

const signatureOf = (told: Buffer, key: KeyObject): Buffer => der(BITS, Buffer.from([0]), sign("sha256", told, key));

/** 20261127120000Z */
const time = (at: number): Buffer => der(TIME, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, "").slice(0, 14)}Z`));

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const pem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
