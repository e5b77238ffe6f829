// The set-up page behind a real nginx that forgets a header: it says which, before a user meets it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/lib/process/free-port.ts';
import { type RunningHark, runHark, startServing } from '../harness/hark-process.ts';
import { addressOf, createScratchDatabase, dropDatabase, testKey } from '../harness/scratch-database.ts';
import { type OwnNginx, startOwnNginx } from '../harness/servers/own-nginx.ts';

const database = `hark_test_${process.pid}_own_address`;
const certificates = join(tmpdir(), `hark-certificates-${process.pid}.pem`);
const headerLine = (name: string) => new RegExp(` *proxy_set_header ${name} .*;\n`);
const forgotten = {
  nothing: undefined,
  host: headerLine('Host'),
  proto: headerLine('X-Forwarded-Proto'),
  caller: headerLine('X-Forwarded-For'),
} as const;
type Fault = keyof typeof forgotten;

const fronts = new Map<Fault | 'trust', OwnNginx>();
const serves: RunningHark[] = [];
let secret = '';

beforeAll(async () => {
  await createScratchDatabase(database);
  const [trusting, distrusting] = [await freePort(), await freePort()];
  for (const [fault, lines] of Object.entries(forgotten))
    fronts.set(fault as Fault, await startOwnNginx([`127.0.0.1:${trusting}`], undefined, lines));
  fronts.set('trust', await startOwnNginx([`127.0.0.1:${distrusting}`]));
  const all = [...fronts.values()].map(({ certificateFile }) => readFileSync(certificateFile, 'utf8'));
  writeFileSync(certificates, all.join('\n'));
  const env = {
    DATABASE_URL: addressOf(database).reveal(),
    SECRET_KEY: testKey.reveal(),
    NODE_EXTRA_CA_CERTS: certificates,
  };
  serves.push(await startServing({ ...env, PORT: String(trusting), TRUST_PROXY: '1' }));
  serves.push(await startServing({ ...env, PORT: String(distrusting) }));
  const { stdout } = await runHark(['set-up', '--at', 'http://x.test'], env);
  secret = new URL(stdout.trim()).searchParams.get('secret') ?? '';
}, 120_000);
afterAll(async () => {
  await Promise.all(serves.map((hark) => hark.remove()));
  await Promise.all([...fronts.values()].map((front) => front.remove()));
  rmSync(certificates, { force: true });
  await dropDatabase(database, { roles: true });
}, 60_000);

const frontOf = (fault: Fault | 'trust'): OwnNginx => {
  const front = fronts.get(fault);
  if (!front) throw new Error(`no nginx for ${fault}`);
  return front;
};

/** The set-up page as a browser gets it; with `fields`, after its form was sent. */
function setUpPage(fault: Fault | 'trust', fields?: Record<string, string>): Promise<string> {
  const { httpsUrl } = frontOf(fault);
  const body = new URLSearchParams({ secret, ...fields }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return new Promise((resolve, reject) => {
    const options = { method: fields ? 'POST' : 'GET', headers, rejectUnauthorized: false, timeout: 20_000 };
    const sent = request(`${httpsUrl}/set-up?secret=${secret}`, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve(text.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')));
    });
    sent.on('error', reject);
    sent.end(fields ? body : '');
  });
}

const faultsIn = (text: string) => text.match(/^\w+: needs a look\..*$/gm) ?? [];

test('behind the nginx that is shipped nothing is wrong', async () => {
  const text = await setUpPage('nothing');
  expect(faultsIn(text)).toEqual([]);
  expect(text).toContain(`${frontOf('nothing').httpsUrl} leads here`);
  expect(text).toContain('https: good. Its certificate is valid here');
  expect(text).toContain('The proxy says who calls, and nobody can pretend to be another');
});

test('one that forgets X-Forwarded-Proto: the address is found all the same, and the header is named', async () => {
  const text = await setUpPage('proto');
  expect(text).toContain(`${frontOf('proto').httpsUrl} leads here`);
  expect(faultsIn(text)).toEqual([expect.stringContaining('set the header X-Forwarded-Proto')]);
});

test('one that forgets X-Forwarded-For passes on what anybody writes', async () => {
  expect(faultsIn(await setUpPage('caller'))).toEqual([expect.stringContaining('is believed to be there')]);
});

test('one that forgets Host: the page cannot know its address, and finds out once it is told', async () => {
  expect(faultsIn(await setUpPage('host'))[0]).toContain('does not answer the machine');
  const { httpsUrl } = frontOf('host');
  const text = await setUpPage('host', { base_url: httpsUrl, check: '1' });
  expect(text).toContain(`${httpsUrl} leads here`);
  expect(faultsIn(text)).toEqual([expect.stringContaining('pass the Host header on as it came')]);
});

test('without TRUST_PROXY the proxy is not believed, and everybody is one caller', async () => {
  const faults = faultsIn(await setUpPage('trust'));
  expect(faults).toEqual([
    expect.stringContaining('is not believed. Set TRUST_PROXY=1'),
    expect.stringContaining('Everybody looks like 127.0.0.1'),
  ]);
});

test('a certificate that nobody vouches for is told by its cause', async () => {
  const stranger = await startOwnNginx([new URL(serves[0]?.url ?? '').host]);
  try {
    const text = await setUpPage('nothing', { base_url: stranger.httpsUrl, check: '1' });
    expect(faultsIn(text)).toEqual([expect.stringContaining('its certificate vouches for itself')]);
  } finally {
    await stranger.remove();
  }
});

test('doctor and the log report a proxy that TRUST_PROXY does not name', async () => {
  const { httpsUrl } = frontOf('trust');
  const env = serves[1]?.env ?? {};
  const file = join(tmpdir(), `own-address-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ workspaces: [{ base_url: httpsUrl }] }));
  expect(await runHark(['apply', '-f', file], env)).toMatchObject({ code: 0 });
  rmSync(file);
  const { findings } = JSON.parse((await runHark(['doctor', '--json'], env)).stdout);
  expect(findings).toContainEqual({
    check: 'callers',
    ok: false,
    says: expect.stringContaining('TRUST_PROXY is not set'),
  });
  expect(serves[1]?.output()).toContain('forwarded headers ignored because TRUST_PROXY is not set');
  expect(serves[0]?.output()).not.toContain('forwarded headers ignored');
}, 120_000);
