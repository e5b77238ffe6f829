import type { Egress } from '../../lib/egress/egress.ts';
import { invalid } from '../../lib/errors.ts';
import { attemptSubject, takeAttempt } from '../attempts/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { countedAddress, deleteSsoSessions, limitPerAddress, type Visitor } from '../sessions/index.ts';
import { rememberOnce } from '../sign-in-flows/index.ts';
import {
  openStoredProvider,
  ProviderFailure,
  readLogoutToken,
  selectLinked,
} from '../single-sign-on/index.ts';
import type { Workspace } from '../workspaces/index.ts';

/** The max invalid logout tokens within 15 minutes from one address. */
const maxPerAddress = 100;

const badToken = () => invalid('bad_logout_token', "The logout token isn't valid.");

/** Ends the sessions that a logout token names (spec/single-sign-on §5.1). @returns how many ended */
export async function endBySso(
  context: Context,
  egress: Egress,
  { id: workspace }: Workspace,
  visitor: Visitor,
  token: string,
): Promise<number> {
  const subject = attemptSubject(context.key, 'sso-logout', countedAddress(visitor.address));
  const attempt = await takeAttempt(context, workspace, [
    { subject, most: limitPerAddress(visitor, maxPerAddress) },
  ]);
  const stored = await openStoredProvider(context, workspace);
  if (!stored) throw badToken();
  const reader = { egress, workspace, now: context.clock.now() };
  const read = readLogoutToken(reader, stored.provider, token);
  const request = await read.catch((error: unknown) => {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  });
  if (!request || !(await rememberOnce(context, workspace, `logout ${request.issuer} ${request.id}`)))
    throw badToken();
  await attempt.takeBack();
  const actor = {
    user: null,
    means: { type: 'ui', name: 'single sign-on' },
    origin: visitor.address,
  } as const;
  return context.db.write(workspace, async (transaction) => {
    const { issuer, sid } = request;
    const person =
      request.subject === null
        ? null
        : await selectLinked(transaction, workspace, { issuer, subject: request.subject });
    // The provider knows the person, but Hark doesn't.
    if (person === undefined) return 0;
    const ended = await deleteSsoSessions(transaction, workspace, { user: person?.id ?? null, sid });
    if (ended > 0)
      await recordAudit(
        { ...context, transaction, workspace, actor },
        {
          action: 'deleted',
          subject: { type: 'session', id: person?.id ?? 0, name: person?.name ?? 'unknown user' },
          old: { sessions: ended },
          new: {},
        },
      );
    return ended;
  });
}
