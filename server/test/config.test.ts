import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig, terminalSettings, typedCommand, variables } from '../src/config.ts';

const key = 'a-key-that-is-long-enough-0123456789';
const read = (environment: Record<string, string>) => readConfig({}, environment);

const folder = mkdtempSync(join(tmpdir(), 'hark-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names without the prefix HARK_, by the reason (docs/design/deployment.md). `*` at the end matches the rest of a name. */
const bareNames: Readonly<Record<string, readonly string[]>> = {
  'other software uses the same name for the same thing': [
    'BASE_URL',
    'DATABASE_URL',
    'HOST',
    'LOG_LEVEL',
    'PORT',
    'REDIS_URL',
    'SECRET_KEY',
    'SMTP_*',
    'TRUST_PROXY',
  ],
  'it refines one of these': ['DATABASE_*', 'METRICS_HOST', 'METRICS_PORT', 'SECRET_KEY_PREVIOUS'],
  'it applies to the command that it starts with': ['SERVE_*', 'WORK_*'],
  'it starts with the name of another product': ['OTEL_*', 'RESTATE_*'],
  'docs/spec or a standard names it': ['PROXY_REWRITES_HEADER_NAMES', 'SECURITY_CONTACT'],
};

const isCoveredBy = (entry: string, name: string) =>
  entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry;

describe('the names of settings', () => {
  const names = Object.keys(variables).filter((name) => !name.startsWith('HARK_'));
  const entries = Object.values(bareNames).flat();

  test('start with HARK_, or are listed with the reason', () => {
    expect(names.filter((name) => !entries.some((entry) => isCoveredBy(entry, name)))).toEqual([]);
  });

  test('are used if they are listed', () => {
    expect(entries.filter((entry) => !names.some((name) => isCoveredBy(entry, name)))).toEqual([]);
  });
});

describe('the configuration', () => {
  test('has a working default for everything', () => {
    const config = read({});
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      LOG_LEVEL: 'info',
      HARK_DATA_DIR: resolve('.hark'),
      SECURITY_CONTACT: 'https://github.com/harkhq/hark/security/advisories/new',
      warnings: [],
    });
    expect(config.DATABASE_URL.reveal()).toBe('postgres://postgres@127.0.0.1:5432/hark');
    expect(config.SECRET_KEY).toBeUndefined();
  });

  test('normalizes allowed hosts as URLs do, and reads port lists', () => {
    const config = read({
      HARK_EGRESS_ALLOW: 'CRM.internal:8080, [0:0:0:0:0:0:0:1]:9000,127.1:80,',
      HARK_EGRESS_PORTS: '443, 8443',
    });
    expect([...config.HARK_EGRESS_ALLOW]).toEqual(['crm.internal:8080', '[::1]:9000', '127.0.0.1:80']);
    expect([...config.HARK_EGRESS_PORTS]).toEqual([443, 8443]);
    expect([...read({}).HARK_EGRESS_ALLOW]).toEqual([]);
    for (const allow of [
      'crm.internal',
      'http://crm.internal:80',
      'crm.internal:0',
      'a@b:80',
      'crm:80/x',
      ':80',
      '*:80',
    ]) {
      expect(() => read({ HARK_EGRESS_ALLOW: allow }), allow).toThrow('HARK_EGRESS_ALLOW');
    }
    for (const ports of ['0', '65536', 'http', '80-90']) {
      expect(() => read({ HARK_EGRESS_PORTS: ports }), ports).toThrow('HARK_EGRESS_PORTS');
    }
  });

  test('reads the mail server URL and redacts it when printed', () => {
    const { SMTP_URL } = read({ SMTP_URL: 'smtps://user:word@mail.test' });
    expect([SMTP_URL?.reveal(), String(SMTP_URL)]).toEqual(['smtps://user:word@mail.test', '[redacted]']);
    expect(() => read({ SMTP_URL: 'https://mail.test' })).toThrow(
      'SMTP_URL: must be a URL that starts with smtp://',
    );
    expect(() => read({ SMTP_FROM: 'nobody' })).toThrow('SMTP_FROM');
  });

  test('reports all problems together without quoting any value', () => {
    const wrong = {
      PORT: '99999',
      DATABASE_URL: 'mysql://hidden',
      SECRET_KEY: 'short',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'true',
    };
    expect(() => read(wrong)).toThrow(
      /DATABASE_URL[\s\S]*SECRET_KEY[\s\S]*PORT[\s\S]*TRUST_PROXY[\s\S]*LOG_LEVEL/,
    );
    expect(() => read(wrong)).not.toThrow(/hidden|short(?!er)/);
  });

  test('prefers command-line options to environment variables', () => {
    expect(readConfig({ PORT: '1' }, { PORT: '2' }).PORT).toBe(1);
  });

  test('can read every value from a file, but rejects a setting that is given both directly and as a file', () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${key}\n`);
    expect(read({ SECRET_KEY_FILE: file }).SECRET_KEY?.reveal()).toBe(key);
    expect(() => read({ SECRET_KEY_FILE: file, SECRET_KEY: key })).toThrow(
      /set either SECRET_KEY or SECRET_KEY_FILE/,
    );
    expect(() => read({ SECRET_KEY_FILE: '/nowhere/at/all' })).toThrow(/SECRET_KEY: ENOENT/);
  });

  test('contains no secrets when it is printed', () => {
    const config = read({
      SECRET_KEY: key,
      DATABASE_URL: 'postgres://u:hush@h/d',
      REDIS_URL: 'redis://:hush@h',
    });
    for (const text of [inspect(config, { depth: 9 }), JSON.stringify(config)])
      expect(text).not.toMatch(/hush|long-enough/);
  });

  test.each([
    ['2', 2],
    ['false', undefined],
    ['10.0.0.1, 10.0.0.0/8', ['10.0.0.1', '10.0.0.0/8']],
  ])('parses TRUST_PROXY=%s', (text, value) => {
    expect(read({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(value);
  });

  test('warns about an unknown HARK_ name but accepts it', () => {
    expect(read({ HARK_DATADIR: 'x', HARK_DATA_DIR: 'y' }).warnings).toEqual([
      expect.stringContaining('HARK_DATADIR'),
    ]);
  });

  test('requires both engine URLs or neither', () => {
    expect(() => read({ RESTATE_INGRESS_URL: 'http://e:8080' })).toThrow(/set both or neither/);
  });
});

describe('typedCommand', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['npm run hark -- doctor', 'hark'],
    ['npx @harkhq/hark doctor', 'npx'],
    ['hark doctor', undefined],
  ])('returns "%s" if npm reports the script %s', (typed, script) => {
    vi.stubEnv('npm_lifecycle_event', script);
    expect(typedCommand('doctor')).toBe(typed);
  });
});

describe('the settings for another terminal', () => {
  test('name the data directory and the settings that differ from the defaults', () => {
    expect(terminalSettings({}, '/srv/.hark')).toEqual({
      command: "export HARK_DATA_DIR='/srv/.hark'",
      secrets: [],
    });
    const DATABASE_URL = 'postgres://postgres@localhost/hark?host=/tmp/x';
    expect(terminalSettings({ DATABASE_URL, PORT: '8080' }, "/Ann's").command).toBe(
      `export DATABASE_URL='${DATABASE_URL}' HARK_DATA_DIR='/Ann'\\''s'`,
    );
  });

  test('never contain a secret', () => {
    for (const url of ['postgres://ann:hush@db/hark', 'postgres://ann@db/hark?password=hush', 'hush']) {
      const { command, secrets } = terminalSettings({ DATABASE_URL: url, SECRET_KEY: 'hush' }, '/srv');
      expect(command).toBe("export HARK_DATA_DIR='/srv'");
      expect(secrets).toEqual(['DATABASE_URL', 'SECRET_KEY']);
    }
  });

  test('name the files of secrets', () => {
    expect(terminalSettings({ SECRET_KEY_FILE: '/run/key' }, '/srv')).toEqual({
      command: "export SECRET_KEY_FILE='/run/key' HARK_DATA_DIR='/srv'",
      secrets: [],
    });
  });
});
