/** The weekly plan inside `timeProgs` (facts: boiler cloud 2). Its entries, plans and slices may be null. */
import * as z from "zod/mini";
import type { WeeklyPlan } from "../../model/schedule";
import { parseOptional } from "./shape";

const sliceSchema = z.looseObject({ from: z.int().check(z.gte(0), z.lt(1440)), temp: z.literal([0, 1]) });
const planSchema = z.looseObject({
  days: z.array(z.int().check(z.gte(0), z.lte(6))),
  slices: z.nullish(z.array(z.nullable(sliceSchema))),
});
const weeklyPlanSchema = z.looseObject({ plans: z.nullish(z.array(z.nullable(planSchema))) });
const timeProgsSchema = z.nullable(z.array(z.nullable(z.looseObject({ weeklyPlan: z.nullish(weeklyPlanSchema) }))));

/** The first plan that is there: only one programme is asked for. A reading without a schedule is still a reading, so one that can't be understood is left out. */
export function parseWeeklyPlan(timeProgs: unknown, onOdd: (field: string) => void): WeeklyPlan | undefined {
  const raw = parseOptional(timeProgsSchema, timeProgs, ["timeProgs"], onOdd)?.find((entry) => entry?.weeklyPlan)?.weeklyPlan;
  if (!raw) return undefined;
  const plans = (raw.plans ?? []).flatMap((plan) => {
    if (plan === null) return [];
    const slices = (plan.slices ?? []).flatMap((slice) => (slice === null ? [] : [{ from: slice.from, temp: slice.temp }]));
    return [{ days: plan.days, slices }];
  });
  return { plans, raw };
}
