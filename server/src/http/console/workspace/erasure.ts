import { z } from 'zod';
import { type Erased, erasePerson } from '../../../core/erasure/index.ts';
import { emailKey, isEmail } from '../../../lib/email.ts';
import { type Caller, type Operation, operation } from '../operation.ts';

const address = z.string().trim().refine(isEmail, 'must be an email address');

const erased = z.object({
  leads: z.array(
    z.object({
      id: z.number(),
      state: z.enum(['live', 'deleted', 'purged']),
      /** The number of removed rows, by kind. */
      removed: z.record(z.string(), z.number()),
    }),
  ),
  runs: z.number(),
  /**
   * The number of imported and exported files in the whole workspace, because any of them may contain the
   * person.
   */
  files: z.number(),
  views: z.number(),
  calls: z.number(),
  proposals: z.number(),
});

const erase = (
  { context, actor, principal }: Caller,
  email: string,
  isTrial: boolean,
): Promise<z.infer<typeof erased>> =>
  erasePerson(context, actor, principal.workspace.id, { email }, { isTrial }).then(present);

const present = ({ leads, ...counts }: Erased) => ({
  leads: leads.map(({ id, state, removed }) => ({ id, state, removed })),
  ...counts,
});

/**
 * Erases a person. The first request is a preview. The second one, with the email address retyped, is final
 * (docs/design/erasure-and-retention.md).
 */
export const erasureOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/workspace/erasure/trial',
    act: 'leads.erase_person',
    body: z.strictObject({ email: address }),
    answer: erased,
    handle: (caller, { body }) => erase(caller, body.email, true),
  }),
  operation({
    method: 'POST',
    path: '/workspace/erasure',
    act: 'leads.erase_person',
    isSensitive: true,
    body: z
      .strictObject({ email: address, again: z.string().trim() })
      .refine(({ email, again }) => emailKey(email) === emailKey(again), {
        path: ['again'],
        message: 'must be the same email address as above',
      }),
    answer: erased,
    handle: (caller, { body }) => erase(caller, body.email, false),
  }),
];
