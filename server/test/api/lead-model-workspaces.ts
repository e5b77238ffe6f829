import type { Permissions } from '../../src/core/access/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import {
  type ApiCaller,
  buildApiCaller,
  buildBusyWorkspace,
  type CallerRole,
} from '../harness/api-callers.ts';
import { changing } from '../harness/builders.ts';
import type { useApi } from '../harness/servers/api-server.ts';
import { LeadModel, type LeadValues, type ModelUser } from './lead-model.ts';

/** Roles with different combinations of view, create, edit and delete permissions. */
const roles: readonly CallerRole[] = [
  { isAdmin: true },
  { permissions: mix('own', true, 'own', 'own') },
  { permissions: mix('all', true, 'own', 'none') },
  { permissions: mix('own', true, 'all', 'all') },
  { permissions: mix('none', true, 'all', 'all') },
  { permissions: mix('own', false, 'none', 'own') },
];

type Reach = 'none' | 'own' | 'all';
function mix(view: Reach, create: boolean, edit: Reach, remove: Reach): Permissions {
  return { 'leads.view': view, 'leads.create': create, 'leads.edit': edit, 'leads.delete': remove };
}

export interface ModelledUser extends ModelUser {
  readonly caller: ApiCaller;
}

/** A workspace with its users, its expected leads, and its stored responses by Idempotency-Key. */
export interface ModelWorkspace {
  readonly number: number;
  readonly workspace: Workspace;
  readonly users: readonly ModelledUser[];
  readonly model: LeadModel;
  readonly kept: Map<string, { readonly body: string; readonly status: number; readonly text: string }>;
}

/**
 * Creates a workspace with two custom fields and a user for every role. Half of the users have an API key, the other
 * half an API client.
 */
export async function buildModelWorkspace(
  context: Context,
  api: ReturnType<typeof useApi>,
  number: number,
): Promise<ModelWorkspace> {
  const workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, async (change) => {
    const label = `canary-${number}-0-0`;
    await saveLeadField(change, { alias: 'note', label, type: 'long_text' });
    await saveLeadField(change, { alias: 'reference', label, type: 'text', unique: true });
  });
  const users: ModelledUser[] = [];
  for (const [index, role] of roles.entries()) {
    const by = (number + index) % 2 === 0 ? 'api_key' : 'api_client';
    const caller = await buildApiCaller(context, api, workspace, role, by, `canary-${number}-0-0 ${index}`);
    const permissions = 'isAdmin' in role ? {} : role.permissions;
    users.push({ id: caller.user.id, isAdmin: 'isAdmin' in role, permissions, caller });
  }
  return { number, workspace, users, model: new LeadModel(), kept: new Map() };
}

let serial = 0;
/** Returns a canary that identifies the workspace, the owner and the record it was written for. */
export const newCanary = (workspace: number, owner: number) => `canary-${workspace}-${owner}-${++serial}`;

/** The fields that the model tracks. */
export const valuesOf = (canary: string, score: number): Omit<LeadValues, 'owner_id'> => ({
  first_name: canary,
  company: `${canary} Ltd`,
  email: `${canary}@example.test`,
  note: `A note about ${canary}.`,
  reference: `ref-${canary}`,
  score,
  tags: [canary],
});

const otherTexts = [
  'last_name',
  'phone',
  'mobile',
  'position',
  'address1',
  'address2',
  'city',
  'state',
  'zipcode',
  'country',
  'website',
  'source',
  'status',
];

/** Puts the same canary into every text field that the model doesn't track. */
export const otherTextsOf = (canary: string) =>
  Object.fromEntries(otherTexts.map((alias) => [alias, canary]));
