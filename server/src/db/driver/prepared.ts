import type pg from 'pg';
import { type Statement, toWireStatement, type WireStatement } from './sql.ts';

/** Pools and connections that go through a pooler. */
const pooled = new WeakSet<pg.Pool | pg.ClientBase>();

/**
 * Disables prepared statements for a pool. Behind a pooler, each transaction may get another session, which
 * doesn't have the statements that were prepared before.
 */
export function neverPrepare(pool: pg.Pool): void {
  pooled.add(pool);
  pool.on('connect', (client) => pooled.add(client));
}

export function wireOn(connection: pg.Pool | pg.ClientBase, statement: Statement): WireStatement {
  const { name, ...wire } = toWireStatement(statement);
  return name === undefined || pooled.has(connection) ? wire : { ...wire, name };
}
