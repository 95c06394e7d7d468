/** The boiler cloud on the loopback interface, with the quirks of facts/boiler-cloud.md and of part 7 of the specification. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallName, Fault } from "./cloud-faults";
import { Journal } from "./cloud-journal";
import {
  applyChange,
  type BoilerState,
  type Change,
  newBoiler,
  type Pair,
  shownPlant,
  shownSlots,
  shownZone,
  type View,
} from "./simulated-boiler";
import { bodyOf, jsonOf, refusal, turnAway } from "./simulated-http";
import { type LoginOptions, SimulatedLogin } from "./simulated-login";
import { interpretWrite } from "./simulated-writes";

export type { CallName, Fault };

export interface SimulatorOptions extends LoginOptions {
  readonly gateway?: string;
  readonly zone?: number;
  /** From an accepted write until the boiler has it, and reads show it. @default 0 */
  visibleAfterMs?: number;
  readonly now?: () => number;
  readonly port?: number;
  /** Asked before each request that no `fail` is waiting for: the soak's chance. */
  chance?: (call: CallName) => Fault | undefined;
}

export type Connection = "online" | "offline" | "queueing";

export async function startCloud(options: SimulatorOptions = {}): Promise<CloudSimulator> {
  const simulator = new CloudSimulator(options);
  await simulator.listen(options.port ?? 0);
  return simulator;
}

interface Pending {
  readonly due: number;
  readonly change: Change;
}

export class CloudSimulator {
  readonly journal = new Journal();
  readonly boiler: BoilerState = newBoiler();
  /** Setpoints that the cloud's cache shows inverted, while the boiler is fine. */
  readonly sentinels = new Set<keyof Pair>();
  readonly gateway: string;
  readonly zone: number;
  hasExtraFields = true;
  slotContainer: "bare" | "data" | "holidays" = "bare";
  /** `offline`: every call fails. `queueing`: reads show the last state, writes are accepted and wait for the reconnection. */
  connection: Connection = "online";
  /** Changes an answer before it is sent. */
  tamper: (call: CallName, answer: Record<string, unknown>) => unknown = (_call, answer) => answer;
  chance: SimulatorOptions["chance"];
  visibleAfterMs: number;

  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #login: SimulatedLogin;
  readonly #faults: { call: CallName | "any"; fault: Fault; left: number }[] = [];
  #pending: Pending[] = [];
  #before: BoilerState = structuredClone(this.boiler);
  #underWay = 0;

  constructor(private readonly options: SimulatorOptions) {
    this.#login = new SimulatedLogin(options);
    this.gateway = options.gateway ?? "F0AD4E0001A2";
    this.zone = options.zone ?? 1;
    this.visibleAfterMs = options.visibleAfterMs ?? 0;
    this.chance = options.chance;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  get port(): number {
    // A TCP server's address is no string.
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Lets the next requests of a call go wrong; faults of one call wait for each other. */
  fail(call: CallName | "any", fault: Fault, times = 1): void {
    this.#faults.push({ call, fault, left: times });
  }

  /** Drops what `fail` still holds. */
  heal(): void {
    this.#faults.length = 0;
    this.chance = undefined;
    this.connection = "online";
  }

  endSessions(): void {
    this.#login.endSessions();
  }

  /** The vendor's site ends every session then. */
  changePassword(password: string): void {
    this.#login.password = password;
    this.endSessions();
  }

  /** What the boiler holds when everything accepted has arrived: due changes are carried out. */
  settle(): BoilerState {
    if (this.connection === "online") {
      const due = this.#pending.filter((pending) => pending.due <= this.#now());
      this.#pending = this.#pending.filter((pending) => pending.due > this.#now());
      for (const { change } of due) applyChange(this.boiler, change);
    }
    return this.boiler;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #now(): number {
    return (this.options.now ?? Date.now)();
  }

  #view(state: BoilerState): View {
    const { sentinels, zone, hasExtraFields } = this;
    return { state, sentinels, zone, year: new Date(this.#now()).getUTCFullYear(), hasExtraFields };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isOverlapping = this.#underWay > 0;
    this.#underWay++;
    response.once("close", () => this.#underWay--);
    const text = await bodyOf(request);
    const path = request.url ?? "";
    const call = this.#callOf(request.method ?? "", path);
    const isAuthenticated = this.#login.isAuthenticated(request);
    const entry = {
      at: this.#now(),
      call: call ?? ("unknown" as const),
      method: request.method ?? "",
      path,
      body: jsonOf(text) ?? text,
      headers: request.headers,
      isAuthenticated,
      isOverlapping,
      hadEffect: false,
      status: 0,
    };
    this.journal.entries.push(entry);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      entry.status = status;
      const isText = typeof body === "string";
      response.writeHead(status, { "content-type": isText ? "text/html" : "application/json", ...headers });
      response.end(isText ? body : JSON.stringify(body));
    };
    if (call === undefined) return send(404, "<h1>Not found</h1>");

    const fault = this.#faultOf(call);
    if (fault?.kind === "expire") {
      this.#login.endSessions();
      return turnAway(send, fault.as);
    }
    if (fault?.kind === "rateLimit")
      return send(429, fault.body ?? "Requests are blocked", fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter });
    if (fault?.kind === "answer" && !fault.hasEffect) return send(fault.status, fault.body, fault.headers);
    if (fault?.kind === "drop" && !fault.hasEffect) {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === "hang" && !fault.hasEffect) return;
    if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.ms));

    if (call === "LoginPage") return this.#login.page(send);
    if (call === "Login") return this.#login.logIn(request, text, fault, send);
    if (!isAuthenticated) return turnAway(send, "302");
    if (fault?.kind === "reject") return send(200, refusal(call, fault.message ?? "Rejected"));
    if ((fault?.kind === "communicationError" && !fault.hasEffect) || this.connection === "offline")
      return send(200, refusal(call, "Communication error"));

    const answer = this.#answer(call, jsonOf(text), fault, () => {
      entry.hadEffect = true;
    });
    if (fault?.kind === "drop") {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === "hang") return;
    if (fault?.kind === "answer") return send(fault.status, fault.body, fault.headers);
    if (fault?.kind === "communicationError") return send(200, refusal(call, "Communication error"));
    send(answer.status, answer.body);
  }

  #answer(call: CallName, body: unknown, fault: Fault | undefined, onEffect: () => void): { status: number; body: unknown } {
    const state = this.settle();
    if (call === "GetData")
      return { status: 200, body: this.tamper(call, this.#reading(body, fault?.kind === "stale" ? this.#before : state)) };
    if (call === "GetHolidays") {
      const slots = shownSlots(this.#view(fault?.kind === "stale" ? this.#before : state));
      return { status: 200, body: this.slotContainer === "bare" ? slots : { [this.slotContainer]: slots } };
    }
    const outcome = interpretWrite(call, body, this.#view(state));
    if (outcome.corrupts) for (const which of ["comfort", "reduced"] as const) this.sentinels.add(which);
    if (fault?.kind !== "silentDrop") for (const which of outcome.repairs ?? []) this.sentinels.delete(which);
    if (outcome.change && fault?.kind !== "silentDrop") {
      onEffect();
      this.#accept(outcome.change, fault);
    }
    return { status: outcome.status, body: outcome.answer };
  }

  #accept(change: Change, fault: Fault | undefined): void {
    const now = this.#now();
    this.#before = structuredClone(this.boiler);
    const before = this.#before;
    this.#pending.push({ due: now + this.visibleAfterMs, change });
    if (fault?.kind === "revert")
      this.#pending.push({
        due: now + this.visibleAfterMs + fault.afterMs,
        change: (state) => Object.assign(state, structuredClone(before)),
      });
    this.settle();
  }

  #reading(body: unknown, state: BoilerState): Record<string, unknown> {
    const asked = JSON.stringify(body ?? null);
    const view = this.#view(state);
    return {
      ok: true,
      message: "",
      debugMessage: "",
      data: {
        plantData: shownPlant(view),
        zoneData: shownZone(view),
        timeProgs: /"progIds":\[\d/.test(asked) ? [null, { weeklyPlan: { ...state.plan, plans: [null, ...state.plan.plans] } }] : [],
      },
    };
  }

  #faultOf(call: CallName): Fault | undefined {
    const found = this.#faults.find((planned) => planned.call === call || planned.call === "any");
    if (!found) return this.chance?.(call);
    if (--found.left <= 0) this.#faults.splice(this.#faults.indexOf(found), 1);
    return found.fault;
  }

  #callOf(method: string, target: string): CallName | undefined {
    const [path = ""] = target.split("?");
    const { gateway, zone } = this;
    const paths: Record<string, CallName> = {
      "GET /R2/Account/Login": "LoginPage",
      "POST /R2/Account/Login": "Login",
      [`POST /R2/PlantHomeBsb/GetData/${gateway}`]: "GetData",
      [`POST /R2/PlantHomeBsb/SetData/${gateway}`]: "SetData",
      [`POST /R2/PlantTimeProgBsb/SetTemperature/${gateway}`]: "SetTemperature",
      [`POST /R2/PlantTimeProgBsb/SetTimeProg/${gateway}`]: "SetTimeProg",
      [`GET /api/v2/remote/bsbHolidays/${gateway}/${zone}`]: "GetHolidays",
      [`POST /api/v2/remote/bsbHolidays/${gateway}/${zone}`]: "SetHoliday",
      [`POST /R2/PlantMenuBsb/WriteDataPoints/${gateway}`]: "WriteDataPoints",
    };
    return paths[`${method} ${path}`];
  }
}
