import { section, text, wholeNumber } from "../field";
import { volumeFlaw } from "../name";

/** The metrics store. */
export const metrics = {
  keys: {
    metrics: section({
      retention_months: wholeNumber(13, 1, 120),
      volume: text("500Gi", volumeFlaw),
    }),
  },
};
