/** Within how long 99 of 100 were done, by labels that end in `le`. */
export const p99 = (buckets: string, by: string, range = "$__rate_interval"): string =>
  `histogram_quantile(0.99, sum by (${by}) (rate(${buckets}[${range}])))`;
