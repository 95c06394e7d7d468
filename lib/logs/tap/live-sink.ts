/** Where the router's live sink listens, as its Service and a forwarded port have it. */
export const LIVE_PORT = 8082;

/** How to reach the router from outside of its cluster: nobody else may call the live sink. */
export const FORWARD = `kubectl -n logging port-forward svc/log-router ${LIVE_PORT}`;
