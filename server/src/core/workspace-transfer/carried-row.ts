import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { hashApiKey } from '../api-keys/index.ts';
import { sealedColumns } from '../encryption/index.ts';

/** A table row: values by column name. */
type Row = Record<string, string | null>;

const passwordPurpose = 'password-hash';
/** Stored instead of a password hash. It isn't a valid hash, so no password matches it. */
const noPassword = '!';

/** Tables that have columns with secrets. */
const guardedTables = new Set<string>([...sealedColumns.map(({ table }) => table), 'users']);

/** Returns the form in which a secret leaves the installation, or null to leave it out. */
type PackSecret = (purpose: string, plain: string) => string | null;
type UnpackSecret = (purpose: string, packed: string) => string;

/** For rows whose carrier is encrypted as a whole. */
export const inPlain: UnpackSecret = (_purpose, secret) => secret;

/** Prepares a row for another installation: its secrets are no longer encrypted with the key of this one. */
export function packRow(table: string, line: string, key: InstallationKey, pack: PackSecret): string {
  if (!guardedTables.has(table)) return line;
  const row = JSON.parse(line) as Row;
  for (const { column, purpose } of sealedColumns.filter((sealed) => sealed.table === table)) {
    const value = row[column];
    if (value) row[column] = pack(purpose, open(key, purpose, value));
  }
  const { password_hash: hash } = row;
  if (table === 'users' && hash) row.password_hash = pack(passwordPurpose, hash) ?? noPassword;
  return JSON.stringify(row);
}

export function unpackRow(
  table: string,
  line: string,
  key: InstallationKey,
  unpack: UnpackSecret | undefined,
): string {
  if (!unpack || !guardedTables.has(table)) return line;
  const row = JSON.parse(line) as Row;
  for (const { column, purpose } of sealedColumns.filter((sealed) => sealed.table === table)) {
    const value = row[column];
    if (!value) continue;
    const plain = unpack(purpose, value);
    row[column] = seal(key, purpose, plain);
    // API keys are found by a keyed hash, and this installation's key is different.
    if (table === 'api_keys') row.key_hash = `\\x${hashApiKey(key, plain).toString('hex')}`;
  }
  const { password_hash: hash } = row;
  if (table === 'users' && hash) row.password_hash = unpack(passwordPurpose, hash);
  return JSON.stringify(row);
}
