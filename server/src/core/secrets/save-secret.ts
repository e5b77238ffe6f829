import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../lib/errors.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { raiseTemplateValues } from '../workspaces/index.ts';
import { openSecret, type SecretInput, sealSecret } from './secret.ts';
import { deleteStoredSecret, selectSecrets, upsertStoredSecret } from './secret-store.ts';

/**
 * Sets a secret's value and hosts, or deletes the secret (null). Templates use the new value as soon as the
 * transaction commits. The value can't be read again; the audit log records only that it changed.
 */
export async function saveSecret(change: Change, name: string, input: SecretInput | null): Promise<void> {
  const { transaction, workspace } = change;
  const secrets = await selectSecrets(transaction, workspace);
  const present = secrets.find((secret) => secret.name === name);
  if (input === null) {
    if (!present) return;
    await deleteStoredSecret(transaction, workspace, name);
    await raiseTemplateValues(transaction, workspace);
    await recordAudit(change, {
      action: 'deleted',
      subject: { type: 'secret', id: present.id, name },
      old: shown(present.hosts),
      new: {},
    });
    return;
  }
  const wanted = typeof input === 'string' ? { value: input } : input;
  const hosts = [...(wanted.hosts ?? present?.hosts ?? [])];
  const sealed_value = sealedValueOf(change, present, wanted.value, hosts);
  if (present?.sealed_value === sealed_value && isDeepStrictEqual(present.hosts, hosts)) return;
  const id = await upsertStoredSecret(transaction, workspace, { name, sealed_value, hosts });
  await raiseTemplateValues(transaction, workspace);
  await recordAudit(change, {
    action: present ? 'changed' : 'created',
    subject: { type: 'secret', id, name },
    old: present ? shown(present.hosts) : {},
    new: shown(hosts),
  });
}

/** Returns the encrypted value. Keeps the stored ciphertext if the value hasn't changed. */
function sealedValueOf(
  { key }: Change,
  present: { readonly sealed_value: string; readonly hosts: readonly string[] } | undefined,
  value: string | undefined,
  hosts: readonly string[],
): string {
  if (value !== undefined) {
    const isSame = present && openSecret(key, present.sealed_value) === value;
    return isSame ? present.sealed_value : sealSecret(key, value);
  }
  if (!present) throw invalid('secret_value_missing', 'A new secret needs a value.');
  // Without this check, a user who doesn't know the value could have it sent to their own server.
  const isWider =
    present.hosts.length > 0 && (hosts.length === 0 || hosts.some((host) => !present.hosts.includes(host)));
  if (isWider) {
    throw invalid('secret_value_missing', 'To allow more hosts, enter the value of the secret again.');
  }
  return present.sealed_value;
}

const shown = (hosts: readonly string[]) => ({
  value: concealed,
  ...(hosts.length > 0 && { hosts: hosts.join(', ') }),
});
