import { positionsOf } from "../../lib/dashboards/layout";
import { graph, type Panel, stat } from "../../lib/dashboards/panel";

const words = { title: "Panel", description: "Words.", unit: "count", queries: [{ expr: "up" }] } as const;
const tile = (size: Partial<Pick<Panel, "width" | "height">> = {}) => stat({ ...words, ...size });

test("panels stand side by side as long as they fit", () => {
  const { at, bottom } = positionsOf([tile(), tile(), tile(), tile(), tile()], 1);
  expect(at.map(({ x, y }) => [x, y])).toEqual([
    [0, 1],
    [6, 1],
    [12, 1],
    [18, 1],
    [0, 5],
  ]);
  expect(bottom).toBe(9);
});

test("a line is as high as the highest of it", () => {
  const { at, bottom } = positionsOf([tile({ width: 12 }), graph({ ...words }), tile({ width: 24 })], 0);
  expect(at.map(({ y, h }) => [y, h])).toEqual([
    [0, 4],
    [0, 8],
    [8, 4],
  ]);
  expect(bottom).toBe(12);
});

test("none is wider than the grid", () => {
  expect(positionsOf([tile({ width: 30 })], 0).at).toEqual([{ x: 0, y: 0, w: 24, h: 4 }]);
});

test("a row without panels takes no room", () => {
  expect(positionsOf([], 3)).toEqual({ at: [], bottom: 3 });
});
