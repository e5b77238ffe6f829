import type { Schema } from './document.ts';
import { changesSchema, ref, whole } from './schema-parts.ts';

const role = { name: 'Support', permissions: { 'leads.view': 'all' } };

/** The operations of the whole workspace (spec/provisioning §11.1). */
export const workspaceOperations = {
  'POST /workspace/apply': {
    tag: 'Workspace',
    summary: 'Apply a workspace file',
    about:
      'Does what `hark apply` does with one workspace of its file, or with `plan` returns what would change. Only for administrators. `base_url` and `listener_host` can only be changed by the operator.',
    body: 'WorkspaceFile',
    example: { workspace: { roles: [role] }, plan: true },
    answer: 'WorkspaceApplied',
  },
  'GET /workspace/export': {
    tag: 'Workspace',
    summary: 'Export the workspace as a file',
    about:
      'Returns what `hark pull` prints, with references instead of secret values. Only for administrators.',
    answer: 'WorkspaceExported',
  },
} as const;

const workspace: Schema = {
  type: 'object',
  additionalProperties: true,
  description: 'A workspace in the form of the file for `hark apply`; see `/schemas/apply.json`.',
};

const changes: Schema = {
  type: 'array',
  items: whole({
    workspace: { type: 'string', description: 'The base URL.' },
    section: { type: 'string' },
    item: { type: 'string', description: 'What identifies the item, such as its name.' },
    action: { enum: ['create', 'update', 'delete'] },
    fields: { ...changesSchema, description: 'Secret values are `[secret]`. Empty for a deletion.' },
  }),
};

const summary = whole({
  create: { type: 'integer' },
  update: { type: 'integer' },
  delete: { type: 'integer' },
});

export const workspaceSchemas: Readonly<Record<string, Schema>> = {
  WorkspaceFile: {
    type: 'object',
    additionalProperties: false,
    required: ['workspace'],
    properties: {
      workspace,
      plan: { type: 'boolean', default: false, description: 'Return what would change, and change nothing.' },
      show_secrets: {
        type: 'boolean',
        default: false,
        description: 'Also return existing keys and secrets.',
      },
    },
  },
  WorkspaceExported: whole({ workspace }),
  Plan: {
    type: 'object',
    required: ['changes', 'summary'],
    properties: {
      changes,
      summary,
      overwrites: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Warnings about items that a user changed since `apply` last did. Absent if there are none.',
      },
      warnings: {
        type: 'array',
        items: { type: 'string' },
        description:
          "Warnings about steps that will fail because no email can be sent or a secret doesn't exist. Absent if there are none.",
      },
    },
  },
  WorkspaceApplied: {
    anyOf: [whole({ workspace, changes, summary }), ref('Plan')],
    description:
      'The result document of the workspace, with IDs and generated values, and what changed; or the plan.',
  },
};

export const workspaceExamples: Readonly<Record<string, unknown>> = {
  WorkspaceApplied: {
    changes: [
      {
        workspace: 'https://crm.example.com',
        section: 'roles',
        item: 'Support',
        action: 'create',
        fields: [{ field: 'permissions.leads.view', old: null, new: 'all' }],
      },
    ],
    summary: { create: 1, update: 0, delete: 0 },
  },
  WorkspaceExported: {
    workspace: {
      name: 'Acme',
      base_url: 'https://crm.example.com',
      settings: { timezone: 'Europe/Zurich' },
      secrets: { partner: { env: 'HARK_SECRET_PARTNER' } },
      roles: [role],
      users: [],
      lead_fields: [],
      connections: [],
      oauth_clients: [],
      api_clients: [],
      workflows: [],
      webhooks: [],
    },
  },
};
