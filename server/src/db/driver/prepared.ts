import type pg from 'pg';
import { type Statement, toWireStatement, type WireStatement } from './sql.ts';

/** Pools, and their connections, that lead to a pooler. */
const pooled = new WeakSet<pg.Pool | pg.ClientBase>();

/** A pooler gives every transaction another session: what was prepared in one, the next does not know. */
export function neverPrepare(pool: pg.Pool): void {
  pooled.add(pool);
  pool.on('connect', (client) => pooled.add(client));
}

/** The statement as this connection can take it: with its name, under which it is prepared once, or without. */
export function wireOn(connection: pg.Pool | pg.ClientBase, statement: Statement): WireStatement {
  const { name, ...wire } = toWireStatement(statement);
  return name === undefined || pooled.has(connection) ? wire : { ...wire, name };
}
