import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { type KeyUse, keptMs } from './key-use.ts';
import { purgeUses, upsertUses } from './key-use-store.ts';

/**
 * The max callers buffered between two writes. Further callers are dropped: a longer list wouldn't be
 * readable anyway.
 */
const maxWaiting = 1_000;
const maxAgentLength = 120;

type Use = KeyUse & { readonly workspace: WorkspaceId; readonly user: UserId };

/** Buffers API key uses, so requests don't have to write to the database. */
export class KeyUses {
  #waiting = new Map<string, Use>();

  note({ workspace, user, address, agent, lastUsedAt }: Use): void {
    const program = agent.slice(0, maxAgentLength);
    const key = `${workspace} ${user} ${address} ${program}`;
    if (this.#waiting.size >= maxWaiting && !this.#waiting.has(key)) return;
    this.#waiting.set(key, { workspace, user, address, agent: program, lastUsedAt });
  }

  /** Writes the buffered uses. If the write fails, they are dropped. */
  async write(context: Context): Promise<void> {
    if (this.#waiting.size === 0) return;
    const gathered = [...this.#waiting.values()];
    this.#waiting = new Map();
    const { db } = context;
    for (const [workspace, uses] of Map.groupBy(gathered, (use) => use.workspace)) {
      await db.write(workspace, (transaction) => upsertUses(transaction, workspace, uses));
    }
  }
}

const maxAtOnce = 1_000;

export async function purgeKeyUses(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  while ((await purgeUses(upkeep, before, maxAtOnce)) === maxAtOnce);
}
