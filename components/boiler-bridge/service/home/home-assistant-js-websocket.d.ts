/** The package has types for `import` only; its CommonJS build, which a CommonJS compiler looks at, is the same code. */
declare module "home-assistant-js-websocket" {
  export { Connection, type HaWebSocket } from "home-assistant-js-websocket/dist/index.js";
}
