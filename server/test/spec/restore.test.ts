// A deleted lead disappears immediately, its history stays, and it can be restored for a while (spec/rest-api §5.4).
import { describe, expect, test } from 'vitest';
import type { Permissions } from '../../src/core/access/index.ts';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildApiCaller } from '../harness/api-callers.ts';
import { buildWorkspace, changing } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

async function buildCaller(workspace: Workspace, permissions?: Permissions) {
  const role = permissions === undefined ? ({ isAdmin: true } as const) : { permissions };
  return (await buildApiCaller(database.current.context, api, workspace, role, 'api_key')).ask;
}

async function buildDeleted() {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  await changing(context, workspace.id, (change) =>
    saveLeadField(change, { alias: 'code', type: 'text', unique: true }),
  );
  const ask = await buildCaller(workspace);
  const body = { email: 'lea@b.test', code: 'X1', tags: ['hot'] };
  const { id } = (await ask('POST', '/api/leads/new', { body })).json.lead;
  await ask('DELETE', `/api/leads/${id}`);
  return { workspace, ask, id, body };
}

describe('a deleted lead', () => {
  test('is restored completely, with its id, and the history records it', async () => {
    const { ask, id, body } = await buildDeleted();
    expect((await ask('GET', '/api/leads')).json.total).toBe('0');
    const restored = await ask('POST', `/api/leads/${id}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.json.lead).toMatchObject({ id, ...body });
    expect((await ask('GET', '/api/leads')).json.total).toBe('1');
    const search = { filters: [{ alias: 'code', operator: 'eq', value: 'x1' }] };
    expect((await ask('POST', '/api/leads/search', { body: search })).json.leads).toHaveLength(1);
    const { history } = (await ask('GET', `/api/leads/${id}/history`)).json;
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'restored',
      'deleted',
      'created',
    ]);
    expect((await ask('POST', `/api/leads/${id}/restore`)).status).toBe(404);
  });

  test.each([
    ['email', { email: 'LEA@b.test' }],
    ['code', { code: 'x1' }],
  ])('stays deleted if another lead now uses its %s, and the error names that field', async (field, body) => {
    const { ask, id } = await buildDeleted();
    await ask('POST', '/api/leads/new', { body });
    const refused = await ask('POST', `/api/leads/${id}/restore`);
    expect([refused.status, refused.json.error.message]).toEqual([
      400,
      `${field}: is already taken by another lead.`,
    ]);
    expect((await ask('GET', '/api/leads')).json.total).toBe('1');
  });

  test("can't be restored if it was deleted more than restore_days ago", async () => {
    const { workspace, ask, id } = await buildDeleted();
    await database.current.asAdministrator((client) =>
      client.query(
        `update deleted_leads set deleted_at = now() - interval '31 days' where workspace_id = ${workspace.id}`,
      ),
    );
    expect((await ask('POST', `/api/leads/${id}/restore`)).status).toBe(404);
  });

  test('shows its history to users who could see it, and can be restored by users who can delete it', async () => {
    const { workspace, id } = await buildDeleted();
    const reader = await buildCaller(workspace, { 'api.access_rest': true, 'leads.view': 'all' });
    const stranger = await buildCaller(workspace, {
      'api.access_rest': true,
      'leads.view': 'own',
      'leads.delete': 'all',
    });
    expect((await reader('GET', `/api/leads/${id}/history`)).json.total).toBe('2');
    expect((await stranger('GET', `/api/leads/${id}/history`)).status).toBe(404);
    expect((await reader('POST', `/api/leads/${id}/restore`)).status).toBe(403);
    expect((await stranger('POST', `/api/leads/${id}/restore`)).status).toBe(404);
  });
});
