import { useState } from 'react';
import type { Outcome } from './use-decide.ts';

/**
 * Keeps the rows that the user decides where they are until the user opens another list, so that no other row slides
 * under the pointer. The rows are sorted by descending ID, as on the server.
 */
export function useDecidedRows<
  Row extends { readonly id: number; readonly status: string; readonly can_decide: boolean },
>(list: string, listed: readonly Row[]) {
  const [decided, setDecided] = useState<{ readonly list: string; readonly rows: readonly Row[] }>();
  // Opening another list forgets them, so they are gone when the user comes back.
  if (decided && decided.list !== list) setDecided(undefined);
  const kept = decided?.list === list ? decided.rows : [];
  const current = listed.filter(
    ({ id, status }) => status !== 'pending' || !kept.some((row) => row.id === id),
  );
  const rows = [...current, ...kept.filter(({ id }) => !current.some((row) => row.id === id))].sort(
    (one, other) => other.id - one.id,
  );
  const keep = (outcome: Outcome, ids: readonly number[]) => {
    const added = rows.filter(({ id }) => ids.includes(id));
    setDecided((before) => ({
      list,
      rows: [
        ...(before?.list === list ? before.rows : []),
        ...added.map((row) => ({ ...row, status: outcome, can_decide: false })),
      ],
    }));
  };
  return { rows, keep };
}
