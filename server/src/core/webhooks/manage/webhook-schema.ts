import { z } from 'zod';
import { type HarkError, invalidField } from '../../../lib/errors.ts';
import { readBody } from '../../../lib/read-body.ts';
import { shown } from '../../../lib/shown.ts';
import { eventTypes } from '../../events/index.ts';

const maxNameLength = 200;
const maxUrlLength = 2_048;
const [minSecretBytes, maxSecretBytes] = [24, 64];

const isRequired = 'is required.';
const needsHttp = 'must be an http or https address.';
const needsTypes = 'must be a list of event types.';
const needsSecret = `must be whsec_ followed by base64 of ${minSecretBytes} to ${maxSecretBytes} bytes.`;

const name = z
  .string({ error: isRequired })
  .trim()
  .min(1, isRequired)
  .max(maxNameLength, `must have at most ${maxNameLength} characters.`);

/** Whether Hark may call the URL is decided at each attempt, because a name can get another IP address. */
const url = z.string({ error: needsHttp }).superRefine((text, context) => {
  const parsed = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    context.addIssue({ code: 'custom', message: needsHttp });
  else if (parsed.username !== '' || parsed.password !== '' || text.includes('#'))
    context.addIssue({
      code: 'custom',
      message: 'must not contain a user name, a password or a fragment.',
    });
});

const types = z
  .array(z.string({ error: needsTypes }), { error: needsTypes })
  .min(1, needsTypes)
  .superRefine((list, context) => {
    const unknown = list.find((type) => !eventTypes.some((known) => known === type));
    if (unknown !== undefined)
      context.addIssue({ code: 'custom', message: `there is no event type "${shown(unknown)}".` });
    else if (new Set(list).size < list.length) context.addIssue({ code: 'custom', message: needsTypes });
  });

const secret = z
  .string({ error: needsSecret })
  .refine((text) => isBase64(text.replace(/^whsec_/, '')) && text.startsWith('whsec_'), needsSecret);

function isBase64(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return (
    bytes.length >= minSecretBytes && bytes.length <= maxSecretBytes && bytes.toString('base64') === text
  );
}

/** The values of a webhook (spec/events §3.3). `filters` and `match` are checked with the workspace's fields. */
export const webhookSchema = z.strictObject({
  name: name.optional(),
  url: url.optional(),
  types: types.optional(),
  filters: z.unknown().optional(),
  match: z.unknown().optional(),
  secret: secret.optional(),
  active: z.boolean({ error: 'must be true or false.' }).optional(),
});

/** What to save. Omitted values stay as they are, or get their defaults in a new webhook. */
export type WantedWebhook = z.output<typeof webhookSchema>;

/** A webhook can be sent back as it was read, so a change may contain these values too, if they are the present ones. */
export const readOnlyKeys = [
  'id',
  'disabled_reason',
  'failing_since',
  'date_added',
  'date_modified',
] as const;
const readOnly = z.unknown().optional();
const changeSchema = webhookSchema.omit({ secret: true }).extend({
  id: readOnly,
  disabled_reason: readOnly,
  failing_since: readOnly,
  date_added: readOnly,
  date_modified: readOnly,
});
export type WebhookChange = z.output<typeof changeSchema>;

/** Reads the body of `POST /api/webhooks/new`. @throws HarkError for the first value that isn't valid */
export const readNewWebhook = (body: unknown): WantedWebhook => readBody(webhookSchema, body);

/** Reads the body of `PATCH` and `PUT /api/webhooks/{id}`. The secret is changed by rotating it. */
export const readWebhookChange = (body: unknown): WebhookChange => readBody(changeSchema, body);

/** The error for a value that a new webhook needs. */
export const missingValue = (key: 'name' | 'url' | 'types'): HarkError =>
  invalidField('field_required', key, { name: isRequired, url: needsHttp, types: needsTypes }[key]);
