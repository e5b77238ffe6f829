import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runHark } from '../harness/hark-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'hark-cells-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** Runs `hark cells` on a new directory file. These commands need no settings. */
function newDirectory() {
  const file = join(folder, `cells-${++files}.yaml`);
  return { file, cells: (...args: string[]) => runHark(['cells', ...args, '--file', file], {}) };
}
const twoCells = async () => {
  const { file, cells } = newDirectory();
  await cells('add', 'eu1', '--address', 'http://10.0.0.1:8080');
  await cells('add', 'eu2', '--address', 'http://10.0.1.1:8080', 'http://10.0.1.2:8080');
  return { file, cells };
};

test('cells are added, listed and get hosts (spec/cells §1.1, §1.3)', async () => {
  const { cells } = await twoCells();
  expect(await cells('route', 'Bücher.example', 'eu2')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('xn--bcher-kva.example is routed to eu2 in '),
  });
  expect((await cells('list')).stdout).toBe(`eu1  http://10.0.0.1:8080
  0 hosts, and all hosts that no cell lists
eu2  http://10.0.1.1:8080, http://10.0.1.2:8080
  1 host
`);
  const changed = await cells('add', 'eu3', '--address', 'http://10.0.2.1:8080', '--default');
  expect(changed.stdout).toContain('Hosts that no cell lists now belong to eu3 instead of eu1.');
  expect(JSON.parse((await cells('list', '--json')).stdout)).toEqual({
    cells: [
      { name: 'eu1', is_default: false, addresses: ['http://10.0.0.1:8080'], hosts: [] },
      {
        name: 'eu2',
        is_default: false,
        addresses: ['http://10.0.1.1:8080', 'http://10.0.1.2:8080'],
        hosts: ['xn--bcher-kva.example'],
      },
      { name: 'eu3', is_default: true, addresses: ['http://10.0.2.1:8080'], hosts: [] },
    ],
  });
});

test('a wrong argument or a missing file exits with 2 and changes nothing (spec/cells §1.1)', async () => {
  const { file, cells } = newDirectory();
  for (const args of [['list'], ['route', 'a.test', 'eu1'], ['map', '--out', join(folder, 'unused')]])
    expect(await cells(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(file) });
  expect(await cells('add', 'EU1', '--address', 'http://10.0.0.1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('name: must have'),
  });
  expect([file, `${file}.lock`, join(folder, 'unused')].filter(existsSync)).toEqual([]);
});

test('a change that meets another one is rejected, and none is lost (spec/cells §1.4)', async () => {
  const { file, cells } = await twoCells();
  const hosts = Array.from({ length: 8 }, (_, index) => `w${index}.example.com`);
  const ended = await Promise.all(hosts.map((host) => cells('route', host, 'eu2')));
  for (const { code, stderr } of ended) {
    if (code !== 0) expect(stderr).toContain(`Another command is changing ${file}.`);
  }
  const done = hosts.filter((_, index) => ended[index]?.code === 0);
  expect(done.length).toBeGreaterThan(0);
  const [, eu2] = JSON.parse((await cells('list', '--json')).stdout).cells;
  expect(eu2.hosts.sort()).toEqual(done);
  // A killed command leaves the lock.
  writeFileSync(`${file}.lock`, 'half of a fi');
  const before = readFileSync(file, 'utf8');
  expect(await cells('route', 'acme.example.com', 'eu2')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`if no command is running, delete ${file}.lock first`),
  });
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('the file for nginx is restored if the reload fails (spec/cells §2.3)', async () => {
  const { cells } = await twoCells();
  const out = join(folder, 'hark-cells.conf');
  const failed = await cells('map', '--out', out, '--reload', 'echo "no such upstream"; false');
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^no such upstream\n[\s\S]*failed, so/),
  });
  expect(existsSync(out)).toBe(false);
  expect(await cells('map', '--out', out, '--reload', `grep -q eu2_hark ${out}`)).toMatchObject({
    code: 0,
    stdout: `Wrote ${out} and reloaded nginx.\n`,
  });
  const before = readFileSync(out, 'utf8');
  await cells('route', 'acme.example.com', 'eu2');
  expect(await cells('map', '--out', out, '--reload', `! grep acme ${out}`)).toMatchObject({ code: 1 });
  expect(readFileSync(out, 'utf8')).toBe(before);
  expect((await cells('map', '--out', out)).stdout).toBe(`Wrote ${out}. Reload nginx to use it.\n`);
  expect(readFileSync(out, 'utf8')).toContain('  acme.example.com eu2_hark;\n');
});
