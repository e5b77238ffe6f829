import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { hashApiKey } from '../api-keys/index.ts';
import { sealedColumns } from '../encryption/index.ts';

/** A row as the file has it: the table's columns by their names. */
type Row = Record<string, string | null>;

const passwordPurpose = 'password-hash';
/** No password has this hash, and no sign-in is tried against it. */
const noPassword = '!';

/** Tables with something in them that must not leave as it is. */
const guardedTables = new Set<string>([...sealedColumns.map(({ table }) => table), 'users']);

/** A row for the file: what is secret under the file's key, or without it. */
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

/** A row from the file as this installation stores it. */
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
    // It is found by a keyed hash, and the key is another one.
    if (table === 'api_keys') row.key_hash = `\\x${hashApiKey(key, plain).toString('hex')}`;
  }
  const { password_hash: hash } = row;
  if (table === 'users' && hash) row.password_hash = open(fileKey, passwordPurpose, hash);
  return JSON.stringify(row);
}
