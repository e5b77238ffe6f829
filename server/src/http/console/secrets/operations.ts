import { z } from 'zod';
import { secretHosts, secretName, secretValue } from '../../../core/secrets/index.ts';
import { addSecret, deleteSecret, editSecret, listSecretsWithUses } from '../../../core/workflows/index.ts';
import { changeInWorkspace } from '../changing.ts';
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
  /** The hosts that the secret can be sent to. An empty list means any host. */
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

/** Secrets are write-only: no console response contains a value. */
export const secretsOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/secrets',
    act: 'secrets.manage',
    answer: z.object({
      secrets: z.array(secret),
      /**
       * Secrets that templates read although they don't exist. A step that reads one fails, and a listener
       * that reads one rejects all requests.
       */
      missing: z.array(z.object({ name: z.string(), uses })),
    }),
    handle: list,
  }),
  operation({
    method: 'POST',
    path: '/secrets',
    act: 'secrets.manage',
    isSensitive: true,
    body: z.strictObject({ name: secretName, value: secretValue, hosts: secretHosts.optional() }),
    handle: (caller, { body: { name, ...input } }) =>
      changeInWorkspace(caller, (change) => addSecret(change, name, input)),
  }),
  operation({
    method: 'PUT',
    path: '/secrets/:name',
    act: 'secrets.manage',
    isSensitive: true,
    params: nameParams,
    body: z.strictObject({ value: secretValue.optional(), hosts: secretHosts.optional() }),
    handle: (caller, { params: { name }, body }) =>
      changeInWorkspace(caller, (change) => editSecret(change, name, body)),
  }),
  operation({
    method: 'DELETE',
    path: '/secrets/:name',
    act: 'secrets.manage',
    params: nameParams,
    handle: (caller, { params: { name } }) =>
      changeInWorkspace(caller, (change) => deleteSecret(change, name)),
  }),
];

async function list({ context, principal }: Caller) {
  const { secrets, missing } = await listSecretsWithUses(context, principal.workspace.id);
  return {
    secrets: secrets.map(({ name, hosts, changed, uses }) => ({
      name,
      hosts: [...hosts],
      changed: changed && { at: changed.at.toISOString(), user: changed.user, means: changed.means.type },
      uses,
    })),
    missing,
  };
}
