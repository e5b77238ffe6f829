// Opens the setup page behind a real nginx that fails to set a header. The page names the missing header.
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

/** Loads the setup page in a browser. With `fields`, also submits its form. */
function setUpPage(fault: Fault | 'trust', fields?: Record<string, string>): Promise<string> {
  const { httpsUrl } = frontOf(fault);
  const body = new URLSearchParams({ secret, ...fields }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return new Promise((resolve, reject) => {
    const options = { method: fields ? 'POST' : 'GET', headers, rejectUnauthorized: false, timeout: 20_000 };
    const sent = request(`${httpsUrl}/set-up?secret=${secret}`, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () =>
        resolve(
          text
            .replaceAll(/<[^>]*>/g, '')
            .replaceAll('&quot;', '"')
            .replaceAll('&#39;', "'"),
        ),
      );
    });
    sent.on('error', reject);
    sent.end(fields ? body : '');
  });
}

const faultsIn = (text: string) => text.match(/^[\w ]+: needs attention\..*$/gm) ?? [];

test('behind the shipped nginx configuration, the page reports no problems', async () => {
  const text = await setUpPage('nothing');
  expect(faultsIn(text)).toEqual([]);
  expect(text).toContain(`${frontOf('nothing').httpsUrl} reaches this installation`);
  expect(text).toContain('https: OK. The certificate is valid, and callers connect over https');
  expect(text).toContain("The proxy reports the caller's IP address, and callers can't fake it");
});

test('without X-Forwarded-Proto, the page still finds its URL and names the missing header', async () => {
  const text = await setUpPage('proto');
  expect(text).toContain(`${frontOf('proto').httpsUrl} reaches this installation`);
  expect(faultsIn(text)).toEqual([expect.stringContaining('set the header X-Forwarded-Proto')]);
});

test('without X-Forwarded-For, the page reports that callers could spoof their IP address', async () => {
  expect(faultsIn(await setUpPage('caller'))).toEqual([expect.stringContaining('can fake their IP address')]);
});

test('without Host, the page does not know its URL and checks the URL that the user enters', async () => {
  expect(faultsIn(await setUpPage('host'))[0]).toContain(
    "doesn't respond to requests from Hark's own machine",
  );
  const { httpsUrl } = frontOf('host');
  const text = await setUpPage('host', { base_url: httpsUrl, check: '1' });
  expect(text).toContain(`${httpsUrl} reaches this installation`);
  expect(faultsIn(text)).toEqual([expect.stringContaining('forward the original Host header')]);
});

test('without TRUST_PROXY, the page reports that the proxy is not trusted and all callers seem to have one IP address', async () => {
  const faults = faultsIn(await setUpPage('trust'));
  expect(faults).toEqual([
    expect.stringContaining("doesn't trust it. Set TRUST_PROXY=1"),
    expect.stringContaining('All callers appear as 127.0.0.1'),
  ]);
});

test('the page reports a self-signed certificate', async () => {
  const stranger = await startOwnNginx([new URL(serves[0]?.url ?? '').host]);
  try {
    const text = await setUpPage('nothing', { base_url: stranger.httpsUrl, check: '1' });
    expect(faultsIn(text)).toEqual([expect.stringContaining('the TLS certificate is self-signed')]);
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
    says: expect.stringContaining("TRUST_PROXY isn't set"),
  });
  expect(serves[1]?.output()).toContain('forwarded headers ignored because TRUST_PROXY is not set');
  expect(serves[0]?.output()).not.toContain('forwarded headers ignored');
}, 120_000);
