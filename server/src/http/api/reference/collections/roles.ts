import { permissions, reaches, writeReaches } from '../../../../core/access/index.ts';
import type { Schema } from '../document.ts';
import { pageOf, ref, whole } from '../schema-parts.ts';

const role = { tag: 'Roles', answer: 'RoleAnswer' } as const;
const change = {
  ...role,
  body: 'RoleChange',
  example: { permissions: { 'leads.edit': 'all' } },
} as const;

/** The operations of roles (spec/rest-api §15). */
export const roleOperations = {
  'GET /roles': {
    tag: 'Roles',
    summary: 'List roles',
    about: 'Only administrators can manage roles.',
    query: ['limit', 'start', 'listAfter', 'fields'],
    answer: 'RoleList',
  },
  'POST /roles/new': {
    ...role,
    summary: 'Create a role',
    about:
      'Permissions that the body omits are denied, except `api.write_rest` and `api.write_mcp`, which are `all`.',
    body: 'RoleInput',
    example: { name: 'Support', permissions: { 'leads.view': 'all', 'leads.edit': 'own' } },
    status: 201,
    isRepeatable: true,
  },
  'GET /roles/:id': { ...role, summary: 'Read a role', query: ['fields'] },
  'PATCH /roles/:id': {
    ...change,
    summary: 'Change a role',
    about:
      'Changes only the permissions that the body names, from the next request of each user with this role.',
    isRepeatable: true,
  },
  'PUT /roles/:id': { ...change, summary: 'Change a role (PUT)', about: 'Same as `PATCH`.' },
  'DELETE /roles/:id': {
    tag: 'Roles',
    summary: 'Delete a role',
    about: 'A role that a user has gets a 409.',
    status: 204,
  },
} as const;

const values = {
  switch: { type: 'boolean' },
  reach: { enum: reaches },
  write: { enum: writeReaches },
} satisfies Record<string, Schema>;

const permissionValues = Object.fromEntries(
  Object.entries(permissions).map(([key, { group, label, value }]): [string, Schema] => [
    key,
    {
      ...values[value],
      description: `${group} → ${label}.`,
    },
  ]),
);
const somePermissions: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: permissionValues,
};
const name: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Unique in the workspace.',
};
const isAdmin: Schema = { type: 'boolean', description: 'Administrators have all permissions.' };

export const roleSchemas: Readonly<Record<string, Schema>> = {
  Role: whole({
    id: { type: 'integer' },
    name,
    is_admin: isAdmin,
    permissions: whole(permissionValues),
    users: { type: 'integer', description: 'How many users have the role.' },
  }),
  RoleAnswer: whole({ role: ref('Role') }),
  RoleList: pageOf('roles', ref('Role')),
  RoleInput: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name, is_admin: { ...isAdmin, default: false }, permissions: somePermissions },
  },
  RoleChange: { type: 'object', properties: { name, is_admin: isAdmin, permissions: somePermissions } },
};

const example = {
  id: 7,
  name: 'Support',
  is_admin: false,
  permissions: {
    'api.access_rest': false,
    'api.access_mcp': false,
    'api.write_rest': 'all',
    'api.write_mcp': 'all',
    'leads.view': 'all',
    'leads.create': false,
    'leads.edit': 'own',
    'leads.delete': 'none',
    'workflows.view': 'none',
    'workflows.edit': 'none',
  },
  users: 0,
};

export const roleExamples: Readonly<Record<string, unknown>> = {
  RoleAnswer: { role: example },
  RoleList: { total: '1', roles: [example] },
};
