import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TableModel } from '../src/table/model.svelte';
import { Line, TABLE, document } from './line';

let asked: string[];
let answers: (path: string) => Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
    asked.push(`${options?.method ?? 'GET'} ${path}`);
    return answers(path);
  });
});
afterEach(() => vi.unstubAllGlobals());

function refused(status: number): Response {
  return Response.json({ error: { code: 'x', message: 'No.' } }, { status });
}

test('whoever is signed out stands at a door, and does not become a new guest', async () => {
  answers = () => refused(401);
  const model = new TableModel(TABLE);
  await model.open();
  expect(model.door).toBe('signed-out');
  expect(asked).toEqual(['GET /v1/guests/me']);
});

test('a table whose document does not come says so, and opens once it does', async () => {
  answers = (path) => (path.includes('/documents/') ? refused(503) : Response.json({ person: 'G' }));
  const model = new TableModel(TABLE);
  await model.open();
  Line.last.tell('first');
  await vi.waitFor(() => expect(model.lacksDocument).toBe(true));
  expect(model.mode).toBe('arriving');
  answers = () => Response.json(document);
  model.retry();
  await vi.waitFor(() => expect(model.mode).toBe('betting'));
  expect(model.lacksDocument).toBe(false);
  model.close();
});
