import { proposalStatuses } from '../../../core/proposals/index.ts';
import type { Schema } from './document.ts';
import { changesSchema, meansSchema, ref, whole } from './schema-parts.ts';

const example = {
  id: 17,
  status: 'pending',
  action: 'edit',
  lead_id: 4711,
  changes: [{ field: 'status', old: 'new', new: 'qualified' }],
  proposed_by: { id: 3, name: 'Sam Sales' },
  means: { type: 'mcp', id: 5, name: 'Research agent' },
  created_at: '2026-11-30T12:00:00.000Z',
  expires_at: '2026-12-30T12:00:00.000Z',
  decided_by: null,
  decided_at: null,
};

/** The example after a decision. */
const decided = (status: 'approved' | 'rejected') => ({
  proposal: {
    ...example,
    status,
    decided_by: { id: 2, name: 'Ann Admin' },
    decided_at: '2026-11-30T12:20:00.000Z',
  },
});

const proposal = { tag: 'Proposals', answer: 'ProposalAnswer', isRepeatable: true } as const;
const many = {
  tag: 'Proposals',
  body: 'ProposalIds',
  example: { ids: [17, 18] },
  answer: 'ProposalResults',
  isRepeatable: true,
} as const;

/** The operations of proposals (spec/proposals §2, §3). */
export const proposalOperations = {
  'GET /proposals': {
    tag: 'Proposals',
    summary: 'List proposals',
    about: 'Proposals that you made, and those for leads that you can view, newest first.',
    query: ['limit', 'start', 'listAfter', 'fields', 'proposalStatus'],
    answer: 'ProposalList',
  },
  'GET /proposals/:id': {
    tag: 'Proposals',
    summary: 'Read a proposal',
    query: ['fields'],
    answer: 'ProposalAnswer',
  },
  'POST /proposals/:id/approve': {
    ...proposal,
    summary: 'Approve a proposal',
    answered: decided('approved'),
    about:
      'Makes the change with your rights and in your name. If a field has another value by now, the proposal stays pending and you get 409.',
  },
  'POST /proposals/:id/reject': {
    ...proposal,
    summary: 'Reject a proposal',
    answered: decided('rejected'),
  },
  'POST /proposals/approve': {
    ...many,
    summary: 'Approve several proposals',
    about: 'At most 100. Each is decided separately, in order, and gets its own status.',
  },
  'POST /proposals/reject': { ...many, summary: 'Reject several proposals' },
} as const;

const time: Schema = { type: 'string', format: 'date-time' };
const named = whole({ id: { type: 'integer' }, name: { type: 'string' } });

export const proposalSchemas: Readonly<Record<string, Schema>> = {
  Proposal: whole({
    id: { type: 'integer' },
    status: { enum: proposalStatuses },
    action: { enum: ['create', 'edit', 'delete', 'restore'] },
    lead_id: { type: ['integer', 'null'], description: 'Null until the lead is created.' },
    changes: changesSchema,
    proposed_by: named,
    means: meansSchema,
    created_at: time,
    expires_at: time,
    decided_by: { oneOf: [named, { type: 'null' }] },
    decided_at: { type: ['string', 'null'], format: 'date-time' },
  }),
  ProposalAnswer: whole({ proposal: ref('Proposal') }),
  ProposalList: {
    type: 'object',
    required: ['total', 'proposals'],
    properties: {
      total: { type: 'string', pattern: '^[0-9]+$' },
      proposals: { type: 'array', items: ref('Proposal') },
      next: {
        type: ['string', 'null'],
        description: 'Only with `after`: the cursor of the next page, or null after the last page.',
      },
    },
  },
  ProposalIds: {
    type: 'object',
    required: ['ids'],
    additionalProperties: false,
    properties: { ids: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 100 } },
  },
  ProposalResults: whole({
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'integer' },
          status: { type: 'integer' },
          error: whole({ code: { type: 'integer' }, message: { type: 'string' } }),
        },
      },
    },
  }),
};

export const proposalExamples: Readonly<Record<string, unknown>> = {
  ProposalAnswer: { proposal: example },
  ProposalList: { total: '1', proposals: [example] },
  ProposalResults: {
    results: [
      { id: 17, status: 404, error: { code: 404, message: 'Item was not found.' } },
      { id: 18, status: 200 },
    ],
  },
};
