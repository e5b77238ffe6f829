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

/** Prepares a row for the file. Secrets are encrypted with the file's key, or removed. */
export function packRow(
  table: string,
  line: string,
  key: InstallationKey,
  fileKey: InstallationKey | undefined,
): string {
  if (!guardedTables.has(table)) return line;
  const row = JSON.parse(line) as Row;
  for (const { column, purpose } of sealedColumns.filter((sealed) => sealed.table === table)) {
    const value = row[column];
    if (value) row[column] = fileKey ? seal(fileKey, purpose, open(key, purpose, value)) : null;
  }
  const { password_hash: hash } = row;
  if (table === 'users' && hash)
    row.password_hash = fileKey ? seal(fileKey, passwordPurpose, hash) : noPassword;
  return JSON.stringify(row);
}

export function unpackRow(
  table: string,
  line: string,
  key: InstallationKey,
  fileKey: InstallationKey | undefined,
): string {
  if (!fileKey || !guardedTables.has(table)) return line;
  const row = JSON.parse(line) as Row;
  for (const { column, purpose } of sealedColumns.filter((sealed) => sealed.table === table)) {
    const value = row[column];
    if (!value) continue;
    const plain = open(fileKey, purpose, value);
    row[column] = seal(key, purpose, plain);
    // API keys are found by a keyed hash, and this installation's key is different.
    if (table === 'api_keys') row.key_hash = `\\x${hashApiKey(key, plain).toString('hex')}`;
  }
  const { password_hash: hash } = row;
  if (table === 'users' && hash) row.password_hash = open(fileKey, passwordPurpose, hash);
  return JSON.stringify(row);
}
