import { describe, expect, test } from 'vitest';
import {
  type Act,
  acts,
  may,
  type Permissions,
  type Principal,
  permissions,
  permissionsSchema,
  reachOf,
} from '../../../src/core/access/index.ts';
import type { RoleId, UserId, WorkspaceId } from '../../../src/lib/ids.ts';

const me = 7 as UserId;
const other = 8 as UserId;

function principalWith(granted: Permissions, isAdmin = false): Principal {
  return {
    workspace: {
      id: 1 as WorkspaceId,
      name: 'W',
      baseUrl: 'http://w.test',
      host: 'w.test',
      listenerHost: null,
      isSuspended: false,
    },
    user: { id: me, name: 'Me', email: 'me@w.test' },
    role: { id: 1 as RoleId, name: 'R', isAdmin, permissions: granted },
    means: { type: 'api_key' },
  };
}
const everyAct = Object.keys(acts) as Act[];

describe('permissions (spec/rest-api §7)', () => {
  test("a role without permissions allows only acts on the user's own account (spec/rest-api §7.3)", () => {
    const principal = principalWith({});
    const allowed = everyAct.filter((act) => may(principal, act, other));
    expect(allowed).toEqual([]);
    expect(everyAct.filter((act) => may(principal, act, me))).toEqual(
      everyAct.filter((act) => acts[act] === 'oneself'),
    );
  });

  test('an administrator passes every check (spec/rest-api §7.5)', () => {
    const administrator = principalWith({ 'leads.view': 'none' }, true);
    expect(everyAct.filter((act) => !may(administrator, act, other))).toEqual([]);
  });

  test("`own` covers the user's records; `all` also covers those of others and those without an owner (spec/rest-api §7.1)", () => {
    const [own, all] = [principalWith({ 'leads.edit': 'own' }), principalWith({ 'leads.edit': 'all' })];
    expect([may(own, 'leads.edit', me), may(own, 'leads.edit', other), may(own, 'leads.edit', null)]).toEqual(
      [true, false, false],
    );
    expect([may(all, 'leads.edit', me), may(all, 'leads.edit', other), may(all, 'leads.edit', null)]).toEqual(
      [true, true, true],
    );
    expect([reachOf(own, 'leads.edit'), reachOf(own, 'leads.view')]).toEqual(['own', 'none']);
  });

  test('each permission allows exactly the acts that require it', () => {
    for (const key of Object.keys(permissions) as (keyof Permissions)[]) {
      const granted = principalWith({ [key]: permissions[key].value === 'switch' ? true : 'all' });
      const allowed = everyAct.filter((act) => may(granted, act, other));
      const named = everyAct.filter((act) => {
        const requirement = acts[act];
        return typeof requirement === 'object' && requirement.permission === key;
      });
      expect(allowed, key).toEqual(named);
    }
  });

  test("users who can edit a workflow can start, retry and cancel its runs; users who can only view it can't (spec/rest-api §7.2)", () => {
    const [editor, viewer] = [
      principalWith({ 'workflows.edit': 'own' }),
      principalWith({ 'workflows.view': 'all' }),
    ];
    for (const act of ['runs.start', 'runs.retry', 'runs.cancel'] as const) {
      expect([may(editor, act, me), may(editor, act, other), may(viewer, act, me)]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  test('only known permissions with valid values can be stored', () => {
    expect(permissionsSchema.safeParse({ 'leads.view': 'own', 'leads.create': true }).success).toBe(true);
    for (const wrong of [
      { 'leads.view': true },
      { 'leads.create': 'all' },
      { 'leads.steal': true },
      [],
      null,
    ]) {
      expect(permissionsSchema.safeParse(wrong).success).toBe(false);
    }
  });
});
