import { randomUUID } from 'node:crypto';
import type { Secret } from '../crypto/secret.ts';
import type { WorkspaceId } from '../ids.ts';
import type { CeilingUse, UsePart } from './limit-use.ts';
import { inTime, openRedis } from './redis.ts';

/** As long as it is told, and a little. */
const keptMs = 16 * 60_000;
const minuteMs = 60_000;

/** What other processes counted; undefined while nobody can tell. */
export type UseOfOthers<Caller> = (workspace: WorkspaceId) => Promise<readonly UsePart<Caller>[] | undefined>;

/**
 * Lets processes read what each of them counted of a ceiling, by Redis: each writes its own minutes now and then, so that no request
 * pays for it, and whoever looks adds them up. What is lost with Redis is only a figure on a page.
 */
export function shareUse(url: Secret, namespace: string) {
  // The limiter tells when Redis is away.
  const client = openRedis(url, () => {});
  const process = randomUUID();
  const keyOf = (kind: string, workspace: string) => `${namespace}:use:${kind}:${workspace}`;

  return {
    /** Writes what is new. While Redis is away nothing is: it comes with the next request of its minute, or never. */
    async write<Caller>(kind: string, use: CeilingUse<Caller>): Promise<void> {
      try {
        for (const { workspace, part } of use.takeUnshared()) {
          const key = keyOf(kind, workspace);
          const field = `${part.minute}/${process}`;
          await inTime(client.multi().hSet(key, field, JSON.stringify(part)).pExpire(key, keptMs).exec());
        }
      } catch {
        // The page says that it does not know all.
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
