import { z } from 'zod';
import { HarkError } from '../../lib/errors.ts';
import type { ConnectionId } from '../../lib/ids.ts';
import { readBody, requireUnchanged } from '../../lib/read-body.ts';
import { may, type Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { type Connection, showConnection } from './connection.ts';
import { connectionSchema, type WantedConnection } from './connection-schema.ts';
import { findStoredConnection, selectConnections } from './connection-store.ts';

/** @throws HarkError unless the user can edit at least their own workflows (spec/connections §4.2) */
export function requireConnectionViewer(principal: Principal): void {
  if (may(principal, 'connections.view')) return;
  throw new HarkError('forbidden', 'not_allowed', 'Your role has no permission to view connections.');
}

/** @throws HarkError unless the user is an administrator (spec/connections §4.2) */
export function requireConnectionManager(principal: Principal): void {
  if (may(principal, 'connections.manage')) return;
  throw new HarkError('forbidden', 'not_allowed', 'Only administrators can manage connections.');
}

export const connectionNotFound = () => new HarkError('not-found', 'not_found', 'Item was not found.');

export const listConnections = ({ db }: Context, { workspace }: Principal): Promise<Connection[]> =>
  db.read(workspace.id, (transaction) => selectConnections(transaction, workspace.id));

/** @throws HarkError if there is no such connection */
export async function readConnection(
  { db }: Context,
  { workspace }: Principal,
  id: ConnectionId,
): Promise<Connection> {
  const connection = await db.read(workspace.id, (transaction) =>
    findStoredConnection(transaction, workspace.id, id),
  );
  if (!connection) throw connectionNotFound();
  return connection;
}

/** A connection can be sent back as it was read, so a change may contain these values too, if they are the present ones. */
const readOnlyKeys = ['id', 'connected', 'updated_at'] as const;
const readOnly = z.unknown().optional();
const changeSchema = connectionSchema.extend({ id: readOnly, connected: readOnly, updated_at: readOnly });
export type ConnectionChange = z.output<typeof changeSchema>;

/** Reads the body of `POST /api/connections/new`. @throws HarkError for the first value that has the wrong form */
export const readNewConnection = (body: unknown): WantedConnection => readBody(connectionSchema, body);

/** Reads the body of `PATCH` and `PUT /api/connections/{id}`. */
export const readConnectionChange = (body: unknown): ConnectionChange => readBody(changeSchema, body);

/** Returns the values to save. @throws HarkError if a read-only value differs from the present one */
export function withoutReadOnly(present: Connection, wanted: ConnectionChange): WantedConnection {
  requireUnchanged(showConnection(present), wanted, readOnlyKeys);
  const { id, connected, updated_at, ...values } = wanted;
  return values;
}
