// A line that is chosen anew at each moment comes and goes: ten at a time are a hundred over a day, and none of them can be followed.

const over = (expr: string): string => `avg_over_time((${expr})[$__range:] @ end())`;

/** Those with the most over the whole time that is shown, drawn all the way. */
export const mostOver = (count: number, expr: string): string => `(${expr}) and topk(${count}, ${over(expr)})`;

/** Those with the least. */
export const leastOver = (count: number, expr: string): string => `(${expr}) and bottomk(${count}, ${over(expr)})`;
