/**
 * How the boiler bridge logs in to the vendor's cloud: `form` as the web page's own script posts it; `antiforgery` reads a token from
 * the login page first. Apart from the schema, whose weight no service may carry.
 */
export const BOILER_LOGINS = ["form", "antiforgery"] as const;

export type BoilerLogin = (typeof BOILER_LOGINS)[number];
