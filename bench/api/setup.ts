import type { Context } from '../../server/src/core/context/index.ts';
import { foldLeadCounts } from '../../server/src/core/leads/index.ts';
import { type Database, openDatabase } from '../../server/src/db/database.ts';
import { databaseAddresses } from '../../server/src/db/tenancy/addresses.ts';
import { openUpkeep } from '../../server/src/db/upkeep-database.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import type { Secret } from '../../server/src/lib/crypto/secret.ts';
import { repeat } from '../../server/src/lib/process/repeat.ts';
import { eventually } from '../../server/test/harness/eventually.ts';
import { type RunningHark, startHark } from '../../server/test/harness/hark-process.ts';
import {
  type Administrator,
  addressOf,
  asAdministrator,
  silent,
  testKey,
} from '../../server/test/harness/scratch-database.ts';
import { type Random, seededRandom } from '../../server/test/harness/seeded-random.ts';
import { largeOf, type Population, type SeedShape, smallOf } from '../seed/shape.ts';
import { type Load, startLoad } from './load.ts';

/** What every measurement needs: the data, Hark as a separate process, and the load generator. */
export interface World {
  readonly shape: SeedShape;
  readonly large: Population;
  /** The small workspaces to send requests to, chosen randomly. */
  readonly smalls: readonly Population[];
  readonly owner: Secret;
  readonly client: Administrator;
  /** Used to run use cases inside the benchmark and record their statements. */
  readonly context: Context;
  readonly hark: RunningHark;
  readonly port: number;
  readonly load: Load;
  readonly random: Random;
}

const maxSmallWorkspaces = 1_000;
const foldEveryMs = 500;
const startPatienceMs = 120_000;

/** Starts everything on a seeded database, runs `work`, and stops everything that it started. */
export async function withSetup<T>(
  name: string,
  shape: SeedShape,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const addresses = databaseAddresses(addressOf(name), testKey);
  const db = openDatabase(addresses, { applicationName: 'bench', poolSize: 2, logger: silent });
  const upkeep = openUpkeep(addresses, silent);
  // `hark work` does this alongside `hark serve`.
  const folding = repeat('fold lead counts', foldEveryMs, silent, () => foldLeadCounts(upkeep));
  const hark = await startHark('serve', {
    DATABASE_URL: addresses.owner.reveal(),
    SECRET_KEY: testKey.reveal(),
    LOG_LEVEL: 'warn',
  });
  const load = startLoad();
  try {
    await eventually(async () => (await hark.readiness()).status === 200, startPatienceMs);
    return await asAdministrator(
      (client) =>
        work({
          ...drawn(shape),
          shape,
          owner: addresses.owner,
          client,
          context: contextOver(db),
          hark,
          port: Number(new URL(hark.url).port),
          load,
        }),
      addresses.owner,
    );
  } finally {
    load.close();
    await hark.remove();
    await folding.stop();
    await Promise.all([upkeep.close(), db.close()]);
  }
}

const contextOver = (db: Database): Context => ({
  db,
  clock: systemClock,
  key: { number: 1, secret: testKey },
});

function drawn(shape: SeedShape) {
  const random = seededRandom(Date.now() % 2 ** 32);
  const numbers = Array.from({ length: shape.smallWorkspaces }, (_, index) => index + 1);
  for (let index = numbers.length - 1; index > 0; index--) {
    const other = random.pick(index + 1);
    [numbers[index], numbers[other]] = [numbers[other] ?? 0, numbers[index] ?? 0];
  }
  const smalls = numbers.slice(0, maxSmallWorkspaces).map((number) => smallOf(shape, number));
  return { large: largeOf(shape), smalls, random };
}
