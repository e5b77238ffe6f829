export interface KeyUse {
  readonly address: string;
  readonly agent: string;
  readonly lastUsedAt: Date;
}

/** How long uses are kept: long enough to include callers that run once a month. */
export const keptMs = 30 * 24 * 3_600_000;

export const maxUses = 50;
