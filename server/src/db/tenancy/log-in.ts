import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';

const connectTimeoutMs = 3_000;
/** Wrong password, or login not permitted. */
const refusals = new Set(['28P01', '28000']);

export const isLoginRefused = (error: unknown): boolean =>
  refusals.has((error as pg.DatabaseError).code ?? '');

/** @returns undefined on success, otherwise the error */
export async function tryLogIn(address: Secret): Promise<Error | undefined> {
  const client = new pg.Client({
    connectionString: address.reveal(),
    connectionTimeoutMillis: connectTimeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

export const canLogIn = async (address: Secret): Promise<boolean> => (await tryLogIn(address)) === undefined;

/** Processes that have both keys add this suffix to their application name, so `hark rekey` can recognize them. */
export const twoKeysMark = ' (two keys)';

/** Configures the login. If there are two keys, it uses the key whose password the role currently has. */
export function logInBy(address: Secret, earlier: Secret | undefined, applicationName: string) {
  const connection = { connectionString: address.reveal(), application_name: applicationName };
  if (!earlier) return { config: connection, Client: pg.Client };
  const password = async () => {
    const error = await tryLogIn(address);
    return passwordOf(error && isLoginRefused(error) ? earlier : address);
  };
  return {
    config: { ...connection, application_name: `${applicationName}${twoKeysMark}` },
    // pg accepts a password function, but not together with a connection string.
    Client: class extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super(config);
        Object.assign(this, { password });
      }
    },
  };
}

const passwordOf = (address: Secret): string => decodeURIComponent(new URL(address.reveal()).password);
