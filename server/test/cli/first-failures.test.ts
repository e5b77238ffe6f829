import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { beginHark, isAlive, launcher, runHark, startHark, untilWhole } from '../harness/hark-process.ts';
import { addressOf, dropDatabase, testKey } from '../harness/scratch-database.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hark-first-failures-'));
const database = `hark_first_failures_${process.pid}`;
let env: Record<string, string>;
let nowhere: number;

// Each command is a separate process, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  nowhere = await freePort();
  env = { HARK_DATA_DIR: folder, SECRET_KEY: testKey.reveal() };
});
afterAll(async () => {
  await dropDatabase(database, { roles: true });
  rmSync(folder, { recursive: true });
});

/** Runs a program whose output pipe is closed before it prints anything. */
async function runWithoutReader(args: string[], settings: Record<string, string>) {
  const { process: child, ended } = beginHark(args, settings);
  child.stdout?.destroy();
  return ended;
}

describe('hark up', () => {
  test('exits with a one-sentence error when the port is taken, and starts nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const dataDir = join(folder, 'taken-port');
    const hark = await startHark('up', {
      ...env,
      DATABASE_URL: addressOf(database).reveal(),
      HARK_DATA_DIR: dataDir,
      PORT: String(port),
    });
    try {
      await eventually(() => hark.process.exitCode !== null, 60_000);
      expect(hark.process.exitCode).toBe(1);
      await eventually(() => hark.output().endsWith('\n'));
      expect(hark.output()).toBe(
        `hark: Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or choose another port with --port (PORT).\n`,
      );
      expect(existsSync(dataDir)).toBe(false);
    } finally {
      await hark.remove();
      other.close();
    }
  });

  test('reports immediately that it waits for PostgreSQL, and exits with a one-sentence error after a limited time', async () => {
    const url = `postgres://postgres:hush@127.0.0.1:${nowhere}/hark`;
    const { code, stdout, stderr } = await runHark(['up', '--port', String(await freePort())], {
      ...env,
      DATABASE_URL: url,
    });
    expect(code).toBe(1);
    expect(stdout).toContain(`waiting up to 30 s for PostgreSQL at 127.0.0.1:${nowhere} (DATABASE_URL)`);
    expect(stderr).toBe(
      `hark: PostgreSQL at 127.0.0.1:${nowhere} doesn't respond (connect ECONNREFUSED 127.0.0.1:${nowhere}). Start it, or set DATABASE_URL to a running server; docs/quickstart.md shows both.\n`,
    );
    expect(stdout + stderr).not.toContain('hush');
  });

  test('prints the settings for another terminal without the key, and leaves no engine behind when its terminal closes', async () => {
    const hark = await startHark('up', { ...env, DATABASE_URL: addressOf(database).reveal() });
    try {
      await untilWhole(hark, 60_000);
      const children = Object.values(hark.children());
      expect(children).toHaveLength(3);
      await eventually(() =>
        hark.output().includes(`HARK_DATA_DIR='${hark.env.HARK_DATA_DIR}'\nAlso set SECRET_KEY, `),
      );
      expect(hark.output()).not.toContain(testKey.reveal());
      hark.process.kill('SIGHUP');
      await eventually(() => hark.process.exitCode !== null || hark.process.signalCode !== null, 60_000);
      expect(hark.process.exitCode).toBe(0);
      expect(children.filter(isAlive)).toEqual([]);
    } finally {
      await hark.remove();
    }
  });
});

describe('hark doctor', () => {
  test('reports an unreachable database first, and skips the checks that depend on it', async () => {
    const url = `postgres://postgres@127.0.0.1:${nowhere}/hark`;
    const settings = { ...env, DATABASE_URL: url, HARK_DATA_DIR: join(folder, 'unused') };
    const { code, stdout } = await runHark(['doctor'], settings);
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
      `FAIL database: PostgreSQL at 127.0.0.1:${nowhere} doesn't respond (connect ECONNREFUSED 127.0.0.1:${nowhere}). Start it, or set DATABASE_URL to a running server; docs/quickstart.md shows both.`,
    ]);
    expect(lines.filter((line) => line.startsWith('skip')).map((line) => line.split(':')[0])).toEqual([
      'skip roles',
      'skip row-level security',
      'skip installation key and schema',
      'skip clock',
      'skip partitions',
      'skip limits',
      'skip workflows',
      'skip base_url',
      'skip callers',
    ]);
  });

  test('shows an unknown HARK_ setting as a warning', async () => {
    const { stdout } = await runHark(['doctor'], {
      ...env,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${nowhere}/hark`,
      HARK_DATADIR: 'x',
    });
    expect(stdout).toContain("warn configuration: HARK_DATADIR isn't a Hark setting and is ignored.\n");
  });

  test('exits quietly when its output pipe is closed', async () => {
    const settings = { ...env, DATABASE_URL: `postgres://postgres@127.0.0.1:${nowhere}/hark` };
    expect(await runWithoutReader(['doctor'], settings)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await runWithoutReader(['--help'], settings)).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test('an invalid value is reported with its setting and the expected format', async () => {
  const { code, stderr } = await runHark(['doctor'], {
    ...env,
    PORT: 'abc',
    LOG_LEVEL: 'loud',
    WORK_PROCESSES: '1.5',
    BASE_URL: 'crm.example.com',
    SMTP_URL: 'https://user:hush@mail.example.com',
  });
  expect(code).toBe(2);
  expect(stderr.trimEnd().split('\n')).toEqual([
    'hark: The configuration has errors.',
    '- BASE_URL: must be a URL that starts with http:// or https://, not "crm.example.com"',
    '- PORT: must be a whole number from 0 to 65535, not "abc"',
    '- LOG_LEVEL: must be fatal, error, warn, info, debug, trace, or silent, not "loud"',
    '- WORK_PROCESSES: must be a whole number from 1 to 256, not "1.5"',
    '- SMTP_URL: must be a URL that starts with smtp:// or smtps://',
  ]);
});

describe('the bundle', () => {
  test('has stack traces with the file and line of the source', async () => {
    const source = join(repository, 'server/src/db/migrations/migrations.ts');
    const text = readFileSync(source, 'utf8');
    const line = text.slice(0, text.indexOf('readdirSync(from)')).split('\n').length;
    const breaking = `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.readdirSync = () => { throw new Error('planted'); };
      syncBuiltinESMExports();`;
    const { stderr } = await runHark(['migrate'], {
      ...env,
      DATABASE_URL: addressOf(database).reveal(),
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(breaking)}`,
    });
    expect(process.env.BUNDLE_DIR).toBeTruthy();
    expect(stderr).toContain('Error: planted\n');
    expect(stderr).toContain(`at readMigrations (${pathToFileURL(source)}:${line}:`);
  });

  test('is started in a clone only if BUNDLE_DIR names it', async () => {
    const bundle = join(folder, 'bundle');
    mkdirSync(bundle);
    writeFileSync(join(bundle, 'main.js'), "console.log('the bundle');");
    expect((await runHark(['--version'], { BUNDLE_DIR: bundle })).stdout).toBe('the bundle\n');
    expect((await runHark(['--version'], { BUNDLE_DIR: '' })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('npm run hark', () => {
  test('reports an outdated Node.js version in one sentence', async () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
    const child = spawn(process.execPath, ['--import', `data:text/javascript,${pretend}`, launcher, 'up']);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'hark: Node.js 20.20.2 is too old. Install Node.js 24 or newer.\n',
    });
  });

  test("resolves file names relative to the user's current directory", async () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(`${elsewhere}.yaml`, 'workspaces: wrong\n');
    const child = spawn(
      'npm',
      ['--prefix', repository, 'run', '-s', 'hark', '--', 'apply', '-f', 'elsewhere.yaml'],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
      },
    );
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
    const [code] = await once(child, 'close');
    expect({ code, stderr: stderr.replaceAll(/^npm warn.*\n/gm, '') }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^hark: workspaces: .*\n {2}line 1, column 1$/m),
    });
  });
});
