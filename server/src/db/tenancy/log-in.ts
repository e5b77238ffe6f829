import pg from 'pg';
import type { Secret } from '../../lib/crypto/secret.ts';

const connectTimeoutMs = 3_000;
/** PostgreSQL's words for a wrong password, and for a login that is not let in. */
const refusals = new Set(['28P01', '28000']);

/** Whether the server answered, and rejected the login. */
export const isLoginRefused = (error: unknown): boolean =>
  refusals.has((error as pg.DatabaseError).code ?? '');

/** Tries to log in: undefined when that works, else what is in the way. */
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

/** Whether a role logs in with the address that the product will use. */
export const canLogIn = async (address: Secret): Promise<boolean> => (await tryLogIn(address)) === undefined;

/** What marks the connections of a process that has both keys, for `hark rekey`. */
export const twoKeysMark = ' (two keys)';

/** What a connection is made with: of a process that has both keys, by the one whose password the role has at that moment. */
export function logInBy(address: Secret, earlier: Secret | undefined, applicationName: string) {
  const connection = { connectionString: address.reveal(), application_name: applicationName };
  if (!earlier) return { config: connection, Client: pg.Client };
  const password = async () => {
    const error = await tryLogIn(address);
    return passwordOf(error && isLoginRefused(error) ? earlier : address);
  };
  return {
    config: { ...connection, application_name: `${applicationName}${twoKeysMark}` },
    // The driver takes a function for it, though not beside an address.
    Client: class extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super(config);
        Object.assign(this, { password });
      }
    },
  };
}

const passwordOf = (address: Secret): string => decodeURIComponent(new URL(address.reveal()).password);
