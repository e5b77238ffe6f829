import { z } from 'zod';
import { viewStepFigures } from '../../../core/runs/index.ts';
import { checkWorkflow, findWorkflowAs, noteTrial } from '../../../core/workflows/index.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { idParams, operation } from '../operation.ts';
import { answers, input, wrongSteps } from './trial-operations.ts';
import { writtenSteps } from './workflow-operations.ts';

export const stepOperations = ({ testStep, mailer }: ConsoleData) => [
  operation({
    method: 'POST',
    path: '/workflows/:id/try-step',
    act: 'runs.start',
    params: idParams,
    body: z.strictObject({
      steps: writtenSteps,
      /** The name of the step to test. */
      step: z.string().max(64),
      input,
      answers,
      /** Whether to send the step's HTTP request for real. */
      send: z.boolean().default(false),
    }),
    answer: z.object({
      status: z.enum(['succeeded', 'failed', 'not reached']),
      error: z.string().nullable(),
      /** The input and output as JSON, with secrets hidden. */
      input: z.string().nullable(),
      output: z.string().nullable(),
      /** How long the real request took; null if none was sent. */
      sent_ms: z.number().nullable(),
    }),
    handle: async (caller, { params, body }) => {
      const { context, principal } = caller;
      const workflow = params.id as WorkflowId;
      const named = await findWorkflowAs(context, principal, workflow, 'runs.start');
      const checked = checkWorkflow(body.steps);
      if (!checked.ok) throw wrongSteps(body.steps);
      await noteTrial(caller, named, checked.workflow, body.send ? body.step : undefined);
      const { sentMs, ...result } = await testStep(context, {
        workspace: principal.workspace.id,
        workflow,
        steps: checked.workflow,
        step: body.step,
        isSent: body.send,
        input: 'run' in body.input ? { run: body.input.run as RunId } : body.input,
        answers: body.answers,
        mailer,
      });
      return { ...result, sent_ms: sentMs };
    },
  }),
  operation({
    method: 'GET',
    path: '/workflows/:id/figures',
    act: 'runs.view',
    params: idParams,
    /** Without a run, the figures cover the runs of the last 24 hours. */
    query: z.strictObject({ run: z.uuid().optional() }),
    answer: z.object({
      runs: z.number(),
      /** Whether only the newest runs could be read. */
      is_cut: z.boolean(),
      steps: z.array(
        z.object({
          name: z.string(),
          count: z.number(),
          failed: z.number(),
          retried: z.number(),
          unfinished: z.number(),
          p50_ms: z.number().nullable(),
          p95_ms: z.number().nullable(),
        }),
      ),
    }),
    handle: async ({ context, principal }, { params, query }) => {
      const id = params.id as WorkflowId;
      const found = await viewStepFigures(context, principal, id, query.run as RunId | undefined);
      return {
        runs: found.runs,
        is_cut: found.isCut,
        steps: found.steps.map(({ p50Ms, p95Ms, ...rest }) => ({ ...rest, p50_ms: p50Ms, p95_ms: p95Ms })),
      };
    },
  }),
];
