import { approvalStatuses } from '../../../core/approvals/index.ts';
import type { Schema } from './document.ts';
import { pageOf, ref, whole } from './schema-parts.ts';

const time: Schema = { type: 'string', format: 'date-time' };
const named = whole({ id: { type: 'integer' }, name: { type: 'string' } });

export const approvalSchemas: Readonly<Record<string, Schema>> = {
  Approval: whole({
    id: { type: 'integer' },
    status: { enum: approvalStatuses },
    title: { type: 'string' },
    text: { type: 'string', description: 'Markdown.' },
    workflow: whole({
      id: { type: 'integer' },
      name: { type: ['string', 'null'], description: 'Null if the workflow was deleted.' },
    }),
    run_id: { type: 'string', format: 'uuid' },
    step: { type: 'string', description: "The step's path in the run." },
    by: {
      oneOf: [whole({ users: { type: 'array', items: named } }), whole({ role: named })],
      description: 'Who can decide, besides administrators.',
    },
    can_decide: { type: 'boolean', description: 'Whether you can decide it now.' },
    on_timeout: { enum: ['reject', 'approve', 'fail'] },
    created_at: time,
    expires_at: time,
    decided_at: { type: ['string', 'null'], format: 'date-time' },
    decided_by: { oneOf: [named, { type: 'null' }] },
    comment: { type: ['string', 'null'] },
  }),
  ApprovalAnswer: whole({ approval: ref('Approval') }),
  ApprovalList: pageOf('approvals', ref('Approval')),
  Decision: {
    type: 'object',
    additionalProperties: false,
    properties: { comment: { type: ['string', 'null'], maxLength: 1_000 } },
  },
};

const approval = {
  id: 17,
  status: 'approved',
  title: 'Give Lea Muster a discount of 20%?',
  text: 'She has been a customer for **ten years**.',
  workflow: { id: 4, name: 'Discount' },
  run_id: '01934f3e-7b00-7000-8000-000000000017',
  step: 'ask',
  by: { role: { id: 2, name: 'Sales lead' } },
  can_decide: false,
  on_timeout: 'reject',
  created_at: '2026-11-30T12:00:00.000Z',
  expires_at: '2026-12-07T12:00:00.000Z',
  decided_at: '2026-11-30T12:20:00.000Z',
  decided_by: { id: 3, name: 'Sam Sales' },
  comment: 'Fine with me.',
};

export const approvalExamples = {
  ApprovalAnswer: { approval },
  ApprovalList: { total: '1', approvals: [approval] },
};
