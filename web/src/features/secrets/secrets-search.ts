const results = ['connected', 'denied', 'failed'] as const;
export type SignInResult = (typeof results)[number];

export interface SecretsSearch {
  readonly tab?: 'connections';
  /** The connection that an administrator has just signed in for, and how that ended. */
  readonly connection?: number;
  readonly result?: SignInResult;
}

/** Reads the open tab and the result of a sign-in, which the server adds (spec/connections §3.4). */
export function readSecretsSearch({ tab, connection, result }: Record<string, unknown>): SecretsSearch {
  const known = results.find((name) => name === result);
  if (known && Number.isSafeInteger(connection))
    return { tab: 'connections', connection: connection as number, result: known };
  return tab === 'connections' ? { tab } : {};
}
