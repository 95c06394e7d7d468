/** How many cases a property is tried on: a fifth in `npm test`, which runs many times a day, and all of them in CI (`.ci/run`). */
export const runs = (all: number): number => (process.env.CI ? all : Math.ceil(all / 5));
