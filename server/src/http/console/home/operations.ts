import { z } from 'zod';
import { subjectTypes } from '../../../core/audit/index.ts';
import { readProgress } from '../../../core/onboarding/index.ts';
import { readActivity, readAttention, readFigures } from '../../../core/overview/index.ts';
import { spans, spanUntil } from '../../../core/runs/index.ts';
import { disabledReasons } from '../../../core/webhooks/index.ts';
import { leadNames } from '../leads/lead-names.ts';
import { moment, type Operation, operation } from '../operation.ts';
import { chartAxis, presentAxis } from '../period.ts';

const periodFigures = z.object({
  accepted: z.number(),
  rejected: z.number(),
  runs: z.number(),
  failed: z.number(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

const figuresOf = ({ p50Ms, p95Ms, ...counts }: Awaited<ReturnType<typeof readFigures>>['total']) => ({
  ...counts,
  p50_ms: p50Ms,
  p95_ms: p95Ms,
});

const showProgress = operation({
  method: 'GET',
  path: '/home',
  act: 'profile.view',
  answer: z.object({
    progress: z.object({
      has_workflow: z.boolean(),
      has_request: z.boolean(),
      has_lead: z.boolean(),
      has_colleague: z.boolean(),
      has_api_call: z.boolean(),
    }),
    /** The workflow that the next step is about. */
    workflow: z.number().nullable(),
  }),
  handle: async ({ context, principal }) => {
    const progress = await readProgress(context, principal);
    return {
      progress: {
        has_workflow: progress.hasWorkflow,
        has_request: progress.hasRequest,
        has_lead: progress.hasLead,
        has_colleague: progress.hasColleague,
        has_api_call: progress.hasApiCall,
      },
      workflow: progress.workflow,
    };
  },
});

const showFigures = operation({
  method: 'GET',
  path: '/home/figures',
  act: 'runs.view',
  query: z.strictObject({ span: z.enum(spans).default('day') }),
  answer: z.object({
    ...chartAxis,
    total: periodFigures,
    /** The period before. Null if it may be incomplete, because its data is no longer kept. */
    before: periodFigures.nullable(),
    slots: z.array(periodFigures),
    is_cut: z.boolean(),
    is_rejected_cut: z.boolean(),
  }),
  handle: async ({ context, principal }, { query: { span } }) => {
    const period = spanUntil(span, context.clock.now());
    const { total, before, slots, isCut, isRejectedCut } = await readFigures(context, principal, period);
    return {
      ...presentAxis(period),
      total: figuresOf(total),
      before: before && figuresOf(before),
      slots: slots.map(figuresOf),
      is_cut: isCut,
      is_rejected_cut: isRejectedCut,
    };
  },
});

const showAttention = operation({
  method: 'GET',
  path: '/home/attention',
  act: 'workflows.view',
  answer: z.object({
    failing: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        is_failing: z.boolean(),
        last: moment,
        run: z.string(),
        error: z.string().nullable(),
        runs: z.number(),
      }),
    ),
    rejected: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        last: moment,
        reason: z.string(),
        count: z.number(),
        address: z.string().nullable(),
      }),
    ),
    webhooks: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        disabled_reason: z.enum(disabledReasons).nullable(),
        since: moment,
      }),
    ),
    clients: z.array(z.object({ id: z.number(), name: z.string(), expires_at: moment })),
  }),
  handle: async ({ context, principal }) => {
    const { failing, rejected, webhooks, clients } = await readAttention(context, principal);
    return {
      failing: failing.map(({ isFailing, last, ...rest }) => ({
        ...rest,
        is_failing: isFailing,
        last: last.toISOString(),
      })),
      rejected: rejected.map(({ last, ...rest }) => ({ ...rest, last: last.toISOString() })),
      webhooks: webhooks.map(({ disabledReason, since, ...rest }) => ({
        ...rest,
        disabled_reason: disabledReason,
        since: since.toISOString(),
      })),
      clients: clients.map(({ expiresAt, ...rest }) => ({ ...rest, expires_at: expiresAt.toISOString() })),
    };
  },
});

const showActivity = operation({
  method: 'GET',
  path: '/home/activity',
  act: 'profile.view',
  answer: z.object({
    entries: z.array(
      z.object({
        at: moment,
        user: z.string().nullable(),
        means: z.object({ type: z.string(), name: z.string().nullable() }),
        action: z.string(),
        /** The name is null if the lead was deleted. */
        leads: z.object({ count: z.number(), id: z.number(), name: z.string().nullable() }).nullable(),
        audit: z
          .object({
            id: z.number(),
            subject: z.object({ type: z.enum(subjectTypes), id: z.number(), name: z.string() }),
            /** The new version, if the change published a workflow. */
            version: z.number().nullable(),
          })
          .nullable(),
      }),
    ),
  }),
  handle: async (caller) => {
    const entries = await readActivity(caller.context, caller.principal);
    const names = await leadNames(
      caller,
      entries.flatMap(({ leads }) => (leads ? [leads.newest] : [])),
    );
    return {
      entries: entries.map(({ at, leads, audit, ...rest }) => ({
        ...rest,
        at: at.toISOString(),
        leads: leads && { count: leads.count, id: leads.newest, name: names.get(leads.newest) ?? null },
        audit: audit && {
          id: audit.id,
          subject: audit.subject,
          version: publishedVersion(audit.new),
        },
      })),
    };
  },
});

export const homeOperations: readonly Operation[] = [showProgress, showFigures, showAttention, showActivity];

const publishedVersion = ({ published_version }: Readonly<Record<string, unknown>>): number | null =>
  typeof published_version === 'number' ? published_version : null;
