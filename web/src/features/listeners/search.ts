export const triggerParts = ['call', 'settings', 'tokens', 'signatures', 'browsers'] as const;
export type TriggerPart = (typeof triggerParts)[number];

/** The open part of the Triggers tab, and what the request inspector knows about a rejected request. */
export interface TriggersSearch {
  readonly tab?: TriggerPart;
  /** When the request arrived whose token or signature failed, and the failed check. */
  readonly at?: string;
  readonly failed?: string;
  /** The rejected origin. */
  readonly origin?: string;
}

const maxOriginLength = 300;

export function readTriggersSearch({ tab, at, failed, origin }: Record<string, unknown>): TriggersSearch {
  const part = triggerParts.find((name) => name === tab);
  if (part === undefined || part === 'call') return {};
  return {
    tab: part,
    ...(typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { at } : {}),
    ...(typeof failed === 'string' && /^\w{1,30}$/.test(failed) ? { failed } : {}),
    ...(typeof origin === 'string' ? { origin: origin.slice(0, maxOriginLength) } : {}),
  };
}
