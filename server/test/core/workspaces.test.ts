import { describe, expect, test } from 'vitest';
import { applyFirstWorkspace } from '../../src/core/provisioning/index.ts';
import {
  findWorkspaceByExactHost,
  findWorkspaceByHost,
  hasWorkspace,
  parseBaseUrl,
} from '../../src/core/workspaces/index.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const actor = { user: null, means: { type: 'command' }, origin: null } as const;

// These tests run in order, because each depends on the workspaces that earlier tests created.
describe('finding a workspace by host (spec/provisioning §1.2)', () => {
  test('finds nothing if no workspace exists', async () => {
    const { context } = database.current;
    expect(await hasWorkspace(context)).toBe(false);
    expect(await findWorkspaceByHost(context, 'first.test')).toBeUndefined();
  });

  test('while there is exactly one workspace, any host finds it', async () => {
    const { context } = database.current;
    await applyFirstWorkspace(context, actor, 'http://first.test:8080', 'first.test:8080');
    const first = {
      id: expect.any(Number),
      name: 'first.test:8080',
      baseUrl: 'http://first.test:8080',
      host: 'first.test:8080',
      listenerHost: null,
      isSuspended: false,
    };
    for (const host of ['first.test:8080', 'first.test', '127.0.0.1', '']) {
      expect(await findWorkspaceByHost(context, host)).toEqual(first);
    }
    expect(await findWorkspaceByExactHost(context, 'first.test')).toBeUndefined();
  });

  test('with two or more, the host must match exactly', async () => {
    const { context } = database.current;
    const second = await buildWorkspace(context);
    expect(await findWorkspaceByHost(context, second.host)).toEqual(second);
    expect((await findWorkspaceByHost(context, 'first.test:8080'))?.name).toBe('first.test:8080');
    for (const host of ['first.test', 'FIRST.test:8080', `${second.host}.`, "' or true --", '']) {
      expect(await findWorkspaceByHost(context, host)).toBeUndefined();
    }
  });

  test('a base URL can be used only once', async () => {
    const { context } = database.current;
    const again = applyFirstWorkspace(context, actor, 'http://first.test:8080', 'first.test:8080');
    await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'workspace_exists' });
  });
});

describe('a base URL (spec/provisioning §1.1)', () => {
  test.each([
    ['http://crm.test', 'http://crm.test', 'crm.test'],
    ['https://CRM.test:443', 'https://crm.test', 'crm.test'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080', '[::1]:8080'],
  ])('%s is normalized to %s and found by the host %s', (text, baseUrl, host) => {
    expect(parseBaseUrl(text)).toEqual({ baseUrl, host });
  });

  test.each([
    'crm.test',
    'ftp://crm.test',
    'http://crm.test/',
    'http://crm.test/x',
    'http://crm.test?x',
    'http://crm.test#x',
    'http://u:p@crm.test',
    ' http://crm.test',
    'http://',
    'javascript:alert(1)',
    '',
  ])('%j is not a base URL', (text) => {
    expect(parseBaseUrl(text)).toBeUndefined();
  });
});
