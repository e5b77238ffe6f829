import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { restateConfig } from '../../src/engine/restate/restate-config.ts';
import { findRestateBinary } from '../../src/engine/restate/restate-server.ts';
import { dataDirectory } from './installation.ts';

/** Maps each `section.key` to its value as written. */
function settingsOf(toml: string): Map<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of toml.split('\n')) {
    const header = /^\[(.+)\]$/.exec(line);
    if (header) section = `${header[1]}.`;
    const setting = /^([\w-]+) = (.+)$/.exec(line);
    if (setting) settings.set(section + setting[1], setting[2] ?? '');
  }
  return settings;
}

describe('the engine configuration', () => {
  test('has only keys that restate-server knows, and restate-server keeps every value as written', () => {
    const directory = dataDirectory();
    const config = restateConfig({ ingress: 20_001, admin: 20_002, fabric: 20_003 });
    writeFileSync(join(directory, 'restate.toml'), config);
    const dump = execFileSync(
      findRestateBinary(),
      [
        '--config-file',
        join(directory, 'restate.toml'),
        '--base-dir',
        join(directory, 'data'),
        '--dump-config',
      ],
      { env: {}, encoding: 'utf8' },
    );
    const effective = settingsOf(dump);
    const written = settingsOf(config);
    expect(written.size).toBeGreaterThan(20);
    for (const [key, value] of written) expect(`${key} = ${effective.get(key)}`).toBe(`${key} = ${value}`);
  });

  test('on a platform without a binary, the error names the alternative', () => {
    expect(() => findRestateBinary('win32', 'x64')).toThrow(
      /win32-x64.*RESTATE_INGRESS_URL and RESTATE_ADMIN_URL/,
    );
  });
});
