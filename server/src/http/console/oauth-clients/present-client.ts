import { z } from 'zod';
import { scopes } from '../../../core/api-clients/index.ts';
import type { viewOAuthClient } from '../../../core/oauth/index.ts';
import { moment } from '../operation.ts';

type Client = Awaited<ReturnType<typeof viewOAuthClient>>['client'];

export const clientShape = z.object({
  id: z.number(),
  client_id: z.string(),
  source: z.enum(['administrator', 'metadata_document']),
  name: z.string(),
  scope: z.enum(scopes),
  redirect_uris: z.array(z.string()),
  confidential: z.boolean(),
  active: z.boolean(),
  created_at: moment,
  grants: z.number(),
  last_used_at: moment.nullable(),
});

/** Returns everything except the app's secrets and their hashes. */
export const presentClient = (client: Client): z.infer<typeof clientShape> => ({
  id: client.id,
  client_id: client.clientId,
  source: client.source,
  name: client.name,
  scope: client.scope,
  redirect_uris: [...client.redirectUris],
  confidential: client.secretHash !== null,
  active: client.active,
  created_at: client.createdAt.toISOString(),
  grants: client.grants,
  last_used_at: client.lastUsedAt?.toISOString() ?? null,
});
