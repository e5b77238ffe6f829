import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { raiseTemplateValues } from '../workspaces/index.ts';
import { openSecret, sealSecret } from './secret.ts';
import { deleteSecret, selectSecrets, upsertSecret } from './secret-store.ts';

/**
 * Gives a secret its value, or removes it (null). Whatever is judged by a template that reads it is judged anew from
 * the commit on. Nobody can read it again; the audit tells that it changed.
 */
export async function saveSecret(change: Change, name: string, value: string | null): Promise<void> {
  const { transaction, workspace, key } = change;
  const secrets = await selectSecrets(transaction, workspace);
  const present = secrets.find((secret) => secret.name === name);
  if (value === null ? !present : present && openSecret(key, present.sealed_value) === value) return;
  let id = present?.id ?? 0;
  if (value === null) await deleteSecret(transaction, workspace, name);
  else id = await upsertSecret(transaction, workspace, name, sealSecret(key, value));
  await raiseTemplateValues(transaction, workspace);
  await recordAudit(change, {
    action: value === null ? 'deleted' : present ? 'changed' : 'created',
    subject: { type: 'secret', id, name },
    old: present ? { value: concealed } : {},
    new: value === null ? {} : { value: concealed },
  });
}
