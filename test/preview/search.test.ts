import { foundIn } from "../../lib/preview/search";

const listed = (uid: string, title: string, description = "") => ({ uid, title, description });
const FOLDERS = [
  {
    title: "Nodes",
    dashboards: [listed("node-detail", "One node", "For whoever wants to know it of a wan"), listed("node-use", "Use of nodes")],
  },
  { title: "Network", dashboards: [listed("wan-2", "Second uplink"), listed("wan", "Uplink", "Is it up?"), listed("dns", "Names")] },
];
const uids = (asked: string): string[] => foundIn(FOLDERS, asked).map(({ uid }) => uid);

test.each<[string, string, readonly string[]]>([
  ["a uid goes before what begins with it, and both before a description", "wan", ["wan", "wan-2", "node-detail"]],
  ["a title's word", "uplink", ["wan", "wan-2"]],
  ["a title's word before the uid of another folder", "use", ["node-use"]],
  ["part of a word", "plin", ["wan-2", "wan"]],
  ["a folder", "network", ["wan-2", "wan", "dns"]],
  ["every word has to be there", "WAN second", ["wan-2"]],
  ["nothing that is not there", "wan nowhere", []],
  ["all where nothing is asked", " ", ["node-detail", "node-use", "wan-2", "wan", "dns"]],
])("%s", (_, asked, expected) => {
  expect(uids(asked)).toEqual(expected);
});
