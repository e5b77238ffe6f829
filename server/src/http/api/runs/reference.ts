import { runStatuses } from '../../../core/runs/index.ts';
import type { Schema } from '../reference/document.ts';
import { pageOf, ref, whole } from '../reference/schema-parts.ts';

const listed = ['limit', 'start', 'listAfter', 'fields'];

/** The operations of runs (spec/rest-api §13). */
export const runOperations = {
  'GET /runs': {
    tag: 'Runs',
    summary: 'List runs',
    about: 'The runs of workflows that you can view, newest first.',
    query: [...listed, 'runWorkflow', 'runStatus'],
    answer: 'RunList',
  },
  'GET /runs/:id': {
    tag: 'Runs',
    summary: 'Read a run',
    about: 'Secrets in `input` are shown as `[secret]`.',
    query: ['fields'],
    answer: 'RunAnswer',
  },
  'GET /runs/:id/steps': {
    tag: 'Runs',
    summary: "List a run's steps",
    about: 'In the order in which they started. Secrets are shown as `[secret]`.',
    query: listed,
    answer: 'StepList',
  },
  'POST /runs/:id/retry': {
    tag: 'Runs',
    summary: 'Retry a run',
    about:
      'Retries a failed or cancelled run as a new run, and returns the new run. Each run can be retried once. From the failed step, it reuses the results of the steps before; from the start, it uses the published version. If that would repeat HTTP requests, emails or started workflows, you get a 409 unless `repeat_calls` is true.',
    body: 'Retry',
    example: { from: 'start' },
    answer: 'RetriedRun',
    isRepeatable: true,
  },
  'POST /runs/:id/cancel': {
    tag: 'Runs',
    summary: 'Cancel a run',
    about:
      'Cancels a queued, running or waiting run. Completed steps are not undone. Cancelling a cancelled run changes nothing; a run that ended otherwise gets a 409.',
    answer: 'ControlledRun',
    isRepeatable: true,
  },
} as const;

const time: Schema = { type: 'string', format: 'date-time' };
const timeOrNull: Schema = { type: ['string', 'null'], format: 'date-time' };
const runOrNull = (description: string): Schema => ({
  type: ['string', 'null'],
  format: 'uuid',
  description,
});

const run = {
  id: { type: 'string', format: 'uuid' },
  status: { enum: runStatuses },
  workflow: {
    oneOf: [whole({ id: { type: 'integer' }, name: { type: 'string' } }), { type: 'null' }],
    description: 'Null if the workflow was deleted.',
  },
  version: { type: 'integer', description: 'The version of the workflow.' },
  accepted_at: time,
  started_at: timeOrNull,
  ended_at: timeOrNull,
  resumes_at: { ...timeOrNull, description: 'When a waiting run resumes, if that is known.' },
  error: { type: ['string', 'null'], description: 'Why the run failed.' },
  warnings: { type: 'integer', description: "How many failures the run's steps handled." },
  retry_of: runOrNull('The run that this one retries.'),
  retried_as: runOrNull('The run that retries this one.'),
  started_by: runOrNull('The run whose step started this one.'),
  called_by: runOrNull('The run whose step waits, or waited, for this one.'),
} satisfies Record<string, Schema>;

export const runSchemas: Readonly<Record<string, Schema>> = {
  RunSummary: whole(run),
  Run: whole({
    ...run,
    input: { description: 'What the run reads as `__data`.' },
    result: { description: 'What the `return` step returned, or null.' },
  }),
  RunStep: whole({
    position: { type: 'integer', description: 'Orders the steps of a run.' },
    path: {
      type: 'string',
      description: "The step's name, with those of the steps around it. Unique in a run.",
    },
    name: { type: 'string' },
    type: { type: 'string' },
    status: { enum: ['running', 'waiting', 'succeeded', 'failed'] },
    started_at: time,
    ended_at: timeOrNull,
    input: {},
    output: {},
    error: { type: ['string', 'null'] },
    handled: { type: 'boolean', description: 'Whether the run continued although the step failed.' },
    approval_id: { type: ['integer', 'null'], description: 'The approval that the step asked for.' },
    called_run: runOrNull('The run that the step called.'),
    attempts: {
      type: 'array',
      description: 'The attempts of a step that makes outgoing calls.',
      items: {
        type: 'object',
        required: ['at'],
        properties: {
          at: time,
          ms: { type: 'number' },
          status: { type: 'integer' },
          error: { type: 'string' },
          next_at: time,
          interrupted: { type: 'boolean' },
        },
      },
    },
  }),
  RunList: pageOf('runs', ref('RunSummary')),
  RunAnswer: whole({ run: ref('Run') }),
  ControlledRun: whole({ run: ref('RunSummary') }),
  RetriedRun: whole({
    run: ref('RunSummary'),
    version: whole({
      own: { type: 'integer', description: 'The version of the run that was retried.' },
      published: { type: 'integer' },
      used: { type: 'integer', description: 'The version of the new run.' },
      reason: { type: ['string', 'null'], description: "Why the new run doesn't use the published version." },
    }),
  }),
  StepList: pageOf('steps', ref('RunStep')),
  Retry: {
    type: 'object',
    additionalProperties: false,
    properties: {
      from: { enum: ['failed_step', 'start'], default: 'failed_step' },
      repeat_calls: {
        type: 'boolean',
        default: false,
        description: 'With `start`: whether outgoing calls may be repeated.',
      },
    },
  },
};

const exampleRun = {
  id: '019a8b3c-5f0e-7c1d-9b2a-3d4e5f607182',
  status: 'succeeded',
  workflow: { id: 4, name: 'Order' },
  version: 1,
  accepted_at: '2026-11-30T12:00:00.000Z',
  started_at: '2026-11-30T12:00:00.010Z',
  ended_at: '2026-11-30T12:00:00.030Z',
  resumes_at: null,
  error: null,
  warnings: 0,
  retry_of: null,
  retried_as: null,
  started_by: null,
  called_by: null,
};

export const runExamples: Readonly<Record<string, unknown>> = {
  RunList: { total: '1', runs: [exampleRun] },
  RunAnswer: { run: { ...exampleRun, input: { __headers: {}, __trigger: 'manual' }, result: null } },
  ControlledRun: { run: exampleRun },
  RetriedRun: { run: exampleRun, version: { own: 1, published: 1, used: 1, reason: null } },
  StepList: {
    total: '1',
    steps: [
      {
        position: 0,
        path: 'done',
        name: 'done',
        type: 'stop',
        status: 'succeeded',
        started_at: '2026-11-30T12:00:00.010Z',
        ended_at: '2026-11-30T12:00:00.030Z',
        input: { as: 'succeeded', message: '' },
        output: null,
        error: null,
        handled: false,
        approval_id: null,
        called_run: null,
        attempts: [],
      },
    ],
  },
};
