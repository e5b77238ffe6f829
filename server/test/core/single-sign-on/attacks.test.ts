// Hostile identity providers and hostile browsers: no one must be signed in (spec/single-sign-on §2, §3).
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../harness/builders.ts';
import type { Browser } from '../../harness/console/browser.ts';
import { freshAddress } from '../../harness/servers/sign-in-server.ts';
import { type Behavior, person } from './hostile-provider.ts';
import { useSso } from './stage.ts';

const sso = useSso();
const { site, build, browserOf, start, finish, isSignedIn } = sso;
type Built = Awaited<ReturnType<typeof build>>;
const now = () => Math.floor(Date.now() / 1_000);

/** Tries to sign in as the administrator, and expects that it fails without creating anything. */
async function expectRefused({ workspace, provider, admin }: Built, claims: object = {}): Promise<string> {
  const browser = browserOf(workspace);
  const begun = await browser.get('/sign-in/sso');
  const answer =
    begun.status === 303
      ? await finish(browser, provider.approve(begun.location ?? '', person(admin.email, { ...claims })))
      : begun;
  expect([400, 403, 503]).toContain(answer.status);
  expect(await isSignedIn(browser)).toBe(false);
  expect(browser.jar.has('hark_session')).toBe(false);
  const identities = await sso.database.current.asAdministrator(
    async (admin) =>
      (await admin.query('select from user_identities where workspace_id = $1', [workspace.id])).rowCount,
  );
  expect([identities, (await sso.users(workspace)).length]).toEqual([0, 1]);
  return answer.text;
}

describe('ID tokens (spec/single-sign-on §2.2)', () => {
  const wrong: [string, (built: Built) => Behavior][] = [
    ['another issuer', () => ({ claims: { iss: 'https://evil.example.test' } })],
    ['another audience', () => ({ claims: { aud: 'someone-else' } })],
    ['several audiences without an authorized party', () => ({ claims: { aud: ['someone-else'] } })],
    ['another nonce', () => ({ claims: { nonce: 'other' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['an expired token', () => ({ claims: { exp: now() - 120, iat: now() - 600 } })],
    ['no expiry', () => ({ claims: { exp: undefined } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['an empty subject', () => ({ claims: { sub: '' } })],
    ['a token from the future', () => ({ claims: { nbf: now() + 600 } })],
    ['no signature', ({ provider }) => ({ sign: provider.signers.none })],
    [
      'no signature, and metadata that allows it',
      ({ provider }) => ({
        sign: provider.signers.none,
        discovery: { id_token_signing_alg_values_supported: ['none', 'RS256'] },
      }),
    ],
    [
      'HS256 with the public key',
      ({ provider }) => ({
        sign: provider.signers.publicKeyAsSecret,
        discovery: { id_token_signing_alg_values_supported: ['HS256', 'RS256'] },
      }),
    ],
    [
      'HS256 with the client secret',
      ({ provider }) => ({
        sign: provider.signers.clientSecret,
        discovery: { id_token_signing_alg_values_supported: ['HS256'] },
      }),
    ],
    ['the signature of another key', ({ provider }) => ({ sign: provider.signers.otherKey })],
    ['a broken token', () => ({ sign: () => 'a.b.c' })],
    ['no token', () => ({ tokenBody: '{"access_token":"x","token_type":"Bearer"}' })],
    ['no JSON', () => ({ tokenBody: '<html>' })],
    ['another person at userinfo', () => ({ claims: { email: undefined }, userinfo: { sub: 'other' } })],
  ];
  test.each(wrong)('%s', async (_, behave) => {
    const built = await build();
    Object.assign(built.provider.behavior, behave(built));
    await expectRefused(built);
  });
});

describe('people (spec/single-sign-on §2.3)', () => {
  test.each([
    ['an address that is not verified', { email_verified: false }],
    ['an address without a word about verification', { email_verified: undefined }],
    ['a verification that is a text', { email_verified: 'true' }],
    ['a malformed address', { email: 'ann' }],
    ['two addresses', { email: ['a@example.test', 'b@example.test'] }],
  ])('%s', async (_, claims) => {
    await expectRefused(await build(), claims);
  });

  const found = {
    'in the ID token': ['id token'],
    'at the userinfo endpoint': ['userinfo'],
    'in both': ['id token', 'userinfo'],
    'in neither': [],
  };
  test.each(Object.entries(found))(
    'an email address %s counts only if the same document says that it is verified',
    async (_, documents: readonly string[]) => {
      // A role claim that the ID token lacks makes Hark read the userinfo endpoint, even if the token has an email address.
      const { workspace, provider } = await build({ roleClaim: 'groups' });
      for (const inToken of [true, false, undefined])
        for (const atUserinfo of [true, false, undefined]) {
          const email = `${inToken}-${atUserinfo}@acme.test`;
          const claims = (name: string, isVerified: boolean | undefined) => ({
            email: documents.includes(name) ? email : undefined,
            email_verified: isVerified,
          });
          provider.behavior.userinfo = claims('userinfo', atUserinfo);
          const browser = browserOf(workspace);
          const answer = provider.approve(await start(browser), person(email, claims('id token', inToken)));
          const { status } = await finish(browser, answer);
          const isVerified = documents[0] === 'id token' ? inToken : documents[0] && atUserinfo;
          expect({ inToken, atUserinfo, status }).toEqual({
            inToken,
            atUserinfo,
            status: isVerified ? 303 : 403,
          });
        }
    },
  );

  test('domains that are not allowed, and those that only look allowed', async () => {
    const built = await build({ allowedDomains: ['acme.test'] });
    for (const domain of ['example.test', 'evil-acme.test', 'sub.acme.test', 'acme.test.evil.test'])
      await expectRefused(built, { email: `ann@${domain}` });
  });

  test('an address that the provider vouches for needs an allowed domain, even if the list was emptied', async () => {
    const built = await build({ trustsEmail: true, allowedDomains: ['acme.test'] });
    await expectRefused(built, { email: 'ann@other.test', email_verified: undefined });
    await sso.database.current.query(
      `update identity_providers set allowed_domains = '{}' where workspace_id = $1`,
      [built.workspace.id],
    );
    await expectRefused(built, { email_verified: undefined });
  });
});

describe('browsers (spec/single-sign-on §2.1)', () => {
  /** Returns a sign-in that only has to be finished. */
  async function begun({ workspace, provider }: Built, email: string): Promise<[Browser, URLSearchParams]> {
    const browser = browserOf(workspace);
    return [browser, provider.approve(await start(browser), person(email))];
  }

  test('a response works once, and not in another browser, without a cookie or with another state', async () => {
    const built = await build();
    const { workspace, admin } = built;
    const [browser, query] = await begun(built, admin.email);
    const [other, otherQuery] = await begun(built, admin.email);
    const none = browserOf(workspace);
    expect((await finish(none, query)).status).toBe(400);
    const mixed = new URLSearchParams(query);
    mixed.set('state', otherQuery.get('state') ?? '');
    expect((await finish(browser, mixed)).status).toBe(400);
    // The wrong state has ended the sign-in of that browser.
    expect((await finish(browser, query)).status).toBe(400);
    expect((await finish(other, otherQuery)).status).toBe(303);
    expect((await finish(other, otherQuery)).status).toBe(400);
    expect([await isSignedIn(none), await isSignedIn(browser), await isSignedIn(other)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("another user's code doesn't fit this browser's verifier", async () => {
    const built = await build();
    const [victim, query] = await begun(built, built.admin.email);
    const [, attackers] = await begun(built, 'attacker@example.test');
    query.set('code', attackers.get('code') ?? '');
    expect((await finish(victim, query)).status).toBe(503);
    expect(await isSignedIn(victim)).toBe(false);
  });

  test('a sign-in expires after 10 minutes', async () => {
    const built = await build();
    const [browser, query] = await begun(built, built.admin.email);
    await site.time.move(10 * 60_000 + 1);
    expect((await finish(browser, query)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('state and code of one workspace are useless at another', async () => {
    const [one, two] = [await build(), await build()];
    await sso.setUp(two.workspace, one.provider.url);
    const [browser, query] = await begun(one, one.admin.email);
    const there = browserOf(two.workspace);
    for (const [name, value] of browser.jar) there.jar.set(name, value);
    expect((await finish(there, query)).status).toBe(400);
    await start(there);
    expect((await finish(there, query)).status).toBe(400);
    expect(await isSignedIn(there)).toBe(false);
  });

  test('a sign-in that began before the provider was changed is refused', async () => {
    const [built, evil] = [await build(), await build()];
    const [browser, query] = await begun(built, built.admin.email);
    await sso.setUp(built.workspace, evil.provider.url);
    expect((await finish(browser, query)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('a response that names another issuer is refused', async () => {
    const built = await build();
    const [browser, query] = await begun(built, built.admin.email);
    query.set('iss', 'https://evil.example.test');
    expect((await finish(browser, query)).status).toBe(503);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('images, frames and link checkers start nothing', async () => {
    const { workspace, provider } = await build();
    const browser = browserOf(workspace);
    const fetched = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect((await browser.get('/sign-in/sso', fetched)).status).toBe(204);
    expect(
      (await browser.get('/sign-in/sso', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }))
        .status,
    ).toBe(204);
    expect(provider.counts).toEqual({});
  });
});

test('refusals are the same for every reason and account, and show nothing that the provider sent (spec/single-sign-on §2.6)', async () => {
  const built = await build({ allowedDomains: ['acme.test'], defaultRole: null });
  const { workspace, admin } = built;
  await buildUser(site.context(), workspace.id, { email: 'gone@acme.test', active: false });
  const texts = new Set<string>();
  for (const claims of [
    { email: admin.email },
    { email: 'nobody@acme.test' },
    { email: 'gone@acme.test' },
    { email: 'x@acme.test', email_verified: false },
  ]) {
    const browser = browserOf(workspace);
    const { status, text } = await finish(
      browser,
      built.provider.approve(await start(browser), person('', claims)),
    );
    expect([status, text.includes('acme.test')]).toEqual([403, false]);
    texts.add(text);
  }
  expect(texts.size).toBe(1);
  expect([...texts][0]).toContain('Ask an administrator');
  const denied = browserOf(workspace);
  const state = new URL(await start(denied)).searchParams.get('state') ?? '';
  const error = { state, error: 'access_denied', error_description: '<script>alert(1)</script>' };
  const { status, text } = await finish(denied, new URLSearchParams(error));
  expect([status, text.includes('alert(1)')]).toEqual([403, false]);
});

describe('limits and the network', () => {
  test('one address can start only so many sign-ins (spec/single-sign-on §2.7)', async () => {
    const { workspace, provider } = await build();
    const address = freshAddress();
    const statusOf = async () => (await site.browser(workspace, address).get('/sign-in/sso')).status;
    expect(await statusOf()).toBe(303);
    await sso.database.current.query(
      `insert into attempts (workspace_id, subject, at)
         select workspace_id, subject, at from attempts, generate_series(1, 298) where workspace_id = $1`,
      [workspace.id],
    );
    expect([await statusOf(), await statusOf()]).toEqual([303, 429]);
    expect(provider.counts['/.well-known/openid-configuration']).toBe(1);
    expect((await browserOf(workspace).get('/sign-in/sso')).status).toBe(303);
  });

  const broken: [string, Behavior | 'down'][] = [
    ['a provider that is down', 'down'],
    ['responses that are too large', { discovery: { x: 'x'.repeat(300_000) } }],
    ['responses that are too slow', { isSilent: true }],
    [
      'a token endpoint at a private address',
      { discovery: { token_endpoint: 'http://169.254.169.254/token' } },
    ],
    ['keys at a private address', { discovery: { jwks_uri: 'http://127.0.0.1:5432/jwks' } }],
    ['a token endpoint that redirects elsewhere', { tokenRedirect: 'https://evil.example.test/token' }],
    ['metadata of another issuer', { discovery: { issuer: 'https://evil.example.test' } }],
    [
      'an authorization endpoint that is a script',
      { discovery: { authorization_endpoint: 'javascript:alert(1)' } },
    ],
    ['an issuer that is not a text', { discovery: { issuer: 7 } }],
  ];
  test.each(broken)('%s (spec/single-sign-on §3.1)', async (_, behavior) => {
    const built = await build();
    if (behavior === 'down') await built.provider.stop();
    else Object.assign(built.provider.behavior, behavior);
    if (behavior !== 'down' && behavior.isSilent) site.patience.maxMs = 100;
    onTestFinished(() => {
      site.patience.maxMs = Number.POSITIVE_INFINITY;
    });
    const text = await expectRefused(built);
    expect(text).toContain('Try again in a few minutes');
    const lines = site.log.lines().join('\n');
    expect(lines).not.toContain('xxxxxx');
  });
});
