const statuses = ['pending', 'succeeded', 'failed'] as const;

export interface WebhookSearch {
  readonly tab?: 'settings';
  readonly status?: (typeof statuses)[number];
  /** The delivery that is open. */
  readonly delivery?: number;
}

/** Reads the open tab, filter and delivery from the URL and ignores other parameters. */
export function readWebhookSearch({ tab, status, delivery }: Record<string, unknown>): WebhookSearch {
  if (tab === 'settings') return { tab };
  const known = statuses.find((name) => name === status);
  return {
    ...(known && { status: known }),
    ...(Number.isSafeInteger(delivery) && { delivery: delivery as number }),
  };
}
