import { z } from 'zod';
import { isEmail } from '../../../lib/email.ts';
import { permissionsSchema } from '../../access/index.ts';
import { agentToolNames } from '../../agents/index.ts';
import { allowedAddresses, scopes } from '../../api-clients/index.ts';
import { connectionName, connectionSchema } from '../../connections/index.ts';
import { customTypeNames } from '../../lead-fields/index.ts';
import { listenerSettings } from '../../listeners/index.ts';
import { secretHosts, secretName, secretValue } from '../../secrets/index.ts';
import { triggersSchema } from '../../triggers/index.ts';
import { initialPassword } from '../../users/index.ts';
import { webhookSchema } from '../../webhooks/index.ts';
import { checkSteps } from '../../workflows/index.ts';
import { parseBaseUrl, parseListenerHost, settingsSchema } from '../../workspaces/index.ts';

const text = z.string().trim().min(1).max(200);
const email = z.string().refine(isEmail, 'must be an email address');
const absent = z.literal('absent').optional();

/** A secret and the hosts that it can be sent to. If the value is omitted, the existing value is kept. */
const boundSecret = z.strictObject({ value: secretValue.optional(), hosts: secretHosts.optional() });

/**
 * Allows only characters that headers and URLs carry unchanged, and requires a length that can't be guessed.
 */
const apiKey = z.string().regex(/^[!-~]{16,200}$/, 'must be 16 to 200 printable characters without spaces');

const role = z.strictObject({
  name: text,
  is_admin: z.boolean().optional(),
  requires_second_factor: z.boolean().optional(),
  permissions: permissionsSchema.optional(),
  state: absent,
});

const user = z.strictObject({
  email,
  name: text.optional(),
  role: text.optional(),
  active: z.boolean().optional(),
  password: initialPassword.optional(),
  api_key: apiKey.optional(),
  state: absent,
});

const apiClient = z.strictObject({
  user: email,
  name: text,
  scope: z.enum(scopes).optional(),
  active: z.boolean().optional(),
  /** Null means never. A time in the past is accepted, so that a file can be applied again after it. */
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
  allowed_addresses: allowedAddresses.optional(),
  state: absent,
});

const oauthClient = z.strictObject({
  name: text,
  /** Set for an app with a metadata document, to allow the app before a user approves it. */
  metadata_url: z.string().max(2_048).optional(),
  scope: z.enum(scopes).optional(),
  redirect_uris: z.array(z.string()).min(1).max(20).optional(),
  confidential: z.boolean().optional(),
  active: z.boolean().optional(),
  state: absent,
});

const leadField = z.strictObject({
  alias: z.string(),
  label: text.optional(),
  type: z.enum(customTypeNames).optional(),
  unique: z.boolean().optional(),
  required: z.boolean().optional(),
  options: z.array(text).max(500).optional(),
});

/** Steps are kept as written, because their source is what is stored and compared. */
export const stepsInFile = z.array(z.unknown()).superRefine((source, context) => {
  for (const { path, message, template } of checkSteps(source)) {
    // The position in the template is reported in addition to the position in the file.
    context.addIssue({
      code: 'custom',
      path: [...path],
      message: template ? `template ${message}` : message,
    });
  }
});

const workflow = z.strictObject({
  name: text,
  owner: email.optional(),
  enabled: z.boolean().optional(),
  listener: listenerSettings.optional(),
  triggers: triggersSchema.optional(),
  steps: stepsInFile.optional(),
  state: absent,
});

/** Filters are checked later against the workspace's fields. */
const webhook = webhookSchema.extend({ name: text, state: absent });

/** The values are checked later, together with the stored connection. */
const connection = connectionSchema.extend({ name: connectionName, state: absent });

/** Checked later against the workspace's fields. */
const lead = z.record(z.string(), z.unknown());

const settings = settingsSchema
  .partial()
  .extend({ agent_tools_off: z.array(z.enum(agentToolNames)).optional() });

const workspace = z
  .strictObject({
    name: text.optional(),
    base_url: z.string().transform((value, context) => {
      const parsed = parseBaseUrl(value);
      if (parsed) return parsed;
      context.addIssue({
        code: 'custom',
        message:
          'must be a URL with scheme, host and optional port, without a path or trailing slash, such as https://crm.example.com',
      });
      return z.NEVER;
    }),
    /** Null means that listeners are served at the base URL. */
    listener_host: z.string().nullable().optional(),
    settings: settings.optional(),
    roles: z.array(role).optional(),
    users: z.array(user).optional(),
    api_clients: z.array(apiClient).optional(),
    oauth_clients: z.array(oauthClient).optional(),
    lead_fields: z.array(leadField).optional(),
    leads: z.array(lead).optional(),
    /** Null deletes the secret. */
    secrets: z.record(secretName, z.union([secretValue, boundSecret]).nullable()).optional(),
    connections: z.array(connection).optional(),
    workflows: z.array(workflow).optional(),
    webhooks: z.array(webhook).optional(),
  })
  .transform((item, context) => {
    if (typeof item.listener_host !== 'string') return item;
    const listener_host = parseListenerHost(item.listener_host, item.base_url.baseUrl);
    if (listener_host !== undefined) return { ...item, listener_host };
    context.addIssue({
      code: 'custom',
      path: ['listener_host'],
      message:
        'must be a host name with an optional port, such as hooks.example.com, and differ from the host of base_url',
    });
    return z.NEVER;
  });

/** The result for an item that was deleted or didn't exist. */
export type Absent = { state: 'absent' };

/** The format of a file for `hark apply` (spec/provisioning §3.1). */
export const fileSchema = z.strictObject({ workspaces: z.array(workspace) });

export type ProvisioningFile = z.output<typeof fileSchema>;
export type WorkspaceItem = ProvisioningFile['workspaces'][number];
export type RoleItem = z.output<typeof role>;
export type UserItem = z.output<typeof user>;
export type ApiClientItem = z.output<typeof apiClient>;
export type OAuthClientItem = z.output<typeof oauthClient>;
export type LeadItem = z.output<typeof lead>;
export type LeadFieldItem = z.output<typeof leadField>;
export type WorkflowItem = z.output<typeof workflow>;
export type ConnectionItem = z.output<typeof connection>;
export type WebhookItem = z.output<typeof webhook>;
