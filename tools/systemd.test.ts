// Checks the systemd unit and its example settings.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, variables } from '../server/src/config.ts';

const read = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../deploy/systemd', name), 'utf8');
const unit = read('hark.service');

// `hark` isn't installed where the tests run, so another program takes its place.
test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd accepts the unit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hark-unit-'));
  const file = path.join(folder, 'hark.service');
  writeFileSync(file, unit.replace('ExecStart=hark', 'ExecStart=/bin/true'));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(`${stdout}${stderr}`).toBe('');
  expect(status).toBe(0);
});

test('the unit runs `hark up`, and does not forbid what V8 needs', () => {
  expect(unit).toMatch(/^ExecStart=hark up$/m);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=(yes|true|1)$/m);
});

test('the example contains only settings that exist, and is complete except for the key', () => {
  const pairs = [...read('hark.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const settings = Object.fromEntries(pairs) as Record<string, string>;
  expect(Object.keys(settings).filter((name) => !(name in variables))).toEqual([]);
  expect(settings.SECRET_KEY).toBe('');
  expect(readConfig({}, settings).warnings).toEqual([]);
  const [, directory] = /^StateDirectory=(\w+)$/m.exec(unit) ?? [];
  expect(settings.HARK_DATA_DIR).toBe(`/var/lib/${directory}`);
});
