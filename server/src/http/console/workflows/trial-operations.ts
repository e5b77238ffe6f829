import { z } from 'zod';
import { listSamples, runStatuses, viewRun } from '../../../core/runs/index.ts';
import { listSecretNames } from '../../../core/secrets/index.ts';
import {
  answeredOutput,
  checkSteps,
  checkWorkflow,
  findWorkflowAs,
  noteTrial,
  outlineSteps,
  previewedItems,
  previewTemplate,
  warnWorkflow,
} from '../../../core/workflows/index.ts';
import { readSettings } from '../../../core/workspaces/index.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { type Caller, idParams, moment, type Operation, operation } from '../operation.ts';
import { WrongInput } from '../read-input.ts';
import { outline, presentOutline } from '../runs/present-run.ts';
import { presentRecent, recentRun } from './list-operations.ts';
import { writtenSteps } from './workflow-operations.ts';
import { presentWarnings, sentenceOf, warnings } from './writing-operations.ts';

const maxSamples = 20;
const maxSteps = 200;
const runId = z.uuid();
const data = z.record(z.string(), z.unknown());
/** The input of a test run: a past request, or data that the user entered. */
export const input = z.union([z.strictObject({ run: runId }), z.strictObject({ data })]);
/** The response bodies to use for HTTP requests, by step name. */
export const answers = data.default({});

const showSamples = operation({
  method: 'GET',
  path: '/workflows/:id/samples',
  act: 'runs.view',
  params: idParams,
  answer: z.object({ samples: z.array(recentRun) }),
  handle: async ({ context, principal }, { params }) => {
    const runs = await listSamples(context, principal, params.id as WorkflowId, maxSamples);
    return { samples: runs.map(presentRecent) };
  },
});

const showSample = operation({
  method: 'GET',
  path: '/workflows/:id/samples/:run',
  act: 'runs.view',
  params: idParams.extend({ run: runId }),
  answer: z.object({
    input: data,
    /** The outputs by step name. For a step in a loop, the output of the last iteration. */
    outputs: data,
  }),
  handle: (caller, { params }) => sampleOf(caller, params.id, params.run),
});

const previewValue = operation({
  method: 'POST',
  path: '/workflows/:id/preview',
  act: 'runs.view',
  params: idParams,
  body: z.strictObject({
    source: z.string().max(64 * 1024),
    is_condition: z.boolean().default(false),
    loops: z
      .array(z.strictObject({ as: z.string().max(64), items: z.json() }))
      .max(8)
      .default([]),
    input,
    answers,
  }),
  answer: z.object({
    /** The value as JSON. */
    value: z.string().nullable(),
    item: z.enum(previewedItems),
    /** The steps that have to run before the value is known. */
    pending: z.array(z.string()),
    problems: z.array(
      z.object({ message: z.string(), line: z.number().nullable(), column: z.number().nullable() }),
    ),
  }),
  handle: async (caller, { params, body }) => {
    const { context, principal } = caller;
    const sample =
      'run' in body.input
        ? await sampleOf(caller, params.id, body.input.run)
        : { input: body.input.data, outputs: {} };
    await findWorkflowAs(context, principal, params.id as WorkflowId, 'runs.view');
    const secretNames = await listSecretNames(context, principal.workspace.id);
    const settings = await readSettings(context, principal.workspace.id);
    const preview = previewTemplate({
      source: body.source,
      isCondition: body.is_condition,
      loops: body.loops,
      data: sample.input,
      outputs: { ...sample.outputs, ...answeredOutputs(body.answers) },
      run: 'run' in body.input ? body.input.run : '00000000-0000-7000-8000-000000000000',
      workspace: principal.workspace,
      secretNames,
      zone: settings.timezone,
      now: context.clock.now(),
    });
    if (preview.ok) {
      const { value, item, pending } = preview;
      const isKnown = item !== 'unknown' && pending.length === 0;
      const shown = isKnown ? (JSON.stringify(value) ?? 'null') : null;
      return { value: shown, item, pending: [...pending], problems: [] };
    }
    return {
      value: null,
      item: 'none' as const,
      pending: [],
      problems: preview.problems.map((problem) => ({
        message: sentenceOf(problem),
        line: problem.line,
        column: problem.column,
      })),
    };
  },
});

const tryDraft = ({ runTrial, mailer }: ConsoleData) =>
  operation({
    method: 'POST',
    path: '/workflows/:id/try',
    act: 'runs.start',
    params: idParams,
    body: z.strictObject({ steps: writtenSteps, input, answers }),
    answer: z.object({
      status: z.enum(['succeeded', 'failed', 'unfinished']),
      error: z.string().nullable(),
      owner: z.object({ name: z.string(), is_active: z.boolean() }),
      steps: z.array(
        z.object({
          path: z.string(),
          name: z.string(),
          type: z.string(),
          status: z.enum(runStatuses),
          /** The input as JSON, with secrets hidden. */
          input: z.string().nullable(),
          output: z.string().nullable(),
          error: z.string().nullable(),
          at: moment,
        }),
      ),
      outline,
      warnings,
    }),
    handle: async (caller, { params, body }) => {
      const { context, principal } = caller;
      const workflow = params.id as WorkflowId;
      const named = await findWorkflowAs(context, principal, workflow, 'runs.start');
      const checked = checkWorkflow(body.steps);
      if (!checked.ok) throw wrongSteps(body.steps);
      await noteTrial(caller, named, checked.workflow);
      const hasMail = mailer !== undefined;
      const found = await warnWorkflow(context, principal, workflow, { steps: body.steps, hasMail });
      const { status, error, owner, steps } = await runTrial(context, {
        workspace: principal.workspace.id,
        workflow,
        steps: checked.workflow,
        input: 'run' in body.input ? { run: body.input.run as RunId } : body.input,
        answers: body.answers,
        mailer,
      });
      return {
        status,
        error,
        owner: { name: owner.name, is_active: owner.isActive },
        steps: steps.map(({ at, status, ...step }) => ({
          ...step,
          status: status as 'succeeded',
          at: at.toISOString(),
        })),
        outline: presentOutline(outlineSteps(body.steps)),
        warnings: presentWarnings(found),
      };
    },
  });

export const workflowTrialOperations = (consoleData: ConsoleData): Operation[] => [
  showSamples,
  showSample,
  previewValue,
  tryDraft(consoleData),
];

export const wrongSteps = (steps: readonly unknown[]) =>
  new WrongInput(checkSteps(steps).map(({ path, message }) => ({ path: path.join('.'), message })));

/** Returns the outputs of HTTP requests with supplied responses. */
const answeredOutputs = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, body]) => [name, answeredOutput(body)]));

/** Returns the input and outputs of one of this workflow's runs, limited to what the caller can see. */
async function sampleOf({ context, principal }: Caller, workflow: number, run: string) {
  const found = await viewRun(context, principal, run as RunId, { after: -1, most: maxSteps });
  if (found.workflow.id !== workflow) {
    throw new HarkError('not-found', 'unknown_run', 'This workflow has no such run.');
  }
  return {
    input: found.input as Record<string, unknown>,
    outputs: Object.fromEntries(found.steps.map(({ name, output }) => [name, output])),
  };
}
