import { z } from 'zod';
import { compareDocument, documentChecks, viewOAuthClient } from '../../../core/oauth/index.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { OAuthClientId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { type Caller, idParams, moment, type Operation, operation } from '../operation.ts';
import { clientShape, presentClient } from './present-client.ts';

const maxGrants = 100;

const read = ({ context, principal: { workspace } }: Caller, id: number) =>
  viewOAuthClient(context, workspace.id, id as OAuthClientId, maxGrants);

/** Shows a client. For an app that describes itself, this includes the current content of its metadata document. */
export const viewClientOperations = ({ documents }: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/oauth-clients/:id',
    act: 'oauth_clients.manage',
    params: idParams,
    answer: z.object({
      client: clientShape,
      /** The newest grants first; the list may be truncated. The client's own fields contain the total. */
      grants: z.array(
        z.object({
          id: z.number(),
          user: z.object({ id: z.number(), name: z.string(), email: z.string() }),
          approved_at: moment,
          last_used_at: moment.nullable(),
          expires_at: moment,
        }),
      ),
    }),
    handle: async (caller, { params }) => {
      const { client, grants } = await read(caller, params.id);
      return {
        client: presentClient(client),
        grants: grants.map(({ id, user, approvedAt, lastUsedAt, expiresAt }) => ({
          id,
          user,
          approved_at: approvedAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
          expires_at: expiresAt.toISOString(),
        })),
      };
    },
  }),
  operation({
    method: 'GET',
    path: '/oauth-clients/:id/document',
    act: 'oauth_clients.manage',
    params: idParams,
    answer: z.object({
      checks: z.array(z.object({ check: z.enum(documentChecks), is_passed: z.boolean().nullable() })),
      problem: z.string().nullable(),
      fetched_at: moment.nullable(),
      is_approved: z.boolean(),
      is_changed: z.boolean(),
      name: z.string().nullable(),
      added_uris: z.array(z.string()),
      removed_uris: z.array(z.string()),
    }),
    handle: async (caller, { params }) => {
      const { client } = await read(caller, params.id);
      if (client.source !== 'metadata_document') {
        throw new HarkError(
          'not-found',
          'no_document',
          'This app was created here and has no metadata document.',
        );
      }
      const found = await compareDocument(documents, caller.principal, client);
      return {
        checks: found.checks.map(({ check, isPassed }) => ({ check, is_passed: isPassed })),
        problem: found.problem,
        fetched_at: found.fetchedAt?.toISOString() ?? null,
        is_approved: found.isApproved,
        is_changed: found.isChanged,
        name: found.name,
        added_uris: [...found.addedUris],
        removed_uris: [...found.removedUris],
      };
    },
  }),
];
