import type { Transaction } from '../../../db/driver/transaction.ts';
import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Change } from '../../audit/index.ts';
import { openConnectionSecret, secretsReadBy, selectSealedSecrets } from '../../connections/index.ts';
import type { Context } from '../../context/index.ts';
import { findSettingSecrets } from '../../listeners/index.ts';
import { listSecrets, type SecretInput, saveSecret } from '../../secrets/index.ts';
import { selectDraftsWith } from '../drafts/draft-store.ts';
import { selectStepsWith } from '../workflow-store.ts';
import { compileWorkflow } from './compile-workflow.ts';
import { type CompiledStep, type CompiledWorkflow, childLists, templatesOf } from './compiled-step.ts';
import { secretsInDraft } from './draft-secrets.ts';

interface SecretUse {
  readonly workflow: { readonly id: WorkflowId; readonly name: string };
  readonly place: 'step' | 'listener' | 'draft';
  /** The name of the step or setting. */
  readonly name: string;
}

interface Workplace {
  readonly transaction: Transaction;
  readonly workspace: WorkspaceId;
  readonly key: InstallationKey;
}

/**
 * Returns where each of a workspace's secrets is read, by name. Templates can't compute a secret's name
 * (docs/templates.md), so the result is complete, except for older versions with unfinished runs.
 */
async function findSecretUses({
  transaction,
  workspace,
  key,
}: Workplace): Promise<ReadonlyMap<string, readonly SecretUse[]>> {
  const uses: Uses = new Map();
  for (const { id, name, steps } of await selectStepsWith(transaction, workspace, 'secrets')) {
    const checked = compileWorkflow(JSON.parse(steps));
    // Steps that don't compile don't run, so they don't use secrets.
    for (const step of checked.ok ? stepsIn(checked.workflow.steps) : []) {
      for (const secret of secretsOf(step))
        add(uses, secret, { workflow: { id, name }, place: 'step', name: step.name });
    }
  }
  for (const { workflow, setting, secrets } of await findSettingSecrets(transaction, workspace, key)) {
    for (const secret of secrets) add(uses, secret, { workflow, place: 'listener', name: setting });
  }
  return uses;
}

export const secretsRead = ({ steps }: CompiledWorkflow): readonly string[] => [
  ...new Set(stepsIn(steps).flatMap((step) => [...secretsOf(step)])),
];

export const secretsOf = (step: CompiledStep): ReadonlySet<string> =>
  new Set(templatesOf(step).flatMap(({ analysis }) => analysis.secrets));

/** Like `findSecretUses`, but for drafts. These uses matter only once the draft is published. */
async function findDraftSecretUses({
  transaction,
  workspace,
}: Pick<Workplace, 'transaction' | 'workspace'>): Promise<ReadonlyMap<string, readonly SecretUse[]>> {
  const uses: Uses = new Map();
  for (const { id, name, steps } of await selectDraftsWith(transaction, workspace, 'secrets')) {
    for (const step of secretsInDraft(JSON.parse(steps))) {
      for (const secret of step.secrets)
        add(uses, secret, { workflow: { id, name }, place: 'draft', name: step.name });
    }
  }
  return uses;
}

type Uses = Map<string, SecretUse[]>;
const add = (uses: Uses, secret: string, use: SecretUse) =>
  uses.set(secret, [...(uses.get(secret) ?? []), use]);

const stepsIn = (steps: readonly CompiledStep[]): CompiledStep[] =>
  steps.flatMap((step) => [step, ...childLists(step).flatMap(([, inner]) => stepsIn(inner))]);

/**
 * Returns a workspace's secrets with their uses, and the names of secrets that templates read but that don't
 * exist.
 */
export const listSecretsWithUses = ({ db, key }: Context, workspace: WorkspaceId) =>
  db.read(workspace, async (transaction) => {
    const secrets = await listSecrets(transaction, workspace);
    const published = await findSecretUses({ transaction, workspace, key });
    const drafted = await findDraftSecretUses({ transaction, workspace });
    const usesOf = (name: string) => [...(published.get(name) ?? []), ...(drafted.get(name) ?? [])];
    const names = new Set(secrets.map(({ name }) => name));
    const missing = [...new Set([...published.keys(), ...drafted.keys()])].filter((name) => !names.has(name));
    return {
      secrets: secrets.map((secret) => ({ ...secret, uses: usesOf(secret.name) })),
      missing: missing.map((name) => ({ name, uses: usesOf(name) })),
    };
  });

const isPresent = async ({ transaction, workspace }: Change, name: string): Promise<boolean> =>
  (await listSecrets(transaction, workspace)).some((secret) => secret.name === name);

async function requireSecret(change: Change, name: string): Promise<void> {
  if (await isPresent(change, name)) return;
  throw new HarkError('not-found', 'unknown_secret', "This secret doesn't exist. Reload the page.");
}

/** Creates a secret. Never overwrites an existing one. */
export async function addSecret(change: Change, name: string, input: SecretInput): Promise<void> {
  if (await isPresent(change, name)) {
    throw conflict('secret_exists', `The secret ${name} already exists. Replace its value instead.`);
  }
  await changeSecret(change, name, input);
}

export async function editSecret(change: Change, name: string, input: SecretInput): Promise<void> {
  await requireSecret(change, name);
  await changeSecret(change, name, input);
}

/** Deletes a secret, unless it is in use. */
export async function deleteSecret(change: Change, name: string): Promise<void> {
  await requireSecret(change, name);
  await removeSecret(change, name);
}

/**
 * Creates or changes a secret. Listeners can't read secrets that are bound to hosts, so a secret that a
 * listener uses can't be bound to hosts: the listener would reject every request.
 */
export async function changeSecret(change: Change, name: string, input: SecretInput): Promise<void> {
  if (typeof input !== 'string' && input.hosts && input.hosts.length > 0) {
    const uses = (await findSecretUses(change)).get(name) ?? [];
    const listener = uses.find(({ place }) => place === 'listener');
    if (listener) {
      throw conflict(
        'secret_in_use',
        `The listener of "${listener.workflow.name}" uses the secret ${name}, so the secret can't be bound to hosts. Use another secret in the listener first.`,
      );
    }
  }
  await saveSecret(change, name, input);
}

/** Deletes an unused secret. To cut off workflows that use a secret, change its value instead. */
async function removeSecret(change: Change, name: string): Promise<void> {
  const users = (await findSecretUses(change)).get(name) ?? [];
  if (users.length > 0) {
    const names = [...new Set(users.map(({ workflow }) => `"${workflow.name}"`))].join(', ');
    throw conflict(
      'secret_in_use',
      `The secret ${name} is used by ${names}. Change them first, or replace the secret's value.`,
    );
  }
  const reader = await findConnectionReading(change, name);
  if (reader !== undefined) {
    throw conflict(
      'secret_in_use',
      `The secret ${name} is used by the connection "${reader}". Change it first, or replace the secret's value.`,
    );
  }
  await saveSecret(change, name, null);
}

/** Returns the name of a connection whose secret is a template that reads this secret. */
async function findConnectionReading(
  { transaction, workspace, key }: Change,
  name: string,
): Promise<string | undefined> {
  const connections = await selectSealedSecrets(transaction, workspace);
  return connections.find(({ sealed_secret }) =>
    secretsReadBy(openConnectionSecret(key, sealed_secret)).includes(name),
  )?.name;
}
