import type { ApiInput, ApiResponse } from '../../../api/call.ts';

/** A trigger as the server describes it. */
export type Trigger = ApiResponse<'GET /workflows/:id/triggers'>['triggers'][number];
/** A trigger as the server saves it. */
export type WantedTrigger = ApiInput<'PUT /workflows/:id/triggers'>['body']['triggers'][number];
export type TriggerType = Trigger['type'];
export type WantedSchedule = Extract<WantedTrigger, { type: 'schedule' }>;
export type WantedManual = Extract<WantedTrigger, { type: 'manual' }>;
export type WantedLeadTrigger = Exclude<WantedTrigger, WantedSchedule | WantedManual>;

/** Returns a stored trigger in the form in which it can be saved again. */
export function wantedOf({
  type,
  cron,
  timezone,
  catch_up,
  fields,
  filters,
  match,
  inputs,
}: Trigger): WantedTrigger {
  if (type === 'schedule')
    return { type, cron: cron ?? '', timezone: timezone ?? 'UTC', catch_up: catch_up ?? 'last' };
  if (type === 'manual') return { type, inputs };
  if (type === 'lead.updated') return { type, ...(fields.length > 0 && { fields }), filters, match };
  return { type, filters, match };
}

/** Returns a new trigger with the most common settings. */
export function newTrigger(type: TriggerType): WantedTrigger {
  if (type === 'schedule') return { type, cron: '0 8 * * MON-FRI', catch_up: 'last' };
  if (type === 'manual') return { type, inputs: [] };
  return { type, filters: [], match: 'all' };
}
