import type { Database } from '../../db/database.ts';
import { sql } from '../../db/driver/sql.ts';
import type { Tables } from '../../db/tables.gen.ts';

export type MovingHost = Pick<
  Tables['workspaces'],
  'host' | 'listener_host' | 'move_state' | 'forward_to' | 'switches_at'
>;

/** Returns the workspaces that move. There are few, and an index lists them. */
export const selectMovingHosts = (db: Database): Promise<MovingHost[]> =>
  db.readDirectory<MovingHost>(sql`
    select host, listener_host, move_state, forward_to, switches_at from workspaces
    where move_state is not null and move_state <> 'copying'`);
