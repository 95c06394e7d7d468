/**
 * Before every test file: services are not bundled, which takes longer than all the rest of most files together. A file that is about
 * the bundles says `jest.unmock` of this module. In the mock every service is there, and empty.
 */
jest.mock("../lib/images/bundle", () => ({
  ...jest.requireActual("../lib/images/bundle"),
  bundleServices: () =>
    new Map(
      jest
        .requireActual("../lib/images/bundle")
        .serviceNames()
        .map((name: string) => [name, new Uint8Array()]),
    ),
}));
