/**
 * For a service that does something once in a while: it gives memory for speed that nobody would notice.
 * Optimised code and the threads that make it take some eight MiB. And V8 collects when enough was
 * allocated, which is hours away here, while its heap grows towards that. It acts when loaded: import it first.
 */
import { setFlagsFromString } from "node:v8";
import { collect } from "./garbage";

const COLLECT_MS = 60_000;

setFlagsFromString("--no-opt");
setInterval(collect, COLLECT_MS).unref();
