import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Parameter } from '../../server/src/db/driver/sql.ts';
import type { Secret } from '../../server/src/lib/crypto/secret.ts';
import type { RecordedStatement } from './recorded-statements.ts';

const run = promisify(execFile);
const connectSeconds = 4;

/** A pgbench script and the values of its parameters. */
export interface PgbenchScript {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Returns what to write in place of a parameter's recorded value. Undefined keeps the value. */
type Instead = (value: Parameter) => string | undefined;

/** Formats Hark's statements for pgbench: prepared, with parameters, and several in one pipelined transaction. */
export function scriptOf(
  statements: readonly RecordedStatement[],
  instead: Instead = () => undefined,
): PgbenchScript {
  const variables: Record<string, string> = {};
  const texts = statements.map(({ text, values }, index) => {
    const body = text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1] ?? null;
      if (value === null) return 'null';
      const name = `p${index}_${number}`;
      variables[name] = asText(value);
      return instead(value)?.replaceAll('?', `:${name}`) ?? `:${name}`;
    });
    return `${body.trim()};`;
  });
  if (texts.length === 1) return { text: texts.join(''), variables };
  const lines = ['\\set n random(1, 1000000000000000)', '\\startpipeline', 'begin;', ...texts, 'commit;'];
  return { text: [...lines, '\\endpipeline'].join('\n'), variables };
}

function asText(value: NonNullable<Parameter>): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value);
}

/** Returns the transactions per second over the given number of connections. */
export async function runPgbench(
  database: Secret,
  { text, variables }: PgbenchScript,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-pgbench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, `${text}\n`);
  const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  // pgbench's time includes connecting, which its rate excludes. Checking 64 passwords takes seconds on a busy machine.
  const withConnecting = Math.ceil(seconds) + connectSeconds;
  try {
    const { stdout } = await run(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(withConnecting)],
        ...['-f', file, ...defined, database.reveal()],
      ],
      { timeout: withConnecting * 1_000 + 60_000 },
    );
    const [, failed = '0'] = /number of failed transactions: (\d+)/.exec(stdout) ?? [];
    const [, rate = ''] = /tps = ([\d.]+)/.exec(stdout) ?? [];
    if (rate === '' || failed !== '0') throw new Error(`pgbench failed:\n${stdout}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
