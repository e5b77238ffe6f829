import { z } from 'zod';
import { may } from '../../../core/access/index.ts';
import {
  changeLeads,
  createLead,
  deleteLead,
  editLead,
  type LeadChange,
  readLead,
  readRunIds,
  readTimeline,
  restoreLead,
  type WrittenLead,
} from '../../../core/leads/index.ts';
import { browseRuns } from '../../../core/runs/index.ts';
import { HarkError } from '../../../lib/errors.ts';
import type { LeadId, UserId } from '../../../lib/ids.ts';
import { type Caller, idParams, moment, type Operation, operation, PreparedJson } from '../operation.ts';
import { listedRun, presentListed } from '../runs/present-run.ts';
import { shownTo } from './acting.ts';
import { fieldChanges, lead } from './shapes.ts';

const historyPage = 50;
const values = z.record(z.string(), z.unknown());
const one = z.object({ lead });
const maxRuns = 50;

export async function changeLeadsAsUser<T>(
  caller: Caller,
  effect: (change: LeadChange) => Promise<T>,
): Promise<{ result: T; present: (stored: string) => string }> {
  const { context, principal, visitor } = caller;
  const { fields, present } = await shownTo(caller);
  const unrepeatable = { key: undefined, method: '', path: '', body: Buffer.alloc(0) };
  let result: { is: T } | undefined;
  await changeLeads(context, { principal, fields, origin: visitor.address }, unrepeatable, async (change) => {
    result = { is: await effect(change) };
    return { status: 200, body: '', leads: [] };
  });
  return { result: (result as { is: T }).is, present };
}

const writing = async (caller: Caller, effect: (change: LeadChange) => Promise<WrittenLead>) => {
  const { result, present } = await changeLeadsAsUser(caller, effect);
  return new PreparedJson(`{"lead":${present(result.stored)}}`);
};

const addLead = operation({
  method: 'POST',
  path: '/leads',
  act: 'leads.create',
  body: values,
  answer: one,
  handle: (caller, { body }) => writing(caller, (change) => createLead(change, body)),
});

const openLead = operation({
  method: 'GET',
  path: '/leads/:id',
  act: 'leads.view',
  params: idParams,
  answer: z.object({
    /** Null if the lead was deleted: its history remains, and it can be restored. */
    lead: lead.nullable(),
    may_edit: z.boolean(),
    may_delete: z.boolean(),
  }),
  handle: showLead,
});

const changeLead = operation({
  method: 'PATCH',
  path: '/leads/:id',
  act: 'leads.edit',
  params: idParams,
  body: values,
  answer: one.extend({ changes: fieldChanges }),
  async handle(caller, { params, body }) {
    const { result, present } = await changeLeadsAsUser(caller, (change) =>
      editLead(change, params.id as LeadId, body),
    );
    const changes = JSON.stringify(result.changes ?? []);
    return new PreparedJson(`{"lead":${present(result.stored)},"changes":${changes}}`);
  },
});

const removeLead = operation({
  method: 'DELETE',
  path: '/leads/:id',
  act: 'leads.delete',
  params: idParams,
  async handle(caller, { params }) {
    await changeLeadsAsUser(caller, (change) => deleteLead(change, params.id as LeadId));
  },
});

const restoreDeleted = operation({
  method: 'POST',
  path: '/leads/:id/restore',
  act: 'leads.restore',
  params: idParams,
  answer: one,
  handle: (caller, { params }) => writing(caller, (change) => restoreLead(change, params.id as LeadId)),
});

const showHistory = operation({
  method: 'GET',
  path: '/leads/:id/history',
  act: 'leads.view_history',
  params: idParams,
  query: z.strictObject({ start: z.coerce.number().int().min(0).optional() }),
  answer: z.object({
    total: z.number(),
    history: z.array(
      z.object({
        id: z.number(),
        date: moment,
        action: z.enum(['created', 'edited', 'deleted', 'restored']),
        user: z.object({ id: z.number(), name: z.string() }).nullable(),
        means: z.object({ type: z.string(), id: z.number().nullable(), name: z.string().nullable() }),
        changes: fieldChanges,
        run: z.string().nullable(),
        started_by: z.string().nullable(),
        proposal: z
          .object({
            id: z.number(),
            proposed_by: z.object({ id: z.number(), name: z.string() }),
            means: z.object({ type: z.string(), id: z.number().nullable(), name: z.string().nullable() }),
          })
          .nullable(),
      }),
    ),
  }),
  async handle({ context, principal }, { params, query: { start = 0 } }) {
    const page = { limit: historyPage, start };
    const found = await readTimeline(context, principal, params.id as LeadId, page);
    return new PreparedJson(JSON.stringify(found));
  },
});

const showRuns = operation({
  method: 'GET',
  path: '/leads/:id/runs',
  act: 'runs.view',
  params: idParams,
  answer: z.object({ runs: z.array(listedRun) }),
  async handle({ context, principal }, { params }) {
    const ids = await readRunIds(context, principal, params.id as LeadId, maxRuns);
    const { runs } = await browseRuns(context, principal, { ids }, { before: null, most: maxRuns });
    return { runs: runs.map(presentListed) };
  },
});

export const recordOperations: readonly Operation[] = [
  addLead,
  openLead,
  changeLead,
  removeLead,
  restoreDeleted,
  showHistory,
  showRuns,
];

async function showLead(caller: Caller, { params }: { params: { id: number } }) {
  const { context, principal } = caller;
  const { fields, present } = await shownTo(caller);
  const id = params.id as LeadId;
  try {
    const shown = present(await readLead(context, principal, fields, id));
    const { owner_id } = JSON.parse(shown) as { owner_id: UserId | null };
    const [mayEdit, mayDelete] = [
      may(principal, 'leads.edit', owner_id),
      may(principal, 'leads.delete', owner_id),
    ];
    return new PreparedJson(`{"lead":${shown},"may_edit":${mayEdit},"may_delete":${mayDelete}}`);
  } catch (error) {
    if (!(error instanceof HarkError) || error.kind !== 'not-found') throw error;
    // Users who could see the lead may read its history. All others get a 404 here.
    await readTimeline(context, principal, id, { limit: 1, start: 0 });
    return { lead: null, may_edit: false, may_delete: may(principal, 'leads.restore') };
  }
}
