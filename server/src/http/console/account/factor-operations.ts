import { z } from 'zod';
import { type Factors, removeApp, removePasskey } from '../../../core/second-factors/index.ts';
import type { Session } from '../../../core/sessions/index.ts';
import { confirmWithPassword } from '../../../core/sign-in/index.ts';
import { notCredential } from '../../../lib/credential.ts';
import type { PasskeyId } from '../../../lib/ids.ts';
import { changeInWorkspace } from '../changing.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';

export const presentPassword = notCredential(z.string(), 'it is the confirmation');

/** The user's second factors. They are added on the pages below `/second-factor`. */
export const factors = z.object({
  app_since: moment.nullable(),
  passkeys: z.array(
    z.object({ id: z.number(), name: z.string(), created_at: moment, last_used_at: moment.nullable() }),
  ),
  recovery_codes: z.number(),
  /** Whether the user's role requires a second factor, so that the last one can't be removed. */
  are_required: z.boolean(),
});

export const presentFactors = (
  { appSince, passkeys, recoveryCodes }: Factors,
  { requiresSecondFactor }: Session,
): z.infer<typeof factors> => ({
  app_since: appSince?.toISOString() ?? null,
  passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  })),
  recovery_codes: recoveryCodes,
  are_required: requiresSecondFactor,
});

export const factorOperations: readonly Operation[] = [
  operation({
    method: 'DELETE',
    path: '/account/app',
    act: 'second_factors.manage',
    isSensitive: true,
    handle: (caller) => changeInWorkspace(caller, (change) => removeApp(change, caller.session)),
  }),
  operation({
    method: 'DELETE',
    path: '/account/passkeys/:id',
    act: 'second_factors.manage',
    isSensitive: true,
    params: idParams,
    handle: (caller, { params }) =>
      changeInWorkspace(caller, (change) => removePasskey(change, caller.session, params.id as PasskeyId)),
  }),
  operation({
    method: 'POST',
    path: '/account/confirmation',
    act: 'sessions.manage',
    /** Proves who the user is, before an operation that requires it. */
    body: z.strictObject({ password: presentPassword }),
    handle: ({ context, session }, { body }) => confirmWithPassword(context, session, body.password),
  }),
];
