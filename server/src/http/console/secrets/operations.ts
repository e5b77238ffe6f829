import { z } from 'zod';
import { listSecrets, secretHosts, secretName, secretValue } from '../../../core/secrets/index.ts';
import {
  changeSecret,
  findDraftSecretUses,
  findSecretUses,
  removeSecret,
} from '../../../core/workflows/index.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import { changing } from '../changing.ts';
import type { Caller } from '../operation.ts';
import { moment, type Operation, operation } from '../operation.ts';

const nameParams = z.strictObject({ name: secretName });

const uses = z.array(
  z.object({
    workflow: z.object({ id: z.number(), name: z.string() }),
    place: z.enum(['step', 'listener', 'draft']),
    name: z.string(),
  }),
);

const secret = z.object({
  name: z.string(),
  /** The hosts that it may be sent to; empty for any. */
  hosts: z.array(z.string()),
  changed: z
    .object({
      at: moment,
      user: z.object({ id: z.number(), name: z.string() }).nullable(),
      means: z.string(),
    })
    .nullable(),
  uses,
});

/** Secrets are written, never read: no answer of the console holds a value. */
export const secretsOperations = (): Operation[] => [
  operation({
    method: 'GET',
    path: '/secrets',
    act: 'secrets.manage',
    answer: z.object({
      secrets: z.array(secret),
      /** Names that templates read, and that do not exist: what reads them fails, or refuses everybody. */
      missing: z.array(z.object({ name: z.string(), uses })),
    }),
    handle: list,
  }),
  operation({
    method: 'POST',
    path: '/secrets',
    act: 'secrets.manage',
    body: z.strictObject({ name: secretName, value: secretValue, hosts: secretHosts.optional() }),
    handle: (caller, { body: { name, ...input } }) =>
      changing(caller, async (change) => {
        if (await exists(change, name)) {
          throw conflict('secret_exists', `There is a secret ${name} already. Replace its value instead.`);
        }
        await changeSecret(change, name, input);
      }),
  }),
  operation({
    method: 'PUT',
    path: '/secrets/:name',
    act: 'secrets.manage',
    params: nameParams,
    body: z.strictObject({ value: secretValue.optional(), hosts: secretHosts.optional() }),
    handle: (caller, { params: { name }, body }) =>
      changing(caller, async (change) => {
        await requireSecret(change, name);
        await changeSecret(change, name, body);
      }),
  }),
  operation({
    method: 'DELETE',
    path: '/secrets/:name',
    act: 'secrets.manage',
    params: nameParams,
    handle: (caller, { params: { name } }) =>
      changing(caller, async (change) => {
        await requireSecret(change, name);
        await removeSecret(change, name);
      }),
  }),
];

async function list({ context: { db, key }, principal }: Caller) {
  const workspace = principal.workspace.id;
  return db.withWorkspace(workspace, async (transaction) => {
    const secrets = await listSecrets(transaction, workspace);
    const published = await findSecretUses({ transaction, workspace, key });
    const drafted = await findDraftSecretUses({ transaction, workspace });
    const usesOf = (name: string) => [...(published.get(name) ?? []), ...(drafted.get(name) ?? [])];
    const names = new Set(secrets.map(({ name }) => name));
    return {
      secrets: secrets.map(({ name, hosts, changed }) => ({
        name,
        hosts: [...hosts],
        changed: changed && {
          at: changed.at.toISOString(),
          user: changed.user,
          means: changed.means.type,
        },
        uses: usesOf(name),
      })),
      missing: [...new Set([...published.keys(), ...drafted.keys()])]
        .filter((name) => !names.has(name))
        .map((name) => ({ name, uses: usesOf(name) })),
    };
  });
}

type Where = Parameters<Parameters<typeof changing>[1]>[0];

const exists = async ({ transaction, workspace }: Where, name: string): Promise<boolean> =>
  (await listSecrets(transaction, workspace)).some((secret) => secret.name === name);

async function requireSecret(change: Where, name: string): Promise<void> {
  if (await exists(change, name)) return;
  throw new HarkError('not-found', 'unknown_secret', 'There is no such secret. Load the page again.');
}
