// Connections in the console: who can do what, and errors next to their fields (spec/connections §4).
import { describe, expect, test } from 'vitest';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useSignIn(useTestDatabase());

const signIn = (workspace: Workspace, role: Parameters<typeof buildCaller>[2] = { isAdmin: true }) =>
  buildCaller(stage, workspace, role);

const canary = 'console-canary-0123456789';
const origin = 'https://api.example.test';
const values = { name: 'billing', type: 'bearer', origin, token: canary };

describe('connections', () => {
  test('are created, listed with their uses, changed and deleted; no response contains a secret', async () => {
    const workspace = await buildWorkspace(stage.context());
    const { ask, user } = await signIn(workspace);
    const { json: made } = await ask('POST', '/connections', values);
    const step = { name: 'call', type: 'http.request', url: '/x', connection: 'billing' };
    const { id: workflow } = await changing(stage.context(), workspace.id, (change) =>
      saveWorkflow(change, { name: 'Invoice', owner: user.email, steps: [step] }),
    );
    const listed = await ask('GET', '/connections');
    expect(listed.json).toEqual({
      connections: [
        expect.objectContaining({
          id: made.id,
          name: 'billing',
          connected: null,
          connect_path: null,
          uses: [{ workflow: { id: workflow, name: 'Invoice' }, step: 'call' }],
        }),
      ],
      redirect_uri: `${workspace.baseUrl}/connections/callback`,
    });
    expect(listed.text).not.toContain('canary');
    const path = `/connections/${made.id}`;
    expect((await ask('DELETE', path)).status).toBe(409);
    expect((await ask('PATCH', path, { token: 'another-token' })).status).toBe(200);
    const wrong = await ask('PATCH', path, { origin: 'https://b.example.test/x', username: 'u' });
    expect([wrong.status, wrong.json.problems]).toEqual([
      400,
      [
        { path: 'origin', message: 'must be https://host or https://host:port, without a path' },
        { path: 'username', message: 'is not used by type bearer' },
        { path: 'token', message: 'must be given again, because the connection points elsewhere' },
      ],
    ]);
    await ask('POST', '/connections', { ...values, name: 'unused' });
    const { json } = await ask('GET', '/connections');
    const unused = json.connections.find(({ name }: { name: string }) => name === 'unused');
    expect((await ask('DELETE', `/connections/${unused.id}`)).status).toBe(200);
  });

  test('have a path to connect them if a person has to sign in', async () => {
    const { ask } = await signIn(await buildWorkspace(stage.context()));
    const { json } = await ask('POST', '/connections', {
      name: 'crm',
      type: 'oauth2',
      origin,
      grant: 'authorization_code',
      token_url: 'https://auth.example.test/token',
      authorize_url: 'https://auth.example.test/authorize',
      client_id: 'hark',
      client_secret: canary,
    });
    const { connections } = (await ask('GET', '/connections')).json;
    expect([connections[0].connected, connections[0].connect_path]).toEqual([
      false,
      `/connections/${json.id}/connect`,
    ]);
  });

  test('can be seen by users who edit workflows, and are checked when they publish', async () => {
    const workspace = await buildWorkspace(stage.context());
    const admin = await signIn(workspace);
    await admin.ask('POST', '/connections', values);
    const builder = await signIn(workspace, {
      permissions: { 'workflows.edit': 'own', 'workflows.view': 'own' },
    });
    expect((await builder.ask('GET', '/connections')).json.connections).toHaveLength(1);
    const steps = [{ name: 'call', type: 'http.request', url: 'https://evil.test/', connection: 'billing' }];
    const { id } = await changing(stage.context(), workspace.id, (change) =>
      saveWorkflow(change, {
        name: 'Mine',
        owner: builder.user.email,
        steps: [{ name: 'end', type: 'stop', as: 'succeeded' }],
      }),
    );
    const saved = await builder.ask('PUT', `/workflows/${id}/draft`, { revision: 0, base_version: 1, steps });
    expect(saved.status, saved.text).toBe(200);
    const published = await builder.ask('POST', `/workflows/${id}/publish`, { revision: 1, version: 1 });
    expect([published.status, published.text]).toEqual([
      400,
      expect.stringContaining(`the connection billing can only be used for ${origin}`),
    ]);
  });
});
