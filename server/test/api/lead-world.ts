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

/** Every mix of none, own and all that could disagree about what is seen and what is written. */
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

export interface WorldUser extends ModelUser {
  readonly caller: ApiCaller;
}

/** One workspace: its users, what its leads have to be, and the answers that were kept under an Idempotency-Key. */
export interface WorldWorkspace {
  readonly number: number;
  readonly workspace: Workspace;
  readonly users: readonly WorldUser[];
  readonly model: LeadModel;
  readonly kept: Map<string, { readonly body: string; readonly status: number; readonly text: string }>;
}

/** A workspace with a user of every role, half of them by key and half by API client, and two fields of its own. */
export async function buildWorldWorkspace(
  context: Context,
  api: ReturnType<typeof useApi>,
  number: number,
): Promise<WorldWorkspace> {
  const workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, async (change) => {
    const label = `canary-${number}-0-0`;
    await saveLeadField(change, { alias: 'note', label, type: 'long_text' });
    await saveLeadField(change, { alias: 'reference', label, type: 'text', unique: true });
  });
  const users: WorldUser[] = [];
  for (const [index, role] of roles.entries()) {
    const by = (number + index) % 2 === 0 ? 'api_key' : 'api_client';
    const caller = await buildApiCaller(context, api, workspace, role, by, `canary-${number}-0-0 ${index}`);
    const permissions = 'isAdmin' in role ? {} : role.permissions;
    users.push({ id: caller.user.id, isAdmin: 'isAdmin' in role, permissions, caller });
  }
  return { number, workspace, users, model: new LeadModel(), kept: new Map() };
}

let serial = 0;
/** Tells the workspace, the owner and the record that a text was written for. */
export const newCanary = (workspace: number, owner: number) => `canary-${workspace}-${owner}-${++serial}`;

/** The fields that the model follows. */
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

/** The same canary in every text field that the model does not follow. */
export const otherTextsOf = (canary: string) =>
  Object.fromEntries(otherTexts.map((alias) => [alias, canary]));
