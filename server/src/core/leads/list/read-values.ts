import { type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { presentWire } from '../record/lead-wire.ts';
import { selectStatuses, selectStatusesOf, selectTagged } from './values-store.ts';

type FieldInUse = 'status' | 'tags';

interface ValueInUse {
  readonly value: string;
  /** How many leads have it; a lower bound if there are many. */
  readonly count: number;
}

/** Returns a field's values in the leads that a user can see, the most frequent first. Never reads all leads. */
export async function readValuesInUse(
  { db }: Context,
  principal: Principal,
  fields: FieldSet,
  field: FieldInUse,
): Promise<ValueInUse[]> {
  const reach = reachOf(principal, 'leads.view');
  if (reach === 'none') return [];
  const workspace = principal.workspace.id;
  const owner = reach === 'own' ? principal.user.id : null;
  const leadOf = (stored: string) =>
    JSON.parse(presentWire(stored, new Map(), fields)) as { status: string; tags: string[] };
  const found = await db.read(workspace, async (transaction) => {
    if (field === 'tags')
      return countEach(
        (await selectTagged(transaction, workspace, owner, fields)).flatMap(
          ({ stored }) => leadOf(stored).tags,
        ),
      );
    const rows = await (owner === null
      ? selectStatuses(transaction, workspace, fields)
      : selectStatusesOf(transaction, workspace, owner, fields));
    return rows.map(({ stored, count }) => ({ value: leadOf(stored).status, count }));
  });
  return found.sort((one, other) => other.count - one.count);
}

function countEach(words: readonly string[]): ValueInUse[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}
