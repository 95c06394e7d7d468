/**
 * Keeps V8 from compiling twice. Optimised code and the threads that make it take some eight MiB, and a service
 * that does something once in a while never gets the time back. It acts when loaded: import it first, also before
 * ./memory, whose loop is what V8 would optimise before anything else.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--no-opt");
