export type LinkPurpose = 'invitation' | 'reset';

/**
 * How long a link is valid. An invitation may wait until someone returns from vacation; a password reset only
 * waits for an email.
 */
export const lifetimesMs: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 24 * 3_600_000,
  reset: 3_600_000,
};

/** A new link. It can't be read again. */
export interface PasswordLink {
  readonly url: string;
  readonly expiresAt: Date;
}

export interface Mailer {
  send(mail: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    /** Unique per email, because mail programs drop duplicates. */
    readonly id: string;
  }): Promise<unknown>;
}
