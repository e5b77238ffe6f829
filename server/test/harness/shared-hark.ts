import { randomInt } from 'node:crypto';
import { databaseNameOf } from '../../src/db/tenancy/addresses.ts';
import { roleNamesFor } from '../../src/db/tenancy/role-names.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { runHark } from './hark-process.ts';
import { asAdministrator } from './scratch-database.ts';
import { type InstallationOfTest, startWholeHark } from './whole-hark.ts';

/**
 * Starts one `hark up` per run, for all test files that neither stop nor configure it. They find it in SHARED_HARK,
 * which they inherit from this process.
 */
export async function setup(): Promise<() => Promise<void>> {
  // Each workspace has a separate loopback address.
  const { url, env, remove } = await startWholeHark(`hark_shared_${process.pid}`, { HOST: '0.0.0.0' });
  process.env.SHARED_HARK = JSON.stringify({ url, env });
  return remove;
}

/** The shared installation at a URL that no other test uses, so the caller can apply a workspace of its own to it. */
export function sharedHark(): InstallationOfTest {
  const { url, env } = JSON.parse(process.env.SHARED_HARK ?? '');
  const place = new URL(url);
  place.hostname = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const owner = new Secret(env.DATABASE_URL);
  const { app } = roleNamesFor(databaseNameOf(owner));
  return {
    url: place.origin,
    env,
    command: (...args) => runHark(args, env),
    // As the application itself, so that row-level security hides the workspaces of other tests.
    query: (text, values) =>
      asAdministrator(async (client) => {
        await client.query('begin');
        await client.query(
          `select set_config('hark.workspace', id::text, true), set_config('role', $2, true)
           from workspaces where base_url = $1`,
          [place.origin, app],
        );
        const { rows } = await client.query(text, values);
        await client.query('commit');
        return rows;
      }, owner),
  };
}
