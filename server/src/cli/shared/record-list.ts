import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { findRemote } from './remote.ts';
import { readPages } from './remote-pages.ts';
import { readWholeNumber } from './whole-number.ts';
import { inWorkspace } from './workspace-option.ts';

interface FoundRecords<Shown> {
  readonly total: number;
  readonly records: readonly Shown[];
}

/** Adds what all lists of records share: `--limit`, `--json`, and the count above the list. */
export const listRecords = <Shown, Options extends object>(
  command: Command,
  {
    noun,
    read,
    describe,
    scope,
    toJson,
  }: {
    /** In the singular. */
    readonly noun: string;
    read(options: Options, most: number): Promise<FoundRecords<Shown>>;
    describe(record: Shown, options: Options): string;
    /** What follows the count. */
    scope?(options: Options): string;
    /** The record as `--json` prints it, if it differs. */
    toJson?(record: Shown, options: Options): object;
  },
): Command =>
  command
    .option('--limit <count>', `maximum number of ${noun}s (up to 1000)`, '100')
    .option('--json', 'print JSON')
    .action(async (options: Options & { limit: string; json?: boolean }) => {
      const most = readWholeNumber('--limit', options.limit, 1000);
      const { total, records } = await read(options, most);
      if (options.json) {
        const shown = toJson ? records.map((record) => toJson(record, options)) : records;
        console.log(JSON.stringify({ total, [`${noun}s`]: shown }, null, 2));
        return;
      }
      const count = `${total} ${noun}${total === 1 ? '' : 's'}${scope?.(options) ?? ''}`;
      console.log([count, ...records.map((record) => describe(record, options))].join('\n'));
    });

/** Reads records of a workspace: over REST if HARK_URL is set, otherwise with `readLocally`. */
export async function readRecords<Shown>(
  baseUrl: string | undefined,
  resource: string,
  most: number,
  readLocally: (...place: Parameters<Parameters<typeof inWorkspace>[2]>) => Promise<FoundRecords<Shown>>,
): Promise<FoundRecords<Shown>> {
  const config = readConfig();
  const remote = findRemote(config, baseUrl);
  return remote
    ? readPages<Shown>(remote, `/${resource}?`, resource, most)
    : inWorkspace(config, baseUrl, readLocally);
}
