import { type ApiInput, type ApiResponse, CallError } from '../../../api/call.ts';

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

/** Finds the error of a field. `path` is relative to the trigger, such as `inputs.0.name`. */
export type ErrorAt = (path: string) => string | undefined;

/** Returns the errors of one trigger by field, and whether there are others. */
export function errorsOf(error: Error | null, index: number): { errorAt: ErrorAt; hasOthers: boolean } {
  const problems = error instanceof CallError ? error.problems : [];
  const start = `triggers.${index}.`;
  const own = problems.filter(({ path }) => path.startsWith(start));
  return {
    errorAt: (path) => {
      const found = own.find((problem) => `${problem.path}.`.startsWith(`${start}${path}.`));
      return found && capitalized(found.message);
    },
    hasOthers: error !== null && own.length < Math.max(1, problems.length),
  };
}

/** The server's message continues after the name of the field, so it starts in lower case. */
const capitalized = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);
