import { leadFieldsTexts } from './lead-fields.ts';
import { filterTexts } from './leads/views.ts';
import { runStatuses } from './runs/run-statuses.ts';

const lower = Object.fromEntries(
  Object.entries(runStatuses).map(([status, name]) => [status, name.toLowerCase()]),
);
const reach = { none: 'none', own: 'their own', all: 'all' };
const write = { ...reach, propose: 'propose only' };

/** The words for values that the audit log records as codes, by field. */
export const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: lower,
  match: { all: 'all filters', any: 'any filter' },
  operator: filterTexts.operators,
  type: leadFieldsTexts.types,
  dedupe: { auto: "by the sender's delivery ID", header: 'only by the idempotency header' },
  respond_with: { receipt: 'immediately, with the run ID', workflow: "wait for the workflow's response" },
  from: { start: 'the first step', 'failed step': 'the failed step' },
  'api.write_rest': write,
  'api.write_mcp': write,
  'leads.view': reach,
  'leads.edit': reach,
  'leads.delete': reach,
  'workflows.view': reach,
  'workflows.edit': reach,
};
