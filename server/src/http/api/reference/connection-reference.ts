import { clientAuths, connectionTypes, grants } from '../../../core/connections/index.ts';
import type { Schema } from './document.ts';
import { pageOf, ref, whole } from './schema-parts.ts';

const connection = { tag: 'Connections', answer: 'ConnectionAnswer' } as const;
const change = {
  ...connection,
  body: 'ConnectionInput',
  example: { token: 'a-new-token' },
} as const;

/** The operations of connections (spec/connections §4.2). */
export const connectionOperations = {
  'GET /connections': {
    tag: 'Connections',
    summary: 'List connections',
    about: 'You can see connections if you can edit workflows. Only administrators can change them.',
    query: ['limit', 'start', 'listAfter', 'fields'],
    answer: 'ConnectionList',
  },
  'POST /connections/new': {
    ...connection,
    summary: 'Create a connection',
    about:
      'A connection is a named credential for `http.request`, bound to one origin. Secrets are write-only: no response contains them.',
    body: 'ConnectionInput',
    example: { name: 'billing', type: 'bearer', origin: 'https://billing.example.test', token: 'a-token' },
    status: 201,
    isRepeatable: true,
  },
  'GET /connections/:id': { ...connection, summary: 'Read a connection', query: ['fields'] },
  'PATCH /connections/:id': {
    ...change,
    summary: 'Change a connection',
    about:
      'Changes the values in the body. A change of `type`, `origin`, `token_url` or `authorize_url` requires the secret again.',
    isRepeatable: true,
  },
  'PUT /connections/:id': { ...change, summary: 'Change a connection (PUT)', about: 'Same as `PATCH`.' },
  'DELETE /connections/:id': {
    tag: 'Connections',
    summary: 'Delete a connection',
    about: 'A connection that a published workflow uses gets a 409.',
    status: 204,
  },
} as const;

const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });
const secret = (description: string): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength: 10_000,
  writeOnly: true,
  description: `${description} It may be a template.`,
});

const written = {
  name: { type: 'string', minLength: 1, maxLength: 200, description: 'Unique in the workspace.' },
  type: { enum: connectionTypes },
  origin: { type: 'string', description: '`https://host` or `https://host:port`.' },
  username: textOrNull('For `basic`.'),
  header: textOrNull('For `header`: the name of the header.'),
  grant: { enum: [...grants, null], description: 'For `oauth2`.' },
  token_url: textOrNull('For `oauth2`: the token endpoint.'),
  authorize_url: textOrNull('For the grant `authorization_code`.'),
  client_id: textOrNull('For `oauth2`.'),
  client_auth: {
    enum: [...clientAuths, null],
    description: 'For `oauth2`: how the client authenticates at the token endpoint. The default is `basic`.',
  },
  scope: textOrNull('For `oauth2`.'),
} satisfies Record<string, Schema>;

export const connectionSchemas: Readonly<Record<string, Schema>> = {
  Connection: whole({
    id: { type: 'integer' },
    ...written,
    connected: {
      type: ['boolean', 'null'],
      description: 'Whether an administrator has signed in. Null unless the grant is `authorization_code`.',
    },
    updated_at: { type: 'string', format: 'date-time' },
  }),
  ConnectionAnswer: whole({ connection: ref('Connection') }),
  ConnectionList: pageOf('connections', ref('Connection')),
  ConnectionInput: {
    type: 'object',
    properties: {
      ...written,
      token: secret('For `bearer`.'),
      password: secret('For `basic`.'),
      value: secret("For `header`: the header's value."),
      client_secret: secret('For `oauth2`.'),
    },
  },
};

const exampleConnection = {
  id: 7,
  name: 'billing',
  type: 'bearer',
  origin: 'https://billing.example.test',
  username: null,
  header: null,
  grant: null,
  token_url: null,
  authorize_url: null,
  client_id: null,
  client_auth: null,
  scope: null,
  connected: null,
  updated_at: '2026-11-30T12:00:00.000Z',
};

export const connectionExamples: Readonly<Record<string, unknown>> = {
  ConnectionAnswer: { connection: exampleConnection },
  ConnectionList: { total: '1', connections: [exampleConnection] },
};
