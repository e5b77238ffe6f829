import type { ApiResponse } from '../../api/call.ts';
import { auditTexts } from '../../texts/audit.ts';
import type { FieldChange } from './change-table.tsx';
import { shownName, shownValue } from './shown-value.ts';

type Viewed = ApiResponse<'GET /audit/:id'>;
type Values = Viewed['now'];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const valueIn = (values: Values, key: string) => (values === null ? null : shownValue(key, values[key]));
const namesOf = (...values: Values[]) => [...new Set(values.flatMap((one) => Object.keys(one ?? {})))];

/** Returns the fields of the item that the change changed. */
export const itemChanges = ({ before, after, now }: Viewed): FieldChange[] =>
  namesOf(before, after)
    .filter((key) => before === null || after === null || !isSame(before[key], after[key]))
    .map((key) => ({
      key,
      name: shownName(key),
      before: valueIn(before, key),
      after: valueIn(after, key),
      ...(after !== null &&
        !isSame(now?.[key], after[key]) && { now: valueIn(now, key) ?? auditTexts.entry.deleted }),
    }));

/** What an entry is about. It stays, also if it didn't change. */
const identifying = 'run';

/** Returns what the entry itself recorded, without values that stayed the same. */
export function recordedChanges({ entry }: Viewed): FieldChange[] {
  const [before, after] = [entry.old, entry.new].map((values) =>
    Object.keys(values).length === 0 ? null : values,
  ) as [Values, Values];
  return namesOf(before, after)
    .filter(
      (key) => key === identifying || before === null || after === null || !isSame(before[key], after[key]),
    )
    .map((key) => ({ key, name: shownName(key), before: valueIn(before, key), after: valueIn(after, key) }));
}

/** Returns the ID of the run that the entry is about: of a retry, the new one. */
export function runOf({ entry }: Viewed): string | undefined {
  const run = entry.new[identifying] ?? entry.old[identifying];
  return typeof run === 'string' ? run : undefined;
}
