import { invalid } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';
import type { ToolCall } from './tool.ts';

/** Parses stored leads, joined by commas, into objects with the fields that the caller can see. */
export const leadsIn = ({ present }: ToolCall, stored: string): Record<string, unknown>[] =>
  JSON.parse(`[${present(stored)}]`) as Record<string, unknown>[];

/** Returns the IDs of leads, for the record of the call. */
export const idsOf = (leads: readonly Record<string, unknown>[]): LeadId[] =>
  leads.map(({ id }) => id as LeadId);

/** Selects the requested fields of a lead; all fields by default. */
export function choosing({ fields: { byAlias } }: ToolCall, wanted: readonly string[] | undefined) {
  const unknown = wanted?.find((alias) => !byAlias.has(alias));
  if (unknown !== undefined) {
    throw invalid(
      'unknown_field',
      `fields: there is no field "${unknown.slice(0, 80)}". See describe_fields.`,
    );
  }
  return (lead: Record<string, unknown>): Record<string, unknown> =>
    wanted ? Object.fromEntries(wanted.map((alias) => [alias, lead[alias] ?? null])) : lead;
}

/** Removes empty fields, because most fields of most leads are empty and each costs the agent tokens. */
export const withoutEmpty = (lead: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(lead).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
