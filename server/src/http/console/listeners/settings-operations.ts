import { z } from 'zod';
import { may } from '../../../core/access/index.ts';
import {
  algorithms,
  changedSettings,
  dedupes,
  encodings,
  listenerSecret,
  listenerUrl,
  previewSetting,
  resolveSettings,
  responses,
  schemeNames,
  templatedSettings,
} from '../../../core/listeners/index.ts';
import { viewCeilingUse } from '../../../core/requests/index.ts';
import { changeListener, openListener, renewListenerAddress } from '../../../core/workflows/index.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';

const shownListener = z.object({
  workflow: z.object({ id: z.number(), name: z.string(), owner: z.string() }),
  url: z.string(),
  is_switched_on: z.boolean(),
  /** Whether the user can change the listener, sign with its secret and start its workflow. */
  may_edit: z.boolean(),
  settings: z.object({
    add_authentication: z.boolean(),
    allow_cors: z.boolean(),
    cors_domains: z.string(),
    respond_with: z.enum(responses),
    idempotency_header: z.string(),
    dedupe: z.enum(dedupes),
    receipts: z.boolean(),
    signature: z.object({
      scheme: z.enum(['none', ...schemeNames]),
      tolerance_seconds: z.number().optional(),
      header: z.string().optional(),
      algorithm: z.enum(algorithms).optional(),
      encoding: z.enum(encodings).optional(),
      prefix: z.string().optional(),
      timestamp_header: z.string().optional(),
      signed_content: z.string().optional(),
    }),
  }),
  /** Null for users without edit access. */
  credentials: z
    .object({
      endpoint_key: listenerSecret(z.string()).nullable(),
      endpoint_secret: listenerSecret(z.string()).nullable(),
      signature_secrets: z.array(listenerSecret(z.string())),
    })
    .nullable(),
  limit_per_second: z.number(),
});

const showListener = operation({
  method: 'GET',
  path: '/workflows/:id/listener',
  act: 'workflows.view',
  params: idParams,
  answer: shownListener,
  handle: async ({ context, principal }, { params }) => {
    const { workflow, listener } = await openListener(
      context,
      principal,
      params.id as WorkflowId,
      'workflows.view',
    );
    const { endpoint_key, endpoint_secret, signature, ...settings } = listener.openSettings();
    const { secret, ...shownSignature } = signature;
    const owner = workflow.owner.id;
    return {
      workflow: { id: workflow.id, name: workflow.name, owner: workflow.owner.name },
      url: listenerUrl(principal.workspace, listener),
      is_switched_on: listener.isSwitchedOn,
      may_edit: may(principal, 'workflows.edit', owner),
      settings: { ...settings, signature: shownSignature },
      // Shown to users who can edit the workflow (spec/listeners §2.3).
      credentials: may(principal, 'listeners.view_secret', owner)
        ? { endpoint_key, endpoint_secret, signature_secrets: [...secret] }
        : null,
      limit_per_second: listener.listener_limit_per_second,
    };
  },
});

const changeSettings = operation({
  method: 'PATCH',
  path: '/workflows/:id/listener',
  act: 'workflows.edit',
  params: idParams,
  body: changedSettings,
  handle: ({ context, principal, actor }, { params, body }) =>
    changeListener({ context, principal, actor }, params.id as WorkflowId, body),
});

const showUse = operation({
  method: 'GET',
  path: '/workflows/:id/listener/use',
  act: 'workflows.view',
  params: idParams,
  answer: z.object({
    per_second: z.number(),
    per_day: z.number(),
    /** Per-second values for the last minute, over all the workspace's listeners. */
    since: moment,
    seconds: z.array(z.number()),
    refused: z.number(),
  }),
  handle: async ({ context, principal }, { params }) => {
    const use = await viewCeilingUse(context, principal, params.id as WorkflowId);
    return {
      per_second: use.perSecond,
      per_day: use.perDay,
      since: use.since.toISOString(),
      seconds: [...use.seconds],
      refused: use.refused,
    };
  },
});

const renewUrl = operation({
  method: 'POST',
  path: '/workflows/:id/listener/address',
  act: 'workflows.edit',
  params: idParams,
  handle: ({ context, principal, actor }, { params }) =>
    renewListenerAddress({ context, principal, actor }, params.id as WorkflowId),
});

const previewText = operation({
  method: 'POST',
  path: '/workflows/:id/listener/preview',
  act: 'workflows.edit',
  params: idParams,
  body: z.strictObject({ setting: z.enum(templatedSettings), source: z.string().max(16_384) }),
  answer: z.object({
    /** Null if there are problems. */
    text: z.string().nullable(),
    problems: z.array(z.object({ line: z.number(), column: z.number(), message: z.string() })),
  }),
  handle: async ({ context, principal }, { params, body }) => {
    const workflow = params.id as WorkflowId;
    const { listener } = await openListener(context, principal, workflow, 'workflows.edit');
    const { sight } = await resolveSettings(context, principal.workspace.id, listener);
    const preview = previewSetting(body.setting, body.source, sight, context.clock.now());
    if (preview.ok) return { text: preview.text, problems: [] };
    const problems = preview.problems.map(({ line, column, message, suggestion = '' }) => ({
      line,
      column,
      message: `${message} ${suggestion}`.trim(),
    }));
    return { text: null, problems };
  },
});

export const settingsOperations: readonly Operation[] = [
  showListener,
  changeSettings,
  showUse,
  renewUrl,
  previewText,
];
