import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

const key = 'a-key-that-is-long-enough-0123456789';
const read = (environment: Record<string, string>) => readConfig({}, environment);

const folder = mkdtempSync(join(tmpdir(), 'hark-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the configuration', () => {
  test('has a working default for everything', () => {
    const config = read({});
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      LOG_LEVEL: 'info',
      HARK_DATA_DIR: '.hark',
      warnings: [],
    });
    expect(config.DATABASE_URL.reveal()).toBe('postgres://postgres@127.0.0.1:5432/hark');
    expect(config.SECRET_KEY).toBeUndefined();
  });

  test('reads hosts with their port in the one form of a URL, and ports', () => {
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

  test('takes a mail server by its address, and shows nothing of it', () => {
    const { SMTP_URL } = read({ SMTP_URL: 'smtps://user:word@mail.test' });
    expect([SMTP_URL?.reveal(), String(SMTP_URL)]).toEqual(['smtps://user:word@mail.test', '[redacted]']);
    expect(() => read({ SMTP_URL: 'https://mail.test' })).toThrow(
      'SMTP_URL: must be an address that begins with smtp://',
    );
    expect(() => read({ SMTP_FROM: 'nobody' })).toThrow('SMTP_FROM');
  });

  test('names every problem at once, and never a value', () => {
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

  test('what the command line says comes first', () => {
    expect(readConfig({ PORT: '1' }, { PORT: '2' }).PORT).toBe(1);
  });

  test('every value can come from a file, but not from both', () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${key}\n`);
    expect(read({ SECRET_KEY_FILE: file }).SECRET_KEY?.reveal()).toBe(key);
    expect(() => read({ SECRET_KEY_FILE: file, SECRET_KEY: key })).toThrow(
      /set either SECRET_KEY or SECRET_KEY_FILE/,
    );
    expect(() => read({ SECRET_KEY_FILE: '/nowhere/at/all' })).toThrow(/SECRET_KEY: ENOENT/);
  });

  test('secrets do not show when it is printed', () => {
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
  ])('TRUST_PROXY=%s', (text, value) => {
    expect(read({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(value);
  });

  test('an unknown HARK_ name is a warning, never a refusal', () => {
    expect(read({ HARK_DATADIR: 'x', HARK_DATA_DIR: 'y' }).warnings).toEqual([
      expect.stringContaining('HARK_DATADIR'),
    ]);
  });

  test('the engine is named by both of its addresses or by none', () => {
    expect(() => read({ RESTATE_INGRESS_URL: 'http://e:8080' })).toThrow(/set both or neither/);
  });
});
