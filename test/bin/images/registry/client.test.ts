import { clientOf, digestOf, PlayedRegistry, refusal } from "./played-registry";

const MANIFEST = JSON.stringify({ schemaVersion: 2 });
const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";
const LAYER = Buffer.from("a layer");
const DIGEST = digestOf(LAYER);
const OTHER = digestOf("something else");

let played: PlayedRegistry;
beforeEach(async () => {
  played = await new PlayedRegistry().start();
});
afterEach(() => played.stop());

describe("head", () => {
  test("an image costs one HEAD request, after one request for the whole registry", async () => {
    const digest = played.put("team/app", "1", MANIFEST);
    const { registry } = clientOf(played.host);
    expect(await registry.head("team/app", "1")).toEqual({ digest, mediaType: MANIFEST_TYPE });
    expect(await registry.head("team/app", digest)).toEqual({ digest, mediaType: MANIFEST_TYPE });
    expect(played.asked).toEqual(["GET /v2/", "HEAD /v2/team/app/manifests/1", `HEAD /v2/team/app/manifests/${digest}`]);
    expect(played.seen[1]?.headers.accept).toContain("application/vnd.oci.image.index.v1+json");
    expect(played.seen[1]?.headers.accept).toContain("application/vnd.docker.distribution.manifest.list.v2+json");
  });

  test("what is not there is undefined", async () => {
    expect(await clientOf(played.host).registry.head("app", "1")).toBeUndefined();
  });

  test("a registry that is silent about the digest is asked for the manifest", async () => {
    played.play = ({ path }) => (path === "/v2/" ? undefined : { status: 200, headers: { "content-type": MANIFEST_TYPE }, body: MANIFEST });
    const { digest } = (await clientOf(played.host).registry.head("app", "1")) ?? {};
    expect(digest).toBe(digestOf(MANIFEST));
  });

  test("another manifest than the one of the digest is refused", async () => {
    const headers = { "content-type": MANIFEST_TYPE, "docker-content-digest": OTHER };
    played.play = ({ path }) => (path === "/v2/" ? undefined : { status: 200, headers });
    await expect(clientOf(played.host).registry.head("app", DIGEST)).rejects.toThrow(
      `registry "${played.host}": manifest "app@${DIGEST}": it gives ${OTHER} instead`,
    );
  });

  test("a refusal is told in the registry's words, which the answer to a HEAD has not", async () => {
    played.play = ({ path }) => (path === "/v2/" ? undefined : refusal(403, "DENIED", "requested access to the resource is denied"));
    const failed = clientOf(played.host).registry.head("app", "1");
    await expect(failed).rejects.toMatchObject({
      name: "RegistryError",
      registry: played.host,
      status: 403,
      words: "DENIED: requested access to the resource is denied",
      message: expect.stringMatching(
        /^registry "127\.0\.0\.1:\d+": manifest "app:1": 403 DENIED: requested access to the resource is denied; nobody is logged in there: /,
      ),
    });
  });
});

describe("manifest", () => {
  test("is given as it is, with its digest", async () => {
    const digest = played.put("app", "1", MANIFEST);
    expect(await clientOf(played.host).registry.manifest("app", "1")).toEqual({
      digest,
      mediaType: MANIFEST_TYPE,
      body: Buffer.from(MANIFEST),
    });
  });

  test.each([
    ["by the digest that was asked for", OTHER, {}, OTHER],
    ["by the one of the header", "1", { "docker-content-digest": OTHER }, OTHER],
  ])("is compared %s", async (_, reference, headers, said) => {
    played.play = ({ path }) =>
      path === "/v2/" ? undefined : { status: 200, headers: { "content-type": MANIFEST_TYPE, ...headers }, body: MANIFEST };
    await expect(clientOf(played.host).registry.manifest("app", reference)).rejects.toThrow(
      `what it gives is ${digestOf(MANIFEST)}, not ${said}`,
    );
  });

  test("that is not there is an error with the registry's words", async () => {
    await expect(clientOf(played.host).registry.manifest("app", "1")).rejects.toThrow(
      `registry "${played.host}": manifest "app:1": 404 MANIFEST_UNKNOWN: manifest unknown`,
    );
  });

  test("without end is not read to it", async () => {
    played.play = ({ path }) => (path === "/v2/" ? undefined : { status: 200, body: Buffer.alloc(5 * 1024 * 1024) });
    await expect(clientOf(played.host).registry.manifest("app", "1")).rejects.toThrow("its answer has more than 4194304 bytes");
  });
});

describe("blob", () => {
  test("is told of and given", async () => {
    played.blobs.set(`app@${DIGEST}`, LAYER);
    const { registry } = clientOf(played.host);
    expect(await registry.hasBlob("app", DIGEST)).toBe(true);
    expect(await registry.hasBlob("app", OTHER)).toBe(false);
    expect(await registry.blob("app", DIGEST)).toEqual(LAYER);
  });

  test("with another content than its digest says is refused", async () => {
    played.blobs.set(`app@${OTHER}`, LAYER);
    await expect(clientOf(played.host).registry.blob("app", OTHER)).rejects.toThrow(`blob "app@${OTHER}": what it gives is ${DIGEST}`);
  });
});

describe("putBlob", () => {
  const content = jest.fn(async () => LAYER);
  beforeEach(() => content.mockClear());
  const sent = () => played.seen.filter(({ body }) => body.length > 0).map(({ method }) => method);

  test("uploads what is not there, to the relative address that it is told, whose query stays as it is", async () => {
    const { registry } = clientOf(played.host);
    expect(await registry.putBlob("team/app", DIGEST, content)).toBe("uploaded");
    expect(played.asked).toEqual([
      "GET /v2/",
      `HEAD /v2/team/app/blobs/${DIGEST}`,
      "POST /v2/team/app/blobs/uploads/",
      `PUT /v2/team/app/blobs/uploads/3?_state=a~b%20c&digest=${encodeURIComponent(DIGEST)}`,
    ]);
    expect(played.blobs.get(`team/app@${DIGEST}`)).toEqual(LAYER);
    expect(played.seen[3]?.headers).toMatchObject({ "content-type": "application/octet-stream", "content-length": "7" });
  });

  test("an absolute address without a query works as well", async () => {
    played.play = ({ method }) =>
      method === "POST" ? { status: 202, headers: { location: `http://${played.host}/v2/app/blobs/uploads/x` } } : undefined;
    expect(await clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).toBe("uploaded");
    expect(played.asked.at(-1)).toBe(`PUT /v2/app/blobs/uploads/x?digest=${encodeURIComponent(DIGEST)}`);
  });

  test("uploads nothing that the repository has, and doesn't ask for the content", async () => {
    played.blobs.set(`app@${DIGEST}`, LAYER);
    expect(await clientOf(played.host).registry.putBlob("app", DIGEST, content, { mount: "base" })).toBe("there");
    expect(content).not.toHaveBeenCalled();
    expect(played.asked).toEqual(["GET /v2/", `HEAD /v2/app/blobs/${DIGEST}`]);
  });

  test("mounts what another repository has, and doesn't ask for the content", async () => {
    played.blobs.set(`base/node@${DIGEST}`, LAYER);
    expect(await clientOf(played.host).registry.putBlob("app", DIGEST, content, { mount: "base/node" })).toBe("mounted");
    expect(content).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
    expect(played.blobs.get(`app@${DIGEST}`)).toEqual(LAYER);
  });

  test("uploads what could not be mounted, by the upload that the registry has opened instead", async () => {
    expect(await clientOf(played.host).registry.putBlob("app", DIGEST, content, { mount: "base" })).toBe("uploaded");
    expect(played.asked.filter((line) => line.startsWith("POST"))).toHaveLength(1);
    expect(sent()).toEqual(["PUT"]);
  });

  test("uploads what may not be mounted", async () => {
    played.play = ({ path }) => (path.includes("mount=") ? refusal(403, "DENIED", "no") : undefined);
    expect(await clientOf(played.host).registry.putBlob("app", DIGEST, content, { mount: "base" })).toBe("uploaded");
  });

  test("mounts nothing from the repository itself", async () => {
    await clientOf(played.host).registry.putBlob("app", DIGEST, content, { mount: "app" });
    expect(played.asked).not.toContainEqual(expect.stringContaining("mount="));
  });

  test("a content that is not that of the digest is refused in the registry's words", async () => {
    await expect(clientOf(played.host).registry.putBlob("app", OTHER, LAYER)).rejects.toThrow(
      `push of blob "app@${OTHER}": 400 DIGEST_INVALID: provided digest did not match uploaded content`,
    );
  });

  test("a limit of a proxy is told for what it is", async () => {
    const page = "<html><head><title>413 Request Entity Too Large</title></head><body>nginx</body></html>";
    played.play = ({ method }) => (method === "PUT" ? { status: 413, body: page } : undefined);
    await expect(clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).rejects.toThrow(
      ": 413 Request Entity Too Large; something in front of it limits how large a request may be",
    );
  });

  test("an upload without an address is refused", async () => {
    played.play = ({ method }) => (method === "POST" ? { status: 202 } : undefined);
    await expect(clientOf(played.host).registry.putBlob("app", DIGEST, LAYER)).rejects.toThrow("it does not say where to");
  });
});

test("putManifest pushes the bytes under tag or digest with their type", async () => {
  const { registry } = clientOf(played.host);
  const body = Buffer.from(MANIFEST);
  expect(await registry.putManifest("app", "1", { mediaType: MANIFEST_TYPE, body })).toBe(digestOf(MANIFEST));
  expect(played.asked.at(-1)).toBe("PUT /v2/app/manifests/1");
  expect(played.manifests.get("app:1")).toEqual({ mediaType: MANIFEST_TYPE, body });
});

describe("putReferrer", () => {
  const subject = { digest: OTHER };
  const tag = OTHER.replace(":", "-");
  const artifact = (name: string) => {
    const body = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST_TYPE, name, subject }));
    const descriptor = {
      mediaType: MANIFEST_TYPE,
      digest: digestOf(body),
      size: body.length,
      artifactType: "application/vnd.cyclonedx+json",
    };
    return { mediaType: MANIFEST_TYPE, body, descriptor };
  };
  const listed = (): unknown[] => JSON.parse(played.manifests.get(`app:${tag}`)?.body.toString() ?? "{}").manifests;

  test("needs nothing more where the registry has read the subject", async () => {
    played.play = ({ method }) => (method === "PUT" ? { status: 201, headers: { "oci-subject": OTHER } } : undefined);
    const { descriptor, ...rest } = artifact("a");
    await clientOf(played.host).registry.putReferrer("app", subject, { descriptor, ...rest });
    expect(played.asked).toEqual(["GET /v2/", `PUT /v2/app/manifests/${descriptor.digest}`]);
  });

  test("adds to the index under the subject's tag otherwise, each once", async () => {
    const { registry } = clientOf(played.host);
    const [a, b] = [artifact("a"), artifact("b")];
    for (const one of [a, b, a]) await registry.putReferrer("app", subject, one);
    expect(played.manifests.get(`app:${tag}`)?.mediaType).toBe("application/vnd.oci.image.index.v1+json");
    expect(listed()).toEqual([a.descriptor, b.descriptor]);
    expect(played.manifests.get(`app:${b.descriptor.digest}`)?.body).toEqual(b.body);
  });

  test("leaves a tag alone that is something else", async () => {
    played.put("app", tag, MANIFEST);
    await expect(clientOf(played.host).registry.putReferrer("app", subject, artifact("a"))).rejects.toThrow(
      `tag "${tag}" of "app" should be the index of what refers to ${OTHER}: it is ${MANIFEST_TYPE}; delete the tag`,
    );
    expect(played.manifests.get(`app:${tag}`)?.body.toString()).toBe(MANIFEST);
  });
});
