/** Every error that our services answer with: its stable code and HTTP status. Clients and tests match codes, never messages. */
export const ERRORS = {
  bad_request: 400,
  not_json_array: 400,
  not_a_webhook: 400,
  corrupt_encoding: 400,
  incomplete_body: 400,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_encoding: 415,
  headers_too_large: 431,
  internal: 500,
  ping_failed: 502,
  alertmanager_unavailable: 503,
  home_assistant_refused: 503,
  overloaded: 503,
  shutting_down: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** A refusal that reaches the client as `{ error: { code, message } }`. */
export class ServiceError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.status = ERRORS[code];
  }
}

export function errorBody(code: ErrorCode, message: string): { error: { code: ErrorCode; message: string } } {
  return { error: { code, message } };
}
