import { invalidField } from '../../lib/errors.ts';
import type { ConnectionId } from '../../lib/ids.ts';
import { type Change, changedValues, concealed, recordAudit } from '../audit/index.ts';
import { checkConnection, requireNoIssues } from './check-connection.ts';
import { type Connection, type ConnectionSettings, keysOf, plainKeys } from './connection.ts';
import type { WantedConnection } from './connection-schema.ts';
import { openConnectionSecret, sealConnectionSecret } from './connection-secret.ts';
import {
  deleteStoredConnection,
  findStoredConnection,
  insertConnection,
  selectConnectionForChange,
  updateConnection,
} from './connection-store.ts';

/** `allow` is the operator's HARK_EGRESS_ALLOW: only these hosts can have an http origin. */
export interface OriginRules {
  readonly allow: ReadonlySet<string>;
}

/** Creates a connection. @throws HarkError if a value is wrong, or the name is taken */
export async function createConnection(
  change: Change,
  { allow }: OriginRules,
  wanted: WantedConnection,
): Promise<Connection> {
  const { transaction, workspace, key, clock } = change;
  const { settings, secret, issues } = checkConnection(wanted, undefined, allow);
  requireNoIssues(issues);
  const sealed = secret === undefined ? null : sealConnectionSecret(key, secret);
  const connection = await insertConnection(transaction, workspace, settings, sealed, clock.now());
  if (!connection) throw nameTaken();
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'connection', id: connection.id, name: connection.name },
    old: {},
    new: { ...filled(settings), ...auditedSecret(settings, secret) },
  });
  return connection;
}

type StoredConnection = NonNullable<Awaited<ReturnType<typeof selectConnectionForChange>>>;

/** Saves changes to a locked connection. An omitted secret keeps its value (spec/connections §1.3). */
export async function changeConnection(
  change: Change,
  { allow }: OriginRules,
  present: StoredConnection,
  wanted: WantedConnection,
): Promise<Connection> {
  const { transaction, workspace, key, clock } = change;
  const { settings, secret, issues } = checkConnection(wanted, present, allow);
  requireNoIssues(issues);
  if (settings.name !== present.name && (await findStoredConnection(transaction, workspace, settings.name)))
    throw nameTaken();
  const changes = changedValues(audited(present), audited(settings));
  const stored = present.sealedSecret === null ? undefined : openConnectionSecret(key, present.sealedSecret);
  const isNewSecret = secret !== undefined && secret !== stored;
  if (!changes && !isNewSecret) return withoutSecret(present);
  const kept = keysOf[settings.type].secret === null ? null : present.sealedSecret;
  const saved = await updateConnection(transaction, workspace, present.id, settings, {
    sealedSecret: isNewSecret ? sealConnectionSecret(key, secret) : kept,
    isDisconnected: rebinding.some((name) => present[name] !== settings[name]),
    now: clock.now(),
  });
  const hidden = isNewSecret ? auditedSecret(settings, secret) : {};
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'connection', id: saved.id, name: saved.name },
    old: { ...changes?.old, ...(stored === undefined ? {} : hidden) },
    new: { ...changes?.new, ...hidden },
  });
  return saved;
}

/** A refresh token belongs to one client of one service, and its access tokens to one origin. */
const rebinding = ['type', 'origin', 'grant', 'token_url', 'authorize_url', 'client_id'] as const;

/** Creates a connection, or changes the one with this name, for `hark apply` (spec/connections §4.1). */
export async function saveConnection(
  change: Change,
  rules: OriginRules,
  wanted: WantedConnection & { readonly name: string },
): Promise<Connection> {
  const present = await selectConnectionForChange(change.transaction, change.workspace, wanted.name);
  return present ? changeConnection(change, rules, present, wanted) : createConnection(change, rules, wanted);
}

/** Deletes a connection. The caller has locked it and checked that no published workflow uses it. */
export async function deleteConnection(change: Change, connection: Connection): Promise<void> {
  const { id, name } = connection;
  await deleteStoredConnection(change.transaction, change.workspace, id);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'connection', id, name },
    old: filled(connection),
    new: {},
  });
}

const nameTaken = () => invalidField('name_taken', 'name', 'is already taken by another connection');

const withoutSecret = ({ sealedSecret, ...connection }: StoredConnection): Connection => connection;

const auditedKeys = ['name', 'type', 'origin', ...plainKeys] as const;

/** Returns the settings for the audit log. The secret isn't one of them. */
const audited = (settings: ConnectionSettings): Record<string, unknown> =>
  Object.fromEntries(auditedKeys.map((key) => [key, settings[key]]));

const filled = (settings: ConnectionSettings): Record<string, unknown> =>
  Object.fromEntries(Object.entries(audited(settings)).filter(([, value]) => value !== null));

const auditedSecret = ({ type }: ConnectionSettings, secret: string | undefined) => {
  const { secret: name } = keysOf[type];
  return name === null || secret === undefined ? {} : { [name]: concealed };
};

export const selectConnection = (change: Change, wanted: ConnectionId | string) =>
  selectConnectionForChange(change.transaction, change.workspace, wanted);
