import { algorithms, dedupes, encodings, responses, schemeNames } from '../../../core/listeners/index.ts';
import { maxShadowed } from '../../../core/shadow/index.ts';
import type { Schema } from '../reference/document.ts';
import { pageOf, ref, whole } from '../reference/schema-parts.ts';

const summary = {
  id: 4,
  name: 'Order',
  owner: { id: 3, name: 'Sam Sales' },
  enabled: true,
  version: 1,
  published_at: '2026-11-30T12:00:00.000Z',
  has_draft: false,
};

const exampleWorkflow = {
  ...summary,
  steps: [{ name: 'done', type: 'stop', as: 'succeeded' }],
  draft: null,
  listener: {
    url: 'https://crm.example.com/listener/0123456789abcdef0123456789abcdef/fedcba9876543210fedcba9876543210',
    add_authentication: false,
    allow_cors: false,
    cors_domains: '',
    respond_with: 'receipt',
    idempotency_header: 'Idempotency-Key',
    receipts: false,
    dedupe: 'auto',
    signature: { scheme: 'none' },
  },
};

/** A workflow that was just created has a draft and no version. */
const createdWorkflow = {
  ...exampleWorkflow,
  ...{ version: 0, published_at: null, has_draft: true, steps: [] },
  draft: {
    revision: 1,
    steps: [{ name: 'save', type: 'lead.upsert', match: { email: '{{ __data.email }}' }, fields: {} }],
  },
};

const workflow = { tag: 'Workflows', answer: 'WorkflowAnswer' } as const;
const change = {
  ...workflow,
  body: 'WorkflowChange',
  example: { steps: [{ name: 'done', type: 'stop', as: 'succeeded' }] },
} as const;

/** The operations of workflows (spec/rest-api §12). */
export const workflowOperations = {
  'GET /workflows': {
    tag: 'Workflows',
    summary: 'List workflows',
    about: 'The workflows that you can view, by id.',
    query: ['limit', 'start', 'listAfter', 'fields', 'workflowName'],
    answer: 'WorkflowList',
  },
  'POST /workflows/new': {
    ...workflow,
    summary: 'Create a workflow',
    about:
      'The steps are saved as a draft, even if they have errors. Nothing runs until you publish it. You own the workflow; only administrators can choose another `owner`.',
    body: 'WorkflowInput',
    example: {
      name: 'Order',
      steps: [{ name: 'save', type: 'lead.upsert', match: { email: '{{ __data.email }}' }, fields: {} }],
      listener: { respond_with: 'receipt' },
      enabled: true,
    },
    status: 201,
    answered: { workflow: createdWorkflow },
    isRepeatable: true,
  },
  'GET /workflows/:id': { ...workflow, summary: 'Read a workflow', query: ['fields'] },
  'PATCH /workflows/:id': {
    ...change,
    summary: 'Change a workflow',
    about:
      'Changes what is in the body. `steps` are saved as a draft; everything else applies at once. Send the `revision` of the draft that you read to get a 409 if someone has changed it since. You can send a workflow back as you read it.',
    isRepeatable: true,
  },
  'PUT /workflows/:id': { ...change, summary: 'Change a workflow (PUT)', about: 'Same as `PATCH`.' },
  'DELETE /workflows/:id': {
    tag: 'Workflows',
    summary: 'Delete a workflow',
    about: 'Deletes the workflow with its listener and versions. Its runs stay; unfinished ones fail.',
    status: 204,
  },
  'POST /workflows/:id/publish': {
    ...workflow,
    summary: 'Publish a workflow',
    about:
      'Publishes the draft as the next version. Runs that have started keep their version. Steps with errors get a 400 with one problem on each line. If there is no draft, nothing changes.',
    body: 'Publication',
    example: {},
    isRepeatable: true,
  },
  'POST /workflows/:id/shadow': {
    tag: 'Workflows',
    summary: 'Try a draft on past requests',
    about:
      "Executes the published version and the draft with the workflow's newest requests, and returns what would change. Nothing is stored, called or sent: outgoing calls get the responses of the original runs. Continue with older requests by sending `next` as `before`.",
    body: 'ShadowInput',
    example: { requests: 100 },
    answer: 'Shadow',
  },
  'POST /workflows/:id/start': {
    tag: 'Workflows',
    summary: 'Start a workflow',
    about:
      "The run acts as the workflow's owner and reads `data` as `__data`. If the workflow has a manual trigger, `data` is checked against its inputs. The response is sent after the run is stored. A workflow that is disabled or was never published, or whose owner is deactivated, gets a 409.",
    body: 'Start',
    example: { data: { reason: 'Customer called' } },
    status: 202,
    answer: 'Started',
    isRepeatable: true,
  },
} as const;

const steps: Schema = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
};
const owner = whole({ id: { type: 'integer' }, name: { type: 'string' } });
const name: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Unique in the workspace.',
};
const enabled: Schema = {
  type: 'boolean',
  description:
    'Whether it can start runs. A workflow that was never published can be enabled, but starts no runs before.',
};
const secret = (description: string): Schema => ({
  type: ['string', 'null'],
  writeOnly: true,
  description: `${description} It may be a template. Null removes it.`,
});

const settings = {
  add_authentication: { type: 'boolean', description: 'Whether requests need a JSON Web Token.' },
  allow_cors: { type: 'boolean' },
  cors_domains: {
    type: 'string',
    description: 'Allowed origins, separated by commas. It may be a template.',
  },
  respond_with: { enum: responses },
  idempotency_header: { type: 'string', description: 'The header that identifies a repeated delivery.' },
  receipts: { type: 'boolean', description: 'Whether responses have a signed `Hark-Receipt`.' },
  dedupe: { enum: dedupes },
} satisfies Record<string, Schema>;

const signature: Schema = {
  type: 'object',
  required: ['scheme'],
  description: 'How senders sign their requests.',
  properties: {
    scheme: { enum: ['none', ...schemeNames] },
    tolerance_seconds: { type: 'integer' },
    header: { type: 'string' },
    algorithm: { enum: algorithms },
    encoding: { enum: encodings },
    prefix: { type: 'string' },
    timestamp_header: { type: 'string' },
    signed_content: { type: 'string' },
  },
};

const listed = {
  id: { type: 'integer' },
  name,
  owner,
  enabled,
  version: { type: 'integer', description: 'The published version; 0 if it was never published.' },
  published_at: { type: ['string', 'null'], format: 'date-time' },
  has_draft: {
    type: 'boolean',
    description: 'Whether there is a draft that differs from what is published.',
  },
} satisfies Record<string, Schema>;

const written = {
  name,
  steps: { ...steps, description: 'Saved as the draft.' },
  enabled,
  owner: {
    oneOf: [
      { type: 'string', description: 'The email address of a user.' },
      { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    ],
  },
  listener: ref('ListenerInput'),
} satisfies Record<string, Schema>;

export const workflowSchemas: Readonly<Record<string, Schema>> = {
  WorkflowSummary: whole(listed),
  Workflow: whole({
    ...listed,
    steps: { ...steps, description: 'The published steps.' },
    draft: {
      oneOf: [
        whole({ revision: { type: 'integer', description: 'Changes with every save.' }, steps }),
        { type: 'null' },
      ],
      description: 'Null if there is no draft, or if it equals what is published.',
    },
    listener: { oneOf: [ref('Listener'), { type: 'null' }] },
  }),
  Listener: whole({
    url: { type: 'string', description: 'Where the workflow accepts requests.' },
    ...settings,
    signature,
  }),
  WorkflowAnswer: whole({ workflow: ref('Workflow') }),
  WorkflowList: pageOf('workflows', ref('WorkflowSummary')),
  ListenerInput: {
    type: 'object',
    description: 'Omitted settings stay unchanged.',
    properties: {
      ...settings,
      endpoint_key: secret('The key in tokens. Generated if it is missing.'),
      endpoint_secret: secret('The secret that signs tokens. Generated if it is missing.'),
      signature: {
        ...signature,
        properties: {
          ...Object(signature.properties),
          secret: {
            oneOf: [
              { type: 'string' },
              { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
            ],
            writeOnly: true,
            description: 'Omitted, it is kept if the scheme stays the same.',
          },
        },
      },
    },
  },
  WorkflowInput: { type: 'object', required: ['name'], properties: written },
  WorkflowChange: {
    type: 'object',
    properties: {
      ...written,
      revision: { type: 'integer', description: 'The revision of the draft that the change is based on.' },
    },
  },
  ShadowInput: {
    type: 'object',
    additionalProperties: false,
    properties: {
      requests: {
        type: 'integer',
        minimum: 1,
        maximum: maxShadowed,
        default: maxShadowed,
        description: 'How many requests to use, the newest first.',
      },
      before: {
        type: ['string', 'null'],
        format: 'uuid',
        description: 'The `next` of the previous response.',
      },
      revision: { type: 'integer', description: 'The revision of the draft to compare.' },
    },
  },
  Shadow: whole({
    revision: { type: 'integer', description: 'The revision of the draft.' },
    requests: { type: 'integer', description: 'How many requests were used.' },
    same: { type: 'integer' },
    different: { type: 'integer' },
    incomplete: {
      type: 'integer',
      description: 'Requests without a difference before a call that has no recorded response.',
    },
    runs: { type: 'array', items: ref('ShadowedRun'), description: "The requests that aren't the same." },
    next: { type: ['string', 'null'], format: 'uuid', description: 'Null if there are no older requests.' },
  }),
  ShadowedRun: whole({
    run_id: { type: 'string', format: 'uuid', description: 'The original run.' },
    accepted_at: { type: 'string', format: 'date-time' },
    verdict: { enum: ['different', 'incomplete'] },
    reason: { type: ['string', 'null'], description: 'Why the comparison is incomplete.' },
    differences: {
      type: 'array',
      items: whole({
        field: { type: 'string' },
        published: { type: ['string', 'number', 'boolean', 'null'] },
        draft: { type: ['string', 'number', 'boolean', 'null'] },
      }),
    },
    more: { type: 'integer', description: 'How many more differences there are.' },
  }),
  Publication: {
    type: 'object',
    additionalProperties: false,
    properties: { revision: { type: 'integer', description: 'The revision of the draft to publish.' } },
  },
};

export const workflowExamples: Readonly<Record<string, unknown>> = {
  WorkflowAnswer: { workflow: exampleWorkflow },
  WorkflowList: { total: '1', workflows: [summary] },
  Shadow: {
    revision: 2,
    requests: 1,
    same: 0,
    different: 1,
    incomplete: 0,
    runs: [
      {
        run_id: '019b0c4e-1f00-7000-8000-000000000001',
        accepted_at: '2026-11-30T12:00:00.000Z',
        verdict: 'different',
        reason: null,
        differences: [{ field: 'respond.status', published: 201, draft: 200 }],
        more: 0,
      },
    ],
    next: null,
  },
};
