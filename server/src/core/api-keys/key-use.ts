/** Somebody who called with a user's key: from where, with what program, and when last. */
export interface KeyUse {
  readonly address: string;
  readonly agent: string;
  readonly lastUsedAt: Date;
}

/** As long as a use counts: whoever comes once a month is among them. */
export const keptMs = 30 * 24 * 3_600_000;

/** More of them nobody reads. */
export const maxUses = 50;
