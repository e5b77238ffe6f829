import { type CsvProblem, type CsvRecord, maxCells } from '../../../lib/csv/read-record.ts';
import { unguardCell } from '../../../lib/csv/write-record.ts';
import { invalid } from '../../../lib/errors.ts';
import { type FieldSet, type LeadField, typeOf } from '../../lead-fields/index.ts';
import { createLead, editLead, findLeadId, type LeadChange } from '../../leads/index.ts';
import { findSignInUser } from '../../users/index.ts';
import type { ImportOptions } from './import-options.ts';

/** Returns the value for the API. For an empty cell that is undefined, which leaves the field unchanged. */
function readCell(field: LeadField, cell: string): unknown {
  const text = unguardCell(cell);
  return text.trim() === '' ? undefined : typeOf(field).parse(text);
}

const explained: Readonly<Record<CsvProblem, string>> = {
  text_after_quote:
    'There is text between a closing quote and the next separator. Double any quotes inside a cell.',
  quote_not_closed: 'A quote is never closed.',
  not_decodable: "The row contains characters that aren't valid in the chosen encoding.",
  too_many_cells: `The row has more than ${maxCells} cells. Check the separator.`,
};

export type RowOutcome = 'created' | 'changed' | 'unchanged';

/** Writes one row through the same use cases and rules as the API. */
export async function importRow(
  change: LeadChange,
  options: ImportOptions,
  { cells, problem }: CsvRecord,
): Promise<RowOutcome> {
  if (problem) throw invalid('bad_row', explained[problem]);
  const { id, ...values } = await readValues(change, options, cells);
  const { mode, match } = options;
  if (mode === 'create' || match === null) {
    await createLead(change, values);
    return 'created';
  }
  const wanted = match === 'id' ? id : values[match];
  if (wanted === undefined && mode === 'update')
    throw invalid('no_match_value', `${match}: is empty, so no lead can be matched.`);
  const found = wanted === undefined ? undefined : await findLeadId(change, { [match]: wanted });
  if (found === undefined) {
    if (mode === 'update') throw invalid('no_match', `${match}: no lead that you can see has this value.`);
    await createLead(change, values);
    return 'created';
  }
  const written = await editLead(change, found, values);
  return written.isUnchanged ? 'unchanged' : 'changed';
}

async function readValues(
  { transaction, workspace, fields }: LeadChange,
  { mapping }: ImportOptions,
  cells: readonly string[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const { column, alias } of mapping) {
    const field = fieldOf(fields, alias);
    let value = readCell(field, cells[column] ?? '');
    // Files identify users by email address, because people don't know user IDs.
    if (typeOf(field).refersTo === 'user' && typeof value === 'string') {
      const user = await findSignInUser(transaction, workspace, value);
      if (!user) throw invalid('unknown_user', `${alias}: no active user has this email address.`);
      value = user.id;
    }
    if (value !== undefined) values[alias] = value;
  }
  return values;
}

function fieldOf({ byAlias }: FieldSet, alias: string): LeadField {
  const field = byAlias.get(alias);
  if (!field) throw invalid('unknown_field', `${alias}: the field was deleted in the meantime.`);
  return field;
}
