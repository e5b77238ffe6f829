import { randomBytes, randomInt } from 'node:crypto';
import { invalid } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { type Change, changedValues, concealed, recordAudit } from '../../audit/index.ts';
import { listSecrets } from '../../secrets/index.ts';
import { tokenHeaders } from '../checks/token-location.ts';
import type { WantedSignature } from '../signature/signature-schema.ts';
import type { SignatureSettings } from '../signature/signature-settings.ts';
import { compileSetting } from './compile-setting.ts';
import { defaultSettings, type Listener, type ListenerSettings, templatesIn } from './listener.ts';
import { insertListener, selectListener, updateHashes, updateListener } from './listener-store.ts';
import { secretsIn } from './setting-secrets.ts';

/** Returns 128 random bits as lower-case hex (spec/listeners §1.1). */
const randomHash = (): string => randomBytes(16).toString('hex');

/** The settings to change. Omitted settings stay unchanged. */
export type WantedSettings = {
  readonly [Key in Exclude<keyof ListenerSettings, 'signature'>]?: ListenerSettings[Key] | undefined;
} & { readonly signature?: WantedSignature | undefined };

/** The listener, and whether this call set its key or its secret. */
export interface SavedListener {
  readonly listener: Pick<Listener, 'id' | 'firstHash' | 'secondHash'> & {
    readonly settings: ListenerSettings;
  };
  readonly isNew: { readonly endpoint_key: boolean; readonly endpoint_secret: boolean };
}

/**
 * Creates a workflow's listener, or changes it if its settings differ. If authentication is turned on without
 * a key or a secret, they are generated once and stay until a user changes them (spec/listeners §2.3).
 */
export async function saveListener(
  change: Change,
  workflow: { id: WorkflowId; name: string },
  wanted: WantedSettings,
): Promise<SavedListener> {
  const { transaction, workspace, key } = change;
  const { present, before, settings } = await mergeSettings(change, workflow, wanted);
  const isNew = {
    endpoint_key: settings.endpoint_key !== before.endpoint_key,
    endpoint_secret: settings.endpoint_secret !== before.endpoint_secret,
  };
  requireSignedReceipts(settings);
  requireOwnHeader(settings);
  await requireUsableSecrets(change, settings);
  if (!present) {
    const hashes = { firstHash: randomHash(), secondHash: randomHash() };
    const id = await insertListener(transaction, workspace, workflow.id, hashes, settings, key);
    await record(change, 'created', { id, name: workflow.name }, {}, settings);
    return { listener: { id, ...hashes, settings }, isNew };
  }
  const { id, firstHash, secondHash } = present;
  if (changedValues({ ...before }, { ...settings })) {
    await updateListener(transaction, workspace, id, settings, key);
    await record(change, 'changed', { id, name: workflow.name }, before, settings);
  }
  return { listener: { id, firstHash, secondHash, settings }, isNew };
}

/** Returns whether `saveListener` would create or change the listener. */
export async function changesListener(
  change: Change,
  workflow: { id: WorkflowId },
  wanted: WantedSettings,
): Promise<boolean> {
  const { present, before, settings } = await mergeSettings(change, workflow, wanted);
  return !present || changedValues({ ...before }, { ...settings }) !== undefined;
}

/** Returns the stored listener, its settings, and what they become. */
async function mergeSettings(
  { transaction, workspace, key }: Change,
  workflow: { id: WorkflowId },
  wanted: WantedSettings,
) {
  const present = await selectListener(transaction, workspace, workflow.id, key);
  const before = present?.openSettings() ?? defaultSettings;
  const signature = wantedSignature(before.signature, wanted.signature);
  const settings = withCredentials({ ...before, ...definedOf(wanted), signature });
  return { present, before, settings };
}

/** Without a secret there is nothing to sign a receipt with, and no way to know who asks (spec/listeners §11.1). */
function requireSignedReceipts({ receipts, add_authentication }: ListenerSettings): void {
  if (!receipts || add_authentication) return;
  throw invalid(
    'receipts_unsigned',
    'receipts: needs add_authentication, because receipts are signed with endpoint_secret',
  );
}

/**
 * The header of a signature or a shared secret can't also carry the token, or the ID of a delivery, which is stored
 * (spec/listeners §10.2).
 */
function requireOwnHeader(settings: ListenerSettings): void {
  const { add_authentication, idempotency_header, signature } = settings;
  const name = signature.header?.toLowerCase();
  if (name === undefined) return;
  const use =
    add_authentication && tokenHeaders.includes(name)
      ? 'carries the token of add_authentication'
      : name === idempotency_header.toLowerCase() && 'identifies deliveries (idempotency_header)';
  if (!use) return;
  throw invalid(
    'signature_header_taken',
    `signature.header: ${signature.header} ${use}. Name another header.`,
  );
}

/**
 * Throws if a setting uses a secret that it may not use. A secret that is bound to hosts may be used only in
 * requests to those hosts. If it were a listener's key, callers could guess it by trial and error. Settings
 * other than the key and secret can't read secrets at all, for the same reason.
 */
async function requireUsableSecrets(
  { transaction, workspace }: Change,
  settings: ListenerSettings,
): Promise<void> {
  const read = templatesIn(settings).flatMap(({ setting, source }) =>
    secretsIn(source).map((secret) => ({ setting, source, secret })),
  );
  if (read.length === 0) return;
  const secrets = new Map((await listSecrets(transaction, workspace)).map((one) => [one.name, one]));
  for (const { setting, source, secret } of read) {
    const found = secrets.get(secret);
    if (!found) continue;
    if (found.hosts.length > 0)
      throw invalid(
        'secret_bound',
        `${setting}: The secret ${secret} is bound to hosts, so only http.request can use it. Use another secret here.`,
      );
    const compiled = compileSetting(setting, source);
    if (!compiled.ok) throw invalid('secret_not_allowed', `${setting}: ${compiled.problems[0]?.message}`);
  }
}

const definedOf = ({ signature: _, ...wanted }: WantedSettings): Partial<ListenerSettings> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));

/** Returns the signature settings to store. A secret that is omitted is kept if the scheme stays the same. */
function wantedSignature(before: SignatureSettings, wanted: WantedSignature | undefined): SignatureSettings {
  if (wanted === undefined) return before;
  const secret = wanted.secret ?? (wanted.scheme === before.scheme ? before.secret : undefined);
  if (!secret) throw signatureSecretMissing();
  return { ...wanted, secret };
}

const signatureSecretMissing = () =>
  invalid(
    'signature_secret_missing',
    'signature.secret: is required. Paste the secret that the sender uses.',
  );

/** Generates the key or secret if it is missing and authentication is on (spec/listeners §2.3). */
function withCredentials(settings: ListenerSettings): ListenerSettings {
  if (!settings.add_authentication) return settings;
  return {
    ...settings,
    endpoint_key: settings.endpoint_key || randomAlphanumeric(50),
    endpoint_secret: settings.endpoint_secret || randomAlphanumeric(50),
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const randomAlphanumeric = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const concealedSetting = (name: string, value: unknown): unknown => {
  if (name.startsWith('endpoint_')) return concealed;
  if (name !== 'signature') return value;
  const { secret, ...settings } = value as SignatureSettings;
  return { ...settings, secret: secret.map(() => concealed) };
};

/** Writes the audit entry, which records that a key or secret changed but never its value. */
async function record(
  change: Change,
  action: 'created' | 'changed',
  subject: { id: number; name: string },
  before: Partial<ListenerSettings>,
  after: ListenerSettings,
): Promise<void> {
  const changed = changedValues({ ...before }, { ...after });
  if (!changed) return;
  const hide = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value === null ? null : concealedSetting(name, value),
      ]),
    );
  await recordAudit(change, {
    action,
    subject: { type: 'listener', ...subject },
    old: action === 'created' ? {} : hide(changed.old),
    new: hide(changed.new),
  });
}

/** Replaces a listener's URL. Every process rejects the old URL starting with the next request. */
export async function renewAddress(
  change: Change,
  { id }: Pick<Listener, 'id'>,
  workflow: { readonly name: string },
): Promise<void> {
  const hashes = { firstHash: randomHash(), secondHash: randomHash() };
  await updateHashes(change.transaction, change.workspace, id, hashes);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'listener', id, name: workflow.name },
    // The URL is a credential: if no other check is on, a caller needs nothing else.
    old: { address: concealed },
    new: { address: concealed },
  });
}
