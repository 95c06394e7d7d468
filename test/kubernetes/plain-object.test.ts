import { ApiObject, JsonPatch, Lazy, Testing } from "cdk8s";
import { ConfigMap, Deployment } from "../../lib/kubernetes/core";

const metadata = { name: "it", namespace: "monitoring" };

/** What cdk8s makes of the same. */
const asCdk8sHasIt = (object: ApiObject) => ApiObject.prototype.toJson.call(Object.setPrototypeOf(object, ApiObject.prototype));
const bytes = (object: object) => JSON.stringify(object);

function objectOf(fields: object): ApiObject {
  return new ConfigMap(Testing.chart(), "it", { metadata, ...fields });
}

test.each<[string, object]>([
  ["keys in any order", { data: { b: "2", a: "1" }, binaryData: {} }],
  ["no value and none at all", { data: { a: null, b: undefined, c: "" }, immutable: false }],
  ["an empty list, an empty object, and nothing in a list", { data: { a: [], b: {}, c: [null, undefined, { d: null }] } }],
  ["keys that are numbers", { data: { 10: "a", 9: "b", x: "c" } }],
  ["metadata of its own", { metadata: { ...metadata, labels: {}, annotations: { b: "2", a: "1" }, finalizers: [], uid: "1" } }],
  ["kind and version elsewhere than in front", { zero: 0, data: { apiVersion: "a", kind: "b" } }],
  ["a value that comes later", { data: { a: Lazy.any({ produce: () => ({ c: "3", b: null }) }) } }],
  ["something that resolves itself, in a list", { data: [{ resolve: () => "later" }] }],
])("%s", (_, fields) => {
  expect(bytes(objectOf(fields).toJson())).toBe(bytes(asCdk8sHasIt(objectOf(fields))));
});

test("a patch is applied", () => {
  const object = objectOf({ data: { a: "1" } });
  object.addJsonPatch(JsonPatch.replace("/data/a", "2"));
  expect(object.toJson()).toMatchObject({ data: { a: "2" } });
});

test("what can't be written is refused with its place", () => {
  const object = new Deployment(Testing.chart(), "it", { metadata, spec: new Map() as never });
  expect(() => object.toJson()).toThrow("Failed serializing construct at path 'test/it' with name 'it'");
});
