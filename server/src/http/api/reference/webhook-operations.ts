const webhook = { tag: 'Webhooks', answer: 'WebhookAnswer' } as const;
const change = { ...webhook, body: 'WebhookInput', example: { types: ['lead.created'] } } as const;

/** The operations of webhooks (spec/events §3.2). */
export const webhookOperations = {
  'GET /webhooks': {
    tag: 'Webhooks',
    summary: 'List webhooks',
    about: 'Only administrators can manage webhooks.',
    query: ['limit', 'start', 'listAfter', 'fields'],
    answer: 'WebhookList',
  },
  'POST /webhooks/new': {
    ...webhook,
    summary: 'Create a webhook',
    about:
      'Hark sends each matching event to the URL, signed by Standard Webhooks. The response contains the secret, which is not shown again.',
    body: 'NewWebhook',
    example: {
      name: 'Warehouse',
      url: 'https://warehouse.example.test/hark',
      types: ['lead.created', 'lead.updated'],
      filters: [{ alias: 'country', operator: 'eq', value: 'CH' }],
    },
    status: 201,
    answer: 'WebhookWithSecret',
    isRepeatable: true,
  },
  'GET /webhooks/:id': { ...webhook, summary: 'Read a webhook', query: ['fields'] },
  'PATCH /webhooks/:id': {
    ...change,
    summary: 'Change a webhook',
    about:
      'Changes the values in the body. `active: false` ends pending deliveries; `active: true` clears `disabled_reason` and `failing_since`.',
    isRepeatable: true,
  },
  'PUT /webhooks/:id': { ...change, summary: 'Change a webhook (PUT)', about: 'Same as `PATCH`.' },
  'DELETE /webhooks/:id': {
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    about: 'Pending deliveries end.',
    status: 204,
  },
  'POST /webhooks/:id/rotate': {
    ...webhook,
    summary: "Rotate a webhook's secret",
    about:
      'For 24 hours, deliveries carry two signatures: one by the new secret, then one by the old secret.',
    answer: 'WebhookWithSecret',
    isRepeatable: true,
  },
  'POST /webhooks/:id/test': {
    tag: 'Webhooks',
    summary: 'Send a test event',
    about: 'Sends an event of type `webhook.test` once, even if the webhook is disabled.',
    status: 202,
    answer: 'WebhookTest',
    isRepeatable: true,
  },
  'GET /webhooks/:id/deliveries': {
    tag: 'Webhooks',
    summary: "List a webhook's deliveries",
    about: 'Newest first. Deliveries are kept for 30 days.',
    query: ['status', 'limit', 'start', 'listAfter', 'fields'],
    answer: 'DeliveryList',
  },
  'POST /webhooks/:id/replay': {
    tag: 'Webhooks',
    summary: 'Send events again',
    about:
      "Sends one event again (`event_id`), or every event of a period that matches the webhook's types and filters (`from` and `to`), at most 10,000.",
    body: 'Replay',
    example: { from: '2026-11-30T12:00:00Z' },
    status: 202,
    answer: 'Replayed',
    isRepeatable: true,
  },
} as const;
