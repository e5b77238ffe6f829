import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const fileOf = (config: Config) => join(config.HARK_DATA_DIR, 'address');

/** Keeps the URL of this `hark up`, so that other commands on this machine find it. */
export const keepAddress = (config: Config, address: string): void =>
  writeFileSync(fileOf(config), `${address}\n`);

/** Returns the URL of the last `hark up` that used the same data directory. It may have ended. */
export function addressOfUp(config: Config): string | undefined {
  try {
    return readFileSync(fileOf(config), 'utf8').trim();
  } catch {
    return undefined;
  }
}
