// Batches of at most 100 items, processed in order and independently (spec/rest-api §4.7).
import { describe, expect, test } from 'vitest';
import { buildApiCaller } from '../harness/api-callers.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

async function buildCaller() {
  const { context } = database.current;
  return (await buildApiCaller(context, api, await buildWorkspace(context), { isAdmin: true }, 'api_key'))
    .ask;
}

describe('a batch', () => {
  test('creates, edits and deletes each item independently, so an error in one item does not stop the others', async () => {
    const ask = await buildCaller();
    const created = await ask('POST', '/api/leads/batch/new', {
      body: {
        items: [{ email: 'a@b.test' }, { email: 'nonsense' }, { email: 'A@b.test' }, { first_name: 'C' }, 7],
      },
    });
    expect(created.status).toBe(200);
    expect(created.json.results.map((result: { status: number }) => result.status)).toEqual([
      201, 400, 400, 201, 400,
    ]);
    expect(created.json.results[0].lead).toMatchObject({ email: 'a@b.test', tags: [] });
    expect(created.json.results[2].error).toEqual({
      code: 400,
      message: 'email: is already taken by another lead.',
    });

    const edited = await ask('POST', '/api/leads/batch/edit', {
      body: {
        items: [{ email: 'a@b.test', city: 'Bern' }, { email: 'no@b.test', city: 'x' }, { city: 'y' }],
      },
    });
    expect(edited.json.results).toMatchObject([
      { status: 200, lead: { city: 'Bern' } },
      { status: 404, error: { code: 404, message: 'Item was not found.' } },
      { status: 400 },
    ]);

    const deleted = await ask('POST', '/api/leads/batch/delete', {
      body: { items: [{ email: 'a@b.test' }, { email: 'a@b.test' }] },
    });
    expect(deleted.json.results).toMatchObject([{ status: 204 }, { status: 404 }]);
    expect((await ask('GET', '/api/leads')).json.total).toBe('1');
  });

  test.each([[{}], [{ items: 7 }], [{ items: [], more: 1 }], [[]], [{ items: Array(101).fill({}) }]])(
    'is rejected as a whole if it is %j',
    async (body) => {
      const ask = await buildCaller();
      expect((await ask('POST', '/api/leads/batch/new', { body })).status).toBe(400);
      expect((await ask('GET', '/api/leads')).json.total).toBe('0');
    },
  );
});
