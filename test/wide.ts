/**
 * Whether all cases of a suite run, as in `npm run test:wide`, which CI runs beside `npm test`, or a telling part of them, as in `npm
 * test`, which runs many times a day. The wide run is of the suites that import this.
 */
export const isWide = process.env.WIDE !== undefined;

/** How many cases a property is tried on: a tenth in `npm test`. */
export const runs = (all: number): number => (isWide ? all : Math.ceil(all / 10));

/** For another case of a contract that starts a process: `npm test` starts one that is telling. */
export const wideTest: jest.It = isWide ? test : test.skip;
