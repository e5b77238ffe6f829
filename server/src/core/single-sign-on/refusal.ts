import type { UserId } from '../../lib/ids.ts';

/**
 * Why someone can't sign in with single sign-on. Only the audit log shows the reason: the person sees the same page
 * for every reason, so it doesn't reveal which accounts exist (spec/single-sign-on §2.6).
 */
export class SsoRefusal extends Error {
  readonly user: { readonly id: UserId; readonly name: string } | undefined;

  constructor(reason: string, user?: { readonly id: UserId; readonly name: string }) {
    super(reason);
    this.user = user;
  }
}

/** The provider can't be used: it doesn't respond, or its response is wrong. The message contains nothing that it sent. */
export class ProviderFailure extends Error {}
