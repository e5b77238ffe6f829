import { randomUUID } from 'node:crypto';
import type { Secret } from '../crypto/secret.ts';
import type { WorkspaceId } from '../ids.ts';
import type { CeilingUse, UsePart } from './limit-use.ts';
import { inTime, openRedis } from './redis.ts';

/** A little longer than the shown period. */
const keptMs = 16 * 60_000;
const minuteMs = 60_000;

/** Returns undefined if Redis is down. */
export type UseOfOthers<Caller> = (workspace: WorkspaceId) => Promise<readonly UsePart<Caller>[] | undefined>;

/**
 * Shares each process's counts through Redis. Each process writes its minutes periodically, so no request has
 * to wait for it, and readers add them up. If Redis loses the counts, only a number on a page is affected.
 */
export function shareUse(url: Secret, namespace: string) {
  // The limiter already reports when Redis is down.
  const client = openRedis(url, () => {});
  const process = randomUUID();
  const keyOf = (kind: string, workspace: string) => `${namespace}:use:${kind}:${workspace}`;

  return {
    /**
     * Writes the new counts. If this fails, they are written with the next request in the same minute, or
     * never.
     */
    async write<Caller>(kind: string, use: CeilingUse<Caller>): Promise<void> {
      try {
        for (const { workspace, part } of use.takeUnshared()) {
          const key = keyOf(kind, workspace);
          const field = `${part.minute}/${process}`;
          await inTime(client.multi().hSet(key, field, JSON.stringify(part)).pExpire(key, keptMs).exec());
        }
      } catch {
        // Ignore the error: the page shows that its numbers are incomplete.
      }
    },

    othersOf:
      <Caller>(kind: string): UseOfOthers<Caller> =>
      async (workspace) => {
        const key = keyOf(kind, String(workspace));
        try {
          const fields = Object.entries(await inTime(client.hGetAll(key)));
          const isOld = (field: string) => Number.parseInt(field, 10) * minuteMs < Date.now() - keptMs;
          const old = fields.map(([field]) => field).filter(isOld);
          if (old.length > 0) await inTime(client.hDel(key, old));
          return fields
            .filter(([field]) => !isOld(field) && !field.endsWith(process))
            .map(([, text]) => JSON.parse(text) as UsePart<Caller>);
        } catch {
          return undefined;
        }
      },

    close: () => client.destroy(),
  };
}
