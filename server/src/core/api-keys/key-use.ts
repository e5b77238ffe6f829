export interface KeyUse {
  readonly address: string;
  readonly agent: string;
  readonly lastUsedAt: Date;
}

/** Long enough to include monthly callers. */
export const keptMs = 30 * 24 * 3_600_000;

export const maxUses = 50;
