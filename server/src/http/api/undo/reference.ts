import { meansTypes } from '../../../core/audit/index.ts';
import type { Schema } from '../reference/document.ts';
import { changesSchema, pageOf, ref, whole } from '../reference/schema-parts.ts';

const example = {
  cause: { means: { type: 'apply' } },
  since: '2026-01-01T00:00:00Z',
};
const body = { tag: 'Undo', body: 'UndoParams', example } as const;

/** The operations of undo by cause (spec/undo §3). */
export const undoOperations = {
  'POST /undo/preview': {
    ...body,
    summary: 'Preview an undo',
    about:
      'Returns what an undo would do, and changes nothing. `first` lists up to 100 leads of each kind. A field that others changed since is left alone.',
    answer: 'UndoPreviewAnswer',
  },
  'POST /undo/new': {
    ...body,
    summary: 'Start an undo',
    about:
      'Undoes what the cause changed in the period, in the background. Later changes by others stay and are listed. The undo is itself a cause, so it can be undone with `{"cause":{"job":ID}}`.',
    status: 202,
    answer: 'UndoAnswer',
    isRepeatable: true,
  },
  'GET /undo/:id': { tag: 'Undo', summary: 'Read an undo', answer: 'UndoAnswer' },
  'POST /undo/:id/cancel': {
    tag: 'Undo',
    summary: 'Cancel an undo',
    about: 'What was undone until then stays undone. Cancelling an undo that ended changes nothing.',
    answer: 'UndoAnswer',
  },
  'GET /undo/:id/left-alone': {
    tag: 'Undo',
    summary: 'List what an undo left alone',
    query: ['limit', 'start'],
    answer: 'LeftAloneList',
  },
} as const;

const number: Schema = { type: 'integer' };
const time: Schema = { type: 'string', format: 'date-time' };
const timeOrNull: Schema = { type: ['string', 'null'], format: 'date-time' };
const ids: Schema = { type: 'array', maxItems: 100, items: number };

const counts = {
  leads: { ...number, description: 'How many leads the cause changed.' },
  changed: { ...number, description: 'Leads whose fields go back.' },
  fields: { ...number, description: 'Fields that go back.' },
  deleted: { ...number, description: 'Leads that the cause created or restored.' },
  restored: { ...number, description: 'Leads that the cause deleted.' },
  left_alone: { ...number, description: 'Fields and leads that stay, usually because others changed them.' },
};

export const undoSchemas: Readonly<Record<string, Schema>> = {
  UndoCause: {
    type: 'object',
    additionalProperties: false,
    description: 'A user, a means or both, as in the history of a lead; or a run; or a job.',
    properties: {
      user: { ...number, description: 'The ID of a user.' },
      means: {
        type: 'object',
        required: ['type'],
        additionalProperties: false,
        properties: {
          type: { enum: meansTypes },
          id: { type: ['integer', 'null'], description: 'Null matches only changes that have no ID.' },
          name: { type: ['string', 'null'], description: 'Null matches every name.' },
        },
      },
      run: { type: 'string', format: 'uuid' },
      job: { ...number, description: 'An import, a bulk change or an earlier undo.' },
    },
  },
  UndoParams: {
    type: 'object',
    required: ['cause'],
    additionalProperties: false,
    properties: {
      cause: ref('UndoCause'),
      since: { ...time, description: 'Required, except for a run or a job.' },
      until: { ...time, description: 'The default is now.' },
    },
  },
  Undo: whole({
    id: number,
    status: { enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'] },
    name: { type: 'string' },
    cause: ref('UndoCause'),
    since: time,
    until: time,
    created_by: whole({ id: number, name: { type: 'string' } }),
    created_at: time,
    started_at: timeOrNull,
    ended_at: timeOrNull,
    done: { ...number, description: 'How many leads were processed.' },
    ...counts,
    error: { type: ['string', 'null'] },
  }),
  UndoAnswer: whole({ undo: ref('Undo') }),
  LeftAlone: whole({
    lead_id: number,
    field: { type: ['string', 'null'], description: 'Null if it concerns the whole lead.' },
    reason: { type: 'string' },
    changed_by: { type: ['string', 'null'] },
    changed_at: timeOrNull,
  }),
  LeftAloneList: pageOf('left_alone', ref('LeftAlone')),
  UndoPreview: whole({
    name: { type: 'string', description: 'What the history calls the cause.' },
    since: time,
    until: time,
    covered: { ...number, description: 'How many leads the counts and lists cover.' },
    ...counts,
    first: whole({
      changed: { type: 'array', maxItems: 100, items: whole({ lead_id: number, changes: changesSchema }) },
      deleted: ids,
      restored: ids,
      left_alone: { type: 'array', maxItems: 100, items: ref('LeftAlone') },
    }),
  }),
  UndoPreviewAnswer: whole({ preview: ref('UndoPreview') }),
};

const period = { since: '2026-01-01T00:00:00.000Z', until: '2026-11-30T12:00:00.000Z' };
const counted = { leads: 3, changed: 1, fields: 1, deleted: 1, restored: 0, left_alone: 1 };
const leftAlone = {
  lead_id: 4712,
  field: 'city',
  reason: 'The field was changed since.',
  changed_by: 'Ann Admin',
  changed_at: '2026-11-30T11:40:00.000Z',
};

export const undoExamples: Readonly<Record<string, unknown>> = {
  UndoAnswer: {
    undo: {
      id: 12,
      status: 'queued',
      name: 'Undo: apply',
      cause: { means: { type: 'apply', id: null, name: null } },
      ...period,
      created_by: { id: 2, name: 'Ann Admin' },
      created_at: '2026-11-30T12:00:00.000Z',
      started_at: null,
      ended_at: null,
      done: 0,
      ...counted,
      changed: 0,
      fields: 0,
      deleted: 0,
      left_alone: 0,
      error: null,
    },
  },
  LeftAloneList: { total: '1', left_alone: [leftAlone] },
  UndoPreviewAnswer: {
    preview: {
      name: 'apply',
      ...period,
      covered: 3,
      ...counted,
      first: {
        changed: [{ lead_id: 4711, changes: [{ field: 'status', old: 'lost', new: 'qualified' }] }],
        deleted: [4713],
        restored: [],
        left_alone: [leftAlone],
      },
    },
  },
};
