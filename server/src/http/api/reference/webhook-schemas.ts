import { eventTypes } from '../../../core/events/index.ts';
import type { Schema } from './document.ts';
import { pageOf, ref, whole } from './schema-parts.ts';

const time: Schema = { type: 'string', format: 'date-time' };
const timeOrNull: Schema = { type: ['string', 'null'], format: 'date-time' };
const textOrNull: Schema = { type: ['string', 'null'] };

const written = {
  name: { type: 'string', minLength: 1, maxLength: 200, description: 'Unique in the workspace.' },
  url: { type: 'string', maxLength: 2_048, description: 'An http or https URL.' },
  types: { type: 'array', minItems: 1, items: { enum: eventTypes } },
  filters: {
    type: 'array',
    items: ref('Filter'),
    description: 'Send a lead event only if its lead matches. Other events are sent regardless.',
  },
  match: { enum: ['all', 'any'], default: 'all', description: 'Whether all filters must match, or any.' },
  active: { type: 'boolean', default: true },
} satisfies Record<string, Schema>;

const secret: Schema = { type: 'string', description: '`whsec_` and Base64. Signs every delivery.' };

const webhook = {
  id: { type: 'integer' },
  ...written,
  disabled_reason: {
    enum: ['failing', 'gone', null],
    description:
      'Why Hark disabled the webhook: all attempts failed for 72 hours, or the server returned 410. Otherwise null.',
  },
  failing_since: { ...timeOrNull, description: 'Time of the first failed attempt since the last success.' },
  date_added: time,
  date_modified: time,
};

const attempt = whole({
  at: time,
  status: { type: ['integer', 'null'], description: 'HTTP status, or null if there was no response.' },
  duration_ms: { type: 'integer' },
  error: textOrNull,
  response: { ...textOrNull, description: 'The first 1,024 characters of the response body.' },
});

export const webhookSchemas: Readonly<Record<string, Schema>> = {
  Webhook: whole(webhook),
  WebhookAnswer: whole({ webhook: ref('Webhook') }),
  WebhookWithSecret: whole({ webhook: whole({ ...webhook, secret }) }),
  WebhookList: pageOf('webhooks', ref('Webhook')),
  WebhookInput: { type: 'object', properties: written },
  NewWebhook: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'url', 'types'],
    properties: { ...written, secret },
  },
  WebhookTest: whole({ delivery_id: { type: 'string' } }),
  DeliveryList: pageOf(
    'deliveries',
    whole({
      id: { type: 'string' },
      event_id: { type: 'string', pattern: '^evt_[0-9a-f]{32}$' },
      type: { enum: [...eventTypes, 'webhook.test'] },
      status: { enum: ['pending', 'succeeded', 'failed'] },
      created_at: time,
      next_attempt_at: timeOrNull,
      attempts: { type: 'array', items: attempt },
    }),
  ),
  Replay: {
    type: 'object',
    additionalProperties: false,
    properties: {
      event_id: { type: 'string', description: 'The id of one event.' },
      from: { ...time, description: 'Start of a period, instead of `event_id`.' },
      to: { ...time, description: 'End of the period. The default is now.' },
    },
  },
  Replayed: whole({ replayed: { type: 'integer', description: 'Number of new deliveries.' } }),
};

const exampleWebhook = {
  id: 4,
  name: 'Warehouse',
  url: 'https://warehouse.example.test/hark',
  types: ['lead.created', 'lead.updated'],
  filters: [{ alias: 'country', operator: 'eq', value: 'CH' }],
  match: 'all',
  active: true,
  disabled_reason: null,
  failing_since: null,
  date_added: '2026-11-30T12:00:00.000Z',
  date_modified: '2026-11-30T12:00:00.000Z',
};

/** Example responses, by schema name. */
export const webhookExamples: Readonly<Record<string, unknown>> = {
  WebhookAnswer: { webhook: exampleWebhook },
  WebhookWithSecret: {
    webhook: { ...exampleWebhook, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfVMzAmdnY=' },
  },
  WebhookList: { total: '1', webhooks: [exampleWebhook] },
  WebhookTest: { delivery_id: '98' },
  DeliveryList: {
    total: '1',
    deliveries: [
      {
        id: '97',
        event_id: 'evt_019a8b3c00007000800000000000000a',
        type: 'lead.created',
        status: 'succeeded',
        created_at: '2026-11-30T12:00:00.000Z',
        next_attempt_at: null,
        attempts: [
          { at: '2026-11-30T12:00:00.250Z', status: 200, duration_ms: 84, error: null, response: 'ok' },
        ],
      },
    ],
  },
  Replayed: { replayed: 12 },
};
