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
} from '../../src/core/access/index.ts';
import type { RoleId, UserId, WorkspaceId } from '../../src/lib/ids.ts';

const me = 7 as UserId;
const other = 8 as UserId;

function principalWith(held: Permissions, isAdmin = false): Principal {
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
    role: { id: 1 as RoleId, name: 'R', isAdmin, permissions: held },
    means: { type: 'api_key' },
  };
}
const everyAct = Object.keys(acts) as Act[];

describe('rights (decisions 6.5)', () => {
  test('a role without permissions may do nothing but what concerns the user himself', () => {
    const nobody = principalWith({});
    const allowed = everyAct.filter((act) => may(nobody, act, other));
    expect(allowed).toEqual([]);
    expect(everyAct.filter((act) => may(nobody, act, me))).toEqual(
      everyAct.filter((act) => acts[act] === 'oneself'),
    );
  });

  test('an administrator passes every check', () => {
    const administrator = principalWith({ 'leads.view': 'none' }, true);
    expect(everyAct.filter((act) => !may(administrator, act, other))).toEqual([]);
  });

  test('`own` reaches records of the user, `all` those of others too, and records without an owner', () => {
    const [own, all] = [principalWith({ 'leads.edit': 'own' }), principalWith({ 'leads.edit': 'all' })];
    expect([may(own, 'leads.edit', me), may(own, 'leads.edit', other), may(own, 'leads.edit', null)]).toEqual(
      [true, false, false],
    );
    expect([may(all, 'leads.edit', me), may(all, 'leads.edit', other), may(all, 'leads.edit', null)]).toEqual(
      [true, true, true],
    );
    expect([reachOf(own, 'leads.edit'), reachOf(own, 'leads.view')]).toEqual(['own', 'none']);
  });

  test('each permission opens exactly the acts that name it', () => {
    for (const key of Object.keys(permissions) as (keyof Permissions)[]) {
      const held = principalWith({ [key]: permissions[key].value === 'switch' ? true : 'all' });
      const opened = everyAct.filter((act) => may(held, act, other));
      const named = everyAct.filter((act) => {
        const requirement = acts[act];
        return typeof requirement === 'object' && requirement.permission === key;
      });
      expect(opened, key).toEqual(named);
    }
  });

  test('who may edit a workflow may start, retry and cancel its runs, who may only view it may not', () => {
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

  test('only known permissions with values of their kind can be stored', () => {
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
