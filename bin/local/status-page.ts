/** A status page as its API documents it (Statuspage, OpenAPI document): what it shows, and what it answers. */

export interface PageComponent {
  readonly id: string;
  readonly name: string;
  status: string;
}

export interface PageIncident {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly body?: string;
  readonly component_ids?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly impact_override?: string;
}

export interface PageAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly method: string;
  /** After /v1/pages/<id>/, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const STATUSES = ["operational", "under_maintenance", "degraded_performance", "partial_outage", "major_outage"];
const RESOLVED = ["resolved", "completed", "postmortem"];
const PER_PAGE = 100;

export const refusal = (status: number, message: string): PageAnswer => ({ status, body: { message } });

export class StatusPage {
  readonly components: PageComponent[];
  readonly incidents: PageIncident[] = [];

  constructor(components: readonly Pick<PageComponent, "id" | "name">[]) {
    this.components = components.map((one) => ({ ...one, status: "operational" }));
  }

  answer({ method, path, query, body }: Asked): PageAnswer {
    const [kind, id] = path.split("/");
    if (method === "GET" && path === "components") return pageOf(this.components, query);
    if (method === "GET" && path === "incidents/unresolved")
      return pageOf(
        this.incidents.filter(({ status }) => !RESOLVED.includes(status)),
        query,
      );
    if (method === "PATCH" && kind === "components") return this.#set(id, body);
    const { incident } = (body as { incident?: Partial<PageIncident> } | undefined) ?? {};
    if (method === "POST" && path === "incidents") {
      if (!incident?.name) return refusal(422, "Name can't be blank");
      const opened = { status: "investigating", ...incident, name: incident.name, id: `i${this.incidents.length}` };
      this.incidents.push(opened);
      return { status: 201, body: opened };
    }
    const index = this.incidents.findIndex((known) => known.id === id);
    const known = this.incidents[index];
    if (method === "PATCH" && kind === "incidents" && known) {
      this.incidents[index] = { ...known, ...incident };
      return { status: 200, body: this.incidents[index] };
    }
    return refusal(404, "The requested resource could not be found.");
  }

  #set(id: string | undefined, body: unknown): PageAnswer {
    const component = this.components.find((known) => known.id === id);
    const { status } = (body as { component?: { status?: string } } | undefined)?.component ?? {};
    if (!component) return refusal(404, "The requested resource could not be found.");
    if (status === undefined || !STATUSES.includes(status)) return refusal(422, "Status is not included in the list");
    component.status = status;
    return { status: 200, body: component };
  }
}

function pageOf<T>(rows: readonly T[], { per_page, page }: Asked["query"]): PageAnswer {
  const size = Number(per_page ?? PER_PAGE);
  const first = (Number(page ?? 1) - 1) * size;
  return { status: 200, body: rows.slice(first, first + size) };
}
