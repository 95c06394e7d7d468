/**
 * Whether all cases of a suite run, as in `npm run test:wide`, which CI runs beside `npm test`, or a telling part of them, as in `npm
 * test`, which runs many times a day. The wide run is of the suites that import this.
 */
export const isWide = process.env.WIDE !== undefined;

/** How many cases a property is tried on: a tenth in `npm test`, or less of one whose cases are dear. */
export const runs = (all: number, share = 10): number => (isWide ? all : Math.ceil(all / share));

/** How many random sites a suite tries, and how many values of one it changes, each a platform: `SITES=1000 npm run test:wide` has all values. */
export const SITES = isWide ? Number(process.env.SITES ?? 20) : 1;

/** For another case of a contract that starts a process: `npm test` starts one that is telling. */
export const wideTest: jest.It = isWide ? test : test.skip;

/** Of cases that differ in a value alone `npm test` has the first, or as many as tell something of their own. */
export const telling = <One>(all: readonly One[], count = 1): readonly One[] => (isWide ? all : all.slice(0, count));
