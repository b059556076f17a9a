/** Requests to the server that the page came from. */

import type { Refusal } from './protocol';

/** The server said no, or could not be reached (status 0). */
export class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal | null,
  ) {
    super(refusal?.message ?? `The server answered ${status}.`);
  }
}

async function request<T>(path: string, options: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { ...options, headers: { 'Content-Type': 'application/json' } });
  } catch {
    throw new RequestFailed(0, null);
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = (body as { error?: Refusal } | null)?.error ?? null;
    throw new RequestFailed(response.status, refusal);
  }
  return body as T;
}

export function getJson<T>(path: string): Promise<T> {
  return request<T>(path);
}

export function postJson<T>(path: string, body: unknown = {}): Promise<T> {
  return request<T>(path, { method: 'POST', body: JSON.stringify(body) });
}

export function putJson<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, { method: 'PUT', body: JSON.stringify(body) });
}

/** Nothing comes back. */
export async function deleteAt(path: string): Promise<void> {
  await request<null>(path, { method: 'DELETE' });
}
