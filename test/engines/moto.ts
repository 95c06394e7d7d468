import { freePort } from "../free-port";
import { startProcess } from "./engine";

export interface ObjectStore {
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  put(bucket: string, key: string, content?: string): Promise<void>;
  createBucket(bucket: string): Promise<void>;
  /** From here on a request has to be signed with the key. */
  demandSignatures(): Promise<void>;
  stop(): Promise<void>;
}

/** An object store on loopback, with a user who may do anything in it. */
export async function startObjectStore(): Promise<ObjectStore> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startProcess("moto-server", ["-H", "127.0.0.1", "-p", String(port)], { ready: `${url}/moto-api/` });
  const send = async (path: string, init: RequestInit): Promise<string> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`the object store answers ${response.status}: ${text}`);
    return text;
  };
  // moto takes the service from what is signed for
  const scope = (service: string) => ({
    authorization: `AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=x`,
  });
  const iam = (parameters: Readonly<Record<string, string>>) =>
    send("/", {
      method: "POST",
      headers: scope("iam"),
      body: new URLSearchParams({ Version: "2010-05-08", UserName: "job", ...parameters }),
    });
  await iam({ Action: "CreateUser" });
  const PolicyDocument = JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }] });
  await iam({ Action: "PutUserPolicy", PolicyName: "all", PolicyDocument });
  const key = await iam({ Action: "CreateAccessKey" });
  const tag = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(key)?.[1] ?? "";
  return {
    url,
    accessKeyId: tag("AccessKeyId"),
    secretAccessKey: tag("SecretAccessKey"),
    createBucket: async (bucket) => void (await send(`/${bucket}`, { method: "PUT", headers: scope("s3") })),
    put: async (bucket, objectKey, content = "") => {
      const path = objectKey.split("/").map(encodeURIComponent).join("/");
      await send(`/${bucket}/${path}`, { method: "PUT", headers: scope("s3"), body: content });
    },
    demandSignatures: async () => void (await send("/moto-api/reset-auth", { method: "POST", body: "0" })),
    stop: () => server.stop(),
  };
}
