// A workspace can serve its listeners from a separate host (spec/listeners §1.5).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { applyFile, readProvisioningFile } from '../../../src/core/provisioning/index.ts';
import {
  changeAddress,
  changeListenerHost,
  findWorkspaceByHost,
  findWorkspaceByListenerHost,
} from '../../../src/core/workspaces/index.ts';
import { changing } from '../../harness/builders.ts';
import { useListeners } from './listener-stage.ts';

const { served, build } = useListeners();
const nothing = [{ name: 'nothing', type: 'set', values: { a: 1 } }];
const actor = { user: null, means: { type: 'apply' }, origin: 'root@test' } as const;
let made = 0;
const newHost = () => `hooks${process.pid}-${++made}.test`;
const giveHost = (workspace: Awaited<ReturnType<typeof build>>['workspace'], host: string | null) =>
  changing(served.current.context, workspace.id, (change) => changeListenerHost(change, host));
const apply = (workspace: object) =>
  applyFile(served.current.context, actor, readProvisioningFile(JSON.stringify({ workspaces: [workspace] })));

// Runs first, because the other tests add a second workspace.
test('a single workspace responds at any host, but its listener host serves only listeners', async () => {
  const { context } = served.current;
  const { workspace, ask } = await build({}, nothing);
  const host = newHost();
  expect((await ask({ host })).status).toBe(200);
  await giveHost(workspace, host);
  expect((await ask({ host })).status).toBe(200);
  expect((await ask({ host: 'any.test' })).status).toBe(404);
  expect(await findWorkspaceByHost(context, host)).toBeUndefined();
  expect((await findWorkspaceByHost(context, 'any.test'))?.id).toBe(workspace.id);
  expect((await findWorkspaceByListenerHost(context, host))?.id).toBe(workspace.id);
  expect(await findWorkspaceByListenerHost(context, 'any.test')).toBeUndefined();
});

describe('a workspace with a listener host', () => {
  test("serves its listeners there and no longer at the console's host, starting with the next request", async () => {
    const { workspace, ask } = await build({}, nothing);
    const host = newHost();
    expect((await ask()).status).toBe(200);
    expect((await ask({ host })).status).toBe(404);
    await giveHost(workspace, host);
    // The first request uses the cached listener, the second does not.
    for (let count = 0; count < 2; count++) expect((await ask()).status).toBe(404);
    expect((await ask({ host })).status).toBe(200);
    await giveHost(workspace, null);
    expect((await ask()).status).toBe(200);
    expect((await ask({ host })).status).toBe(404);
  });

  test('serves nothing else there', async () => {
    const { workspace, ask } = await build({}, nothing);
    const host = newHost();
    await giveHost(workspace, host);
    for (const path of ['/', '/workflows', '/assets/x.js', '/docs', '/llms.txt']) {
      expect((await ask({ host, path, method: 'GET' })).status, path).toBe(404);
    }
    expect((await ask({ path: '/', method: 'GET' })).status).toBe(200);
    expect((await ask({ host, path: '/healthz', method: 'GET' })).status).toBe(200);
  });

  test("treats the listener host as its own in the CORS check, and the console's host as foreign", async () => {
    const { workspace, ask } = await build({ allow_cors: true, cors_domains: 'https://shop.test' }, nothing);
    const host = newHost();
    await giveHost(workspace, host);
    expect((await ask({ host, headers: [`Origin: http://${host}`] })).status).toBe(200);
    expect((await ask({ host, headers: [`Origin: ${workspace.baseUrl}`] })).status).toBe(403);
  });

  test('is set by hark apply, which returns the new URLs, and recorded in the audit log', async () => {
    const { workspace, workflow, ask } = await build({}, nothing);
    const { baseUrl: base_url } = workspace;
    const host = newHost();
    const listener_host = `${host.toUpperCase()}:80`;
    const result = await apply({ base_url, listener_host, workflows: [{ name: workflow }] });
    const [applied] = result.workspaces;
    expect(applied).toMatchObject({ listener_host: host });
    expect(applied?.workflows?.[0]).toMatchObject({
      listener: { url: expect.stringMatching(`^http://${host}/listener/`) },
    });
    expect((await ask({ host })).status).toBe(200);
    const [entry] = await listAudit(served.current.context, workspace.id, { limit: 1 });
    expect(entry).toMatchObject({ old: { listener_host: null }, new: { listener_host: host } });
    // A file that doesn't mention the listener host leaves it unchanged; null removes it.
    expect((await apply({ base_url })).workspaces[0]).toMatchObject({ listener_host: host });
    expect((await apply({ base_url, listener_host: null })).workspaces[0]).not.toHaveProperty(
      'listener_host',
    );
  });
});

describe('a listener host', () => {
  test.each([
    ['has a scheme', 'https://hooks.test'],
    ['has a path', 'hooks.test/x'],
    ['is empty', ''],
    ["is the console's host", 'crm.test'],
    ["differs from the console's host only by port, which cookies ignore", 'crm.test:9000'],
  ])('that %s is rejected with its path in the file', async (_what, listener_host) => {
    await expect(async () => apply({ base_url: 'http://crm.test', listener_host })).rejects.toThrow(
      /^workspaces\[0\]\.listener_host: must be a host/,
    );
  });

  test('can be used by one workspace only, across base URLs and listener hosts', async () => {
    const { context } = served.current;
    const [one, other] = [await build({}, nothing), await build({}, nothing)];
    const host = newHost();
    await giveHost(one.workspace, host);
    const taken = {
      code: 'host_taken',
      message: `${host} is already used by a workspace, as its base_url or listener_host.`,
    };
    await expect(giveHost(other.workspace, host)).rejects.toMatchObject(taken);
    await expect(giveHost(other.workspace, one.workspace.host)).rejects.toMatchObject({ code: 'host_taken' });
    await expect(apply({ base_url: `http://${host}` })).rejects.toMatchObject(taken);
    const to = { baseUrl: `http://${host}`, host };
    await expect(changeAddress(context, actor, other.workspace.id, to)).rejects.toMatchObject(taken);
    await expect(changeAddress(context, actor, one.workspace.id, to)).rejects.toMatchObject({
      code: 'bad_base_url',
    });
    expect((await one.ask({ host })).status).toBe(200);
  });

  test('cannot equal a base URL even if two concurrent transactions write them, because one of them fails', async () => {
    for (let round = 0; round < 5; round++) {
      const { workspace } = await build({}, nothing);
      const host = newHost();
      const outcomes = await Promise.allSettled([
        giveHost(workspace, host),
        apply({ base_url: `http://${host}` }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});
