import { firstUuid7 } from '../../lib/crypto/uuid7.ts';
import type { Context } from '../context/index.ts';
import { type DirectoryEntry, type Figures, selectDirectoryEntries, selectFigures } from './figures-store.ts';

const pageSize = 500;
const dayMs = 24 * 3_600_000;

export type ListedWorkspace = DirectoryEntry & Figures;

/** Yields all workspaces with their figures, ordered by ID. */
export async function* listFigures({ db, clock }: Context): AsyncGenerator<ListedWorkspace> {
  const firstRun = firstUuid7(clock.now().getTime() - dayMs);
  for (let after = 0; ; ) {
    const page = await selectDirectoryEntries(db, after, pageSize);
    for (const entry of page) {
      const { id } = entry;
      const figures = await db.read(id, (transaction) => selectFigures(transaction, id, firstRun));
      yield { ...entry, ...figures };
      after = id;
    }
    if (page.length < pageSize) return;
  }
}
