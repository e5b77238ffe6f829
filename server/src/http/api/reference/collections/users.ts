import type { Schema } from '../document.ts';
import { pageOf, ref, whole } from '../schema-parts.ts';

const user = { tag: 'Users', answer: 'UserAnswer' } as const;
const change = { ...user, body: 'UserChange', example: { name: 'Kim Sales' } } as const;

/** The operations of users (spec/rest-api §14). */
export const userOperations = {
  'GET /users': {
    tag: 'Users',
    summary: 'List users',
    about: 'Only administrators can manage users.',
    query: ['limit', 'start', 'listAfter', 'fields'],
    answer: 'UserList',
  },
  'POST /users/new': {
    tag: 'Users',
    summary: 'Create a user',
    about:
      'Without `password`, the response contains `invite_url`, a link to set one. It works once and expires after seven days. Hark does not send it.',
    body: 'UserInput',
    example: { email: 'kim@acme.test', name: 'Kim Sales', role: 'Member' },
    status: 201,
    answer: 'CreatedUser',
    isRepeatable: true,
  },
  'GET /users/:id': { ...user, summary: 'Read a user', query: ['fields'] },
  'PATCH /users/:id': {
    ...change,
    summary: 'Change a user',
    about:
      'A change of `role` or `active` applies from the next request of the user. You can send a user back as you read it.',
    isRepeatable: true,
  },
  'PUT /users/:id': { ...change, summary: 'Change a user (PUT)', about: 'Same as `PATCH`.' },
  'DELETE /users/:id': {
    tag: 'Users',
    summary: 'Delete a user',
    about: 'You get a 409 for yourself, for the last administrator, and for a user who owns workflows.',
    status: 204,
  },
} as const;

const name: Schema = { type: 'string', minLength: 1, maxLength: 200 };
const roleReference: Schema = {
  description: 'The name of the role, or an object with its `id`.',
  oneOf: [
    { type: 'string' },
    { type: 'object', required: ['id'], properties: { id: { type: 'integer' } }, additionalProperties: true },
  ],
};
const active: Schema = { type: 'boolean', description: 'A deactivated user can do nothing.' };

export const userSchemas: Readonly<Record<string, Schema>> = {
  User: whole({
    id: { type: 'integer' },
    email: { type: 'string', format: 'email' },
    name,
    role: whole({ id: { type: 'integer' }, name: { type: 'string' }, is_admin: { type: 'boolean' } }),
    active,
    created_at: { type: 'string', format: 'date-time' },
    last_seen_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the user last signed in, or one of their credentials was used.',
    },
  }),
  UserAnswer: whole({ user: ref('User') }),
  UserList: pageOf('users', ref('User')),
  CreatedUser: {
    type: 'object',
    required: ['user'],
    properties: {
      user: ref('User'),
      invite_url: {
        type: 'string',
        format: 'uri',
        description: 'A link to set a password, if the body has none.',
      },
    },
  },
  UserInput: {
    type: 'object',
    additionalProperties: false,
    required: ['email', 'name', 'role'],
    properties: {
      email: { type: 'string', format: 'email' },
      name,
      role: roleReference,
      active: { ...active, default: true },
      password: { type: 'string', minLength: 8, maxLength: 1_000, writeOnly: true },
    },
  },
  UserChange: {
    type: 'object',
    properties: { name, role: roleReference, active },
  },
};

const example = {
  id: 7,
  email: 'kim@acme.test',
  name: 'Kim Sales',
  role: { id: 2, name: 'Member', is_admin: false },
  active: true,
  created_at: '2026-11-30T12:00:00.000Z',
  last_seen_at: null,
};

export const userExamples: Readonly<Record<string, unknown>> = {
  UserAnswer: { user: example },
  UserList: { total: '1', users: [example] },
  CreatedUser: { user: example, invite_url: 'https://crm.example.com/set-password?link=hark_link_example' },
};
