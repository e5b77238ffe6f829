// Opens the setup page behind a real nginx with the shipped configuration. server/test/core/self-check.test.ts has a case
// for each setting that a proxy can lack.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/lib/process/free-port.ts';
import { type RunningHark, runHark } from '../harness/hark-process.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { askOverHttps } from '../harness/servers/https-request.ts';
import { type OwnNginx, startOwnNginx } from '../harness/servers/own-nginx.ts';

const certificates = join(tmpdir(), `hark-certificates-${process.pid}.pem`);
let trusted: OwnNginx;
let distrusted: OwnNginx;
let served: ServedDatabase;
let serves: RunningHark[];
let secret = '';

beforeAll(async () => {
  served = await startServedDatabase('own_address');
  const [trusting, distrusting] = [await freePort(), await freePort()];
  trusted = await startOwnNginx([`127.0.0.1:${trusting}`]);
  distrusted = await startOwnNginx([`127.0.0.1:${distrusting}`]);
  const all = [trusted, distrusted].map(({ certificateFile }) => readFileSync(certificateFile, 'utf8'));
  writeFileSync(certificates, all.join('\n'));
  const more = { NODE_EXTRA_CA_CERTS: certificates };
  serves = [
    await served.serve({ ...more, PORT: String(trusting), TRUST_PROXY: '1' }),
    await served.serve({ ...more, PORT: String(distrusting) }),
  ];
  const { stdout } = await runHark(['set-up', '--at', 'http://x.test'], served.env);
  secret = new URL(stdout.trim()).searchParams.get('secret') ?? '';
});
afterAll(async () => {
  await served?.remove();
  await Promise.all([trusted, distrusted].map((front) => front?.remove()));
  rmSync(certificates, { force: true });
});

/** Loads the setup page in a browser. With `fields`, also submits its form. */
async function setUpPage({ httpsUrl }: OwnNginx, fields?: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const body = fields ? new URLSearchParams({ secret, ...fields }).toString() : '';
  const method = fields ? 'POST' : 'GET';
  const { text } = await askOverHttps(`${httpsUrl}/set-up?secret=${secret}`, { method, headers, body });
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
}

const faultsIn = (text: string) => text.match(/^[\w ]+: needs attention\..*$/gm) ?? [];

test('behind the shipped nginx configuration, the page reports no problems', async () => {
  const text = await setUpPage(trusted);
  expect(faultsIn(text)).toEqual([]);
  expect(text).toContain(`${trusted.httpsUrl} reaches this installation`);
  expect(text).toContain('https: OK. The certificate is valid, and callers connect over https');
  expect(text).toContain("The proxy reports the caller's IP address, and callers can't fake it");
});

test('without TRUST_PROXY, the page reports that the proxy is not trusted and all callers seem to have one IP address', async () => {
  const faults = faultsIn(await setUpPage(distrusted));
  expect(faults).toEqual([
    expect.stringContaining("doesn't trust it. Set TRUST_PROXY=1"),
    expect.stringContaining('All callers appear as 127.0.0.1'),
  ]);
});

test('the page reports a self-signed certificate', async () => {
  const stranger = await startOwnNginx([new URL(serves[0]?.url ?? '').host]);
  try {
    const text = await setUpPage(trusted, { base_url: stranger.httpsUrl, check: '1' });
    expect(faultsIn(text)).toEqual([expect.stringContaining('the TLS certificate is self-signed')]);
  } finally {
    await stranger.remove();
  }
});

test('doctor and the log report a proxy that TRUST_PROXY does not name', async () => {
  const { httpsUrl } = distrusted;
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
});
