import type { ErrorBody } from '../../schema/api/error';
import { PAGE } from './settings';

/** An answer of the catalogue, or none at all (`network`). */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorBody['code'] | 'network',
    message: string,
    readonly status: number,
    readonly field?: string,
  ) {
    super(message);
  }
}

export interface Answer<Body> {
  body: Body;
  headers: Headers;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes on when the page is left. */
  keepalive?: boolean;
}

let nonce = PAGE.nonce;
let loggedOut = false;
const listeners = new Set<() => void>();

/** True once the server no longer knows the session. */
export const isLoggedOut = (): boolean => loggedOut;
/** Calls back whenever `isLoggedOut` changes. */
export function onLoggedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls the REST API with the host's session and nonce. Every answer brings a fresh nonce; a stale one is met by
 * asking once more with the new.
 * @throws ApiError for everything but success
 */
export async function call<Body>(method: Method, path: string, options: Call = {}): Promise<Answer<Body>> {
  const response = await fetchOnce(method, path, options);
  const body = (await response.json().catch(() => null)) as Body | ErrorBody | null;
  if (response.ok) return { body: body as Body, headers: response.headers };
  const { code, message, data } = (body ?? {}) as Partial<ErrorBody>;
  throw new ApiError(code ?? 'internal_error', message ?? response.statusText, response.status, data?.field);
}

/** The same for answers that are read piece by piece. */
export async function fetchOnce(method: Method, path: string, options: Call = {}): Promise<Response> {
  const first = await send(method, path, options);
  const stale = first.status === 403 && first.headers.get('X-Host-Nonce') !== null && (await isStale(first));
  const response = stale ? await send(method, path, options) : first;
  setLoggedOut(response.status === 403 && !response.headers.has('X-Host-Nonce'));
  return response;
}

async function isStale(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: string } | null;
  return body?.message?.includes('X-Host-Nonce') ?? false;
}

async function send(method: Method, path: string, { body, headers, ...rest }: Call): Promise<Response> {
  const json: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(PAGE.rest + path, {
    method,
    credentials: 'same-origin',
    headers: { 'X-Host-Nonce': nonce, ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...rest,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('network', '', 0);
  });
  nonce = response.headers.get('X-Host-Nonce') ?? nonce;
  return response;
}

function setLoggedOut(value: boolean): void {
  if (value === loggedOut) return;
  loggedOut = value;
  listeners.forEach((listener) => listener());
}
