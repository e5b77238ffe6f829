import { fingerprintOf } from '../../lib/crypto/token.ts';
import { fault } from '../../lib/errors.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { deleteFlow, insertFlow, selectFlow, upsertFlow } from './flow-store.ts';

/** What Hark remembers between two steps, by purpose. */
export interface FlowData {
  /** The password was right; a second factor is still missing. */
  'second-step': {
    readonly user: { readonly id: UserId; readonly name: string; readonly signInVersion: number };
  };
  /** The challenge for signing in with a passkey, or for confirming one's identity with it. */
  passkey: { readonly challenge: string };
  /** A sign-in at the workspace's identity provider, or a confirmation there (spec/single-sign-on §2.1). */
  sso: {
    readonly state: string;
    readonly nonce: string;
    readonly verifier: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly returnTo: string;
    readonly startedAt: string;
  };
  /** The challenge for a new passkey. */
  'new-passkey': { readonly challenge: string };
  /** The encrypted secret of an authenticator app that no code has confirmed yet. */
  'new-app': { readonly sealedSecret: string };
}

type FlowPurpose = keyof FlowData;

/** How long a user has for the next step. */
const lifetimeMs = 10 * 60_000;

/**
 * Identifies a browser by the cookie that it holds: its session, or the visitor's cookie before sign-in. A browser
 * without a cookie has no steps: otherwise all of them would share theirs.
 */
export interface Browser {
  readonly workspace: WorkspaceId;
  readonly cookie: string | undefined;
}

/** Stores a step. A browser has at most one of each purpose, so a new one replaces the old one. */
export async function keepFlow<Purpose extends FlowPurpose>(
  { db, clock }: Context,
  { workspace, cookie }: Browser,
  purpose: Purpose,
  data: FlowData[Purpose],
): Promise<void> {
  if (cookie === undefined) throw fault('no_browser_cookie', 'A step was started without a cookie.');
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  const flow = { browserHash: fingerprintOf(cookie), purpose, data, expiresAt };
  await db.write(workspace, (transaction) => upsertFlow(transaction, workspace, flow));
}

/** Remembers a message that must be accepted only once, such as a logout token. @returns false if it is known */
export const rememberOnce = (
  { db, clock }: Context,
  workspace: WorkspaceId,
  message: string,
): Promise<boolean> =>
  db.write(workspace, (transaction) =>
    insertFlow(transaction, workspace, {
      browserHash: fingerprintOf(message),
      purpose: 'once',
      expiresAt: new Date(clock.now().getTime() + lifetimeMs),
    }),
  );

/** Returns a step without ending it, or undefined if there is none or it has expired. */
export const readFlow = <Purpose extends FlowPurpose>(
  context: Context,
  browser: Browser,
  purpose: Purpose,
): Promise<FlowData[Purpose] | undefined> => findFlow(context, browser, purpose, selectFlow);

/** Returns a step and deletes it, so only one request can use it. */
export const takeFlow = <Purpose extends FlowPurpose>(
  context: Context,
  browser: Browser,
  purpose: Purpose,
): Promise<FlowData[Purpose] | undefined> => findFlow(context, browser, purpose, deleteFlow);

async function findFlow<Purpose extends FlowPurpose>(
  { db, clock }: Context,
  { workspace, cookie }: Browser,
  purpose: Purpose,
  find: typeof selectFlow,
): Promise<FlowData[Purpose] | undefined> {
  if (cookie === undefined) return undefined;
  const key = { browserHash: fingerprintOf(cookie), purpose, now: clock.now() };
  const data = await db.write(workspace, (transaction) => find(transaction, workspace, key));
  return data as FlowData[Purpose] | undefined;
}
