// Tests the OAuth server's pure functions against spec/oauth and the drafts it implements.
import { describe, expect, test } from 'vitest';
import {
  metadataHash,
  printableName,
  readClientMetadata,
} from '../../../src/core/oauth/clients/client-metadata.ts';
import { isValidMetadataUrl } from '../../../src/core/oauth/clients/oauth-client.ts';
import { isRedirectUri, redirectMatches, withAnswer } from '../../../src/core/oauth/clients/redirect-uri.ts';
import { isChallenge, verifierMatches } from '../../../src/core/oauth/grants/parameters.ts';

describe('a redirect URI', () => {
  test.each([
    'https://app.example.test/cb',
    'https://app.example.test',
    'https://app.example.test/cb?tenant=1',
    'https://app.example.test:8443/@me/cb',
    'http://localhost/callback',
    'http://localhost:3000/callback',
    'http://127.0.0.1:49152/',
    'http://[::1]:1/cb',
  ])('can be %s', (uri) => expect(isRedirectUri(uri)).toBe(true));

  test.each([
    '',
    'http://app.example.test/cb',
    'http://localhost.evil.test/cb',
    'http://127.0.0.1.evil.test/cb',
    'http://127.0.0.2/cb',
    'http://127.1/cb',
    'http://LOCALHOST/cb',
    'http://localhost:123456/cb',
    'http://localhost:3000@evil.test/cb',
    'https://user@app.example.test/cb',
    'https://user:secret@app.example.test/cb',
    'https://@app.example.test/cb',
    'https://app.example.test/cb#',
    'https://app.example.test/cb#x',
    'https://app.example.test\\@evil.test/cb',
    'https:app.example.test/cb',
    'https:/app.example.test/cb',
    'https:///cb',
    'https://',
    'HTTPS://app.example.test/cb',
    ' https://app.example.test/cb',
    'https://app.example.test/c b',
    'https://app.example.test/\r\nX: y',
    'https://app.example.test/\u202Ecb',
    'https://äpp.example.test/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'com.example.app:/cb',
    '//app.example.test/cb',
    '/cb',
    `https://app.example.test/${'x'.repeat(2_000)}`,
  ])("can't be %j", (uri) => expect(isRedirectUri(uri)).toBe(false));

  test.each<[string, string, boolean]>([
    ['https://a.test/cb', 'https://a.test/cb', true],
    ['https://a.test/cb', 'https://a.test/cb/', false],
    ['https://a.test/cb', 'https://A.test/cb', false],
    ['https://a.test/cb', 'https://a.test:443/cb', false],
    ['https://a.test/cb', 'https://a.test:8443/cb', false],
    ['https://a.test/cb', 'https://a.test./cb', false],
    ['https://a.test/cb', 'https://a.test/cb?x', false],
    ['https://a.test/cb', 'https://a.test/CB', false],
    ['http://localhost/cb', 'http://localhost:51234/cb', true],
    ['http://localhost:3000/cb', 'http://localhost:4000/cb', true],
    ['http://localhost:3000/cb', 'http://localhost/cb', true],
    ['http://localhost/cb', 'http://127.0.0.1:51234/cb', false],
    ['http://127.0.0.1/cb', 'http://localhost:51234/cb', false],
    ['http://[::1]/cb', 'http://[::1]:9/cb', true],
    ['http://localhost/cb', 'http://localhost:51234/cb/more', false],
    ['http://localhost/cb', 'https://localhost:51234/cb', false],
    ['http://localhost/cb', 'http://localhost:1@evil.test/cb', false],
    ['http://localhost/cb?a=1', 'http://localhost:1/cb?a=1', true],
    ['http://localhost/cb?a=1', 'http://localhost:1/cb?a=2', false],
  ])('registered as %s and requested as %s matches: %s', (registered, uri, matches) => {
    expect(redirectMatches([registered], uri)).toBe(matches);
  });

  test('keeps its query string when response parameters are added', () => {
    expect(withAnswer('https://a.test/cb', { code: 'a b', state: undefined })).toBe(
      'https://a.test/cb?code=a+b',
    );
    expect(withAnswer('https://a.test/cb?x=1', { state: '&=' })).toBe('https://a.test/cb?x=1&state=%26%3D');
  });
});

describe('PKCE', () => {
  // RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

  test('verifies the example from the RFC', () => {
    expect(isChallenge(challenge, 'S256')).toBe(true);
    expect(verifierMatches(challenge, verifier)).toBe(true);
  });

  test.each([
    [challenge, 'plain'],
    [challenge, undefined],
    [challenge, 's256'],
    [undefined, 'S256'],
    [challenge.slice(1), 'S256'],
    [`${challenge}=`, 'S256'],
    [challenge.replace('-', '+'), 'S256'],
  ])('rejects the challenge %s with method %s', (text, method) =>
    expect(isChallenge(text, method)).toBe(false),
  );

  test.each(['', challenge, verifier.slice(1), `${verifier}x`, `${verifier}\n`, 'x'.repeat(129)])(
    'rejects the verifier %j',
    (text) => expect(verifierMatches(challenge, text)).toBe(false),
  );
});

describe('a metadata document URL', () => {
  test.each([
    'https://app.example.test/oauth/client.json',
    'https://app.example.test:8443/x',
    'https://app.example.test/client?version=2',
    'https://127.0.0.1:1/app.json',
  ])('can be %s, based on its syntax alone', (url) => expect(isValidMetadataUrl(url)).toBe(true));

  test.each([
    'http://app.example.test/x',
    'https://app.example.test',
    'https://app.example.test/',
    'https://app.example.test/x#y',
    'https://user@app.example.test/x',
    'https://user:secret@app.example.test/x',
    'https://app.example.test/a/../x',
    'https://app.example.test/a/./x',
    'https://app.example.test/a/%2e%2e/x',
    'https://app.example.test/a/%2E/x',
    'https://app.example.test/a/.%2e/x',
    'https://APP.example.test/x',
    'https://app.example.test:443/x',
    'https://app.example.test\\x',
    'https://app.example.test/\u0000x',
    'https://app.example.test/x y',
    'https://app.example.test/%zz',
    'HTTPS://app.example.test/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://app.example.test/ä',
    `https://app.example.test/${'x'.repeat(2_048)}`,
  ])("can't be %j", (url) => expect(isValidMetadataUrl(url)).toBe(false));
});

describe('a metadata document', () => {
  const url = 'https://app.example.test/client.json';
  const good = { client_id: url, client_name: 'App', redirect_uris: ['http://localhost/callback'] };

  test('provides the name and the redirect URIs, and other members are ignored', () => {
    const more = {
      ...good,
      token_endpoint_auth_method: 'none',
      logo_uri: 'https://x.test',
      scope: 'api mcp',
    };
    expect(readClientMetadata(url, more)).toEqual({ name: 'App', redirectUris: good.redirect_uris });
  });

  test.each<[string, unknown]>([
    ['not an object', null],
    ['a list', [good]],
    ['another URL as client_id', { ...good, client_id: `${url}?` }],
    ['no client_id', { ...good, client_id: undefined }],
    ['no name', { ...good, client_name: undefined }],
    ['a name without visible characters', { ...good, client_name: '\u202E\u200B \u0000' }],
    ['no redirect URIs', { ...good, redirect_uris: [] }],
    ['an invalid redirect URI', { ...good, redirect_uris: ['https://a.test/cb', 'javascript:alert(1)'] }],
    ['a redirect URI as a string', { ...good, redirect_uris: 'https://a.test/cb' }],
    ['too many redirect URIs', { ...good, redirect_uris: Array(21).fill('https://a.test/cb') }],
    ['a secret', { ...good, client_secret: 'x' }],
    ["a secret's expiry", { ...good, client_secret_expires_at: 0 }],
    ['an authentication method with a secret', { ...good, token_endpoint_auth_method: 'client_secret_post' }],
  ])('is rejected: %s', (_, document) => expect(readClientMetadata(url, document)).toBeUndefined());

  test('has its name reduced to one line of at most 100 characters without direction overrides', () => {
    expect(printableName('  My\tApp\u202E\n2 ')).toBe('My App 2');
    expect(printableName('😀'.repeat(200))).toBe('😀'.repeat(100));
  });

  test('has a fingerprint that changes with the name and the redirect URIs', () => {
    const metadata = { name: 'App', redirectUris: ['https://a.test/cb'] };
    expect(metadataHash(metadata)).toEqual(metadataHash({ ...metadata }));
    expect(metadataHash({ ...metadata, name: 'Bpp' })).not.toEqual(metadataHash(metadata));
    expect(metadataHash({ ...metadata, redirectUris: [] })).not.toEqual(metadataHash(metadata));
  });
});
