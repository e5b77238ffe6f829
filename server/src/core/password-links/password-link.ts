/** Why somebody gets a link by which he sets his password. */
export type LinkPurpose = 'invitation' | 'reset';

/** An invitation waits for a person to come back from holidays, a reset for a mail to arrive. */
export const lifetimesMs: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 24 * 3_600_000,
  reset: 3_600_000,
};

/** A link as its holder gets it. It is known this one time. */
export interface PasswordLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Sends mail; who sends is a matter of the installation. */
export interface Mailer {
  send(mail: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    /** Of this mail alone: a mail programme drops the second one with the same. */
    readonly id: string;
  }): Promise<void>;
}
