// Requests signed by their senders: docs/spec/listeners.md, section 10.
import { before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import net from 'node:net';
import { acme, apply, byName, eventually, harkJson, jwt, nowSeconds, send, unique } from './harness.mjs';

const MISSING = 'Missing signature';
const INVALID = 'Not authorized. Invalid signature.';
const SHOP = 'https://shop.example.test';
const EVIL = 'https://evil.example.test';
const hmac = (key, content, { algorithm = 'sha256', encoding = 'hex' } = {}) => createHmac(algorithm, key).update(content).digest(encoding);
const join = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));

// How each sender signs. Every one returns the request's headers; `at` is in Unix seconds.
const secretOf = {
  stripe: 'whsec_stripe_secret_0123456789',
  github: 'github-secret',
  shopify: 'shopify-secret',
  slack: '8f742231b10e8888abcd99yyyzzz85a5',
  hubspot: 'hubspot-secret',
  'standard-webhooks': `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`,
};
const sign = {
  stripe: (body, { secret = secretOf.stripe, at = nowSeconds() } = {}) => ({ 'Stripe-Signature': `t=${at},v1=${hmac(secret, join(`${at}.`, body))}` }),
  github: (body, { secret = secretOf.github, id } = {}) => ({ 'X-Hub-Signature-256': `sha256=${hmac(secret, body)}`, ...(id && { 'X-GitHub-Delivery': id }) }),
  shopify: (body, { secret = secretOf.shopify, id } = {}) => ({ 'X-Shopify-Hmac-Sha256': hmac(secret, body, { encoding: 'base64' }), ...(id && { 'X-Shopify-Webhook-Id': id }) }),
  slack: (body, { secret = secretOf.slack, at = nowSeconds() } = {}) => ({ 'X-Slack-Signature': `v0=${hmac(secret, join(`v0:${at}:`, body))}`, 'X-Slack-Request-Timestamp': at }),
  hubspot: (body, { secret = secretOf.hubspot, at = nowSeconds(), ms = at * 1000, method = 'POST', url } = {}) => ({
    'X-HubSpot-Signature-v3': hmac(secret, join(method, url, body, `${ms}`), { encoding: 'base64' }),
    'X-HubSpot-Request-Timestamp': ms,
  }),
  'standard-webhooks': (body, { secret = secretOf['standard-webhooks'], at = nowSeconds(), id = unique('msg'), family = 'webhook' } = {}) => ({
    [`${family}-id`]: id,
    [`${family}-timestamp`]: at,
    [`${family}-signature`]: `v1,${hmac(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), join(`${id}.${at}.`, body), { encoding: 'base64' })}`,
  }),
};

const BAD_BASE64 = 'whsec_c2VjcmV0!LW9mLTMyLWJ5dGVzLTAwMDAwMDAwMDAwMA==';
const receipt = [{ name: 'note', type: 'set', values: { seen: true } }];
const echo = [{ name: 'reply', type: 'respond', body: { data: '{{ __data }}', headers: '{{ __data.__headers }}', signature: '{{ __data.__headers.__signature[0] }}' } }];
const flow = (name, listener, { steps = receipt, ...rest } = {}) => ({
  name, owner: 'admin@acme.test', enabled: true, steps,
  listener: { add_authentication: false, allow_cors: false, cors_domains: '', respond_with: steps === echo ? 'workflow' : 'receipt', ...listener },
  ...rest,
});
const scheme = (name, extra = {}) => ({ signature: { scheme: name, secret: secretOf[name], ...extra } });
const generic = (extra) => ({ signature: { scheme: 'hmac', secret: 'generic-secret', header: 'X-Signature', ...extra } });
const tokenKeys = { add_authentication: true, endpoint_key: 'sig-key', endpoint_secret: 'sig-secret-0123456789abcdef-0123456789' };

const flows = [
  ...Object.keys(secretOf).map((name) => flow(name, scheme(name))),
  ...Object.keys(secretOf).map((name) => flow(`${name} echo`, scheme(name), { steps: echo })),
  flow('github documented', { signature: { scheme: 'github', secret: "It's a Secret to Everybody" } }),
  flow('rotating', { signature: { scheme: 'github', secret: ['new-secret', 'old-secret'] } }),
  flow('rotating sw', { signature: { scheme: 'standard-webhooks', secret: ['whsec_bmV3LXNlY3JldC1vZi0zMi1ieXRlcy0wMDAwMDAwMDA=', 'b2xkLXNlY3JldC1vZi0zMi1ieXRlcy0wMDAwMDAwMDA='] } }),
  flow('templated', { signature: { scheme: 'github', secret: '{{ secrets.partner_secret }}' } }),
  flow('no secret', { signature: { scheme: 'github', secret: '{{ secrets.not_there }}' } }),
  flow('half a secret', { signature: { scheme: 'github', secret: ['{{ secrets.not_there }}', 'good-secret'] } }),
  flow('bad base64', { signature: { scheme: 'standard-webhooks', secret: BAD_BASE64 } }),
  flow('with token', { ...tokenKeys, ...scheme('github') }),
  flow('with origin', { allow_cors: true, cors_domains: SHOP, ...scheme('github') }),
  flow('switched off', scheme('github'), { enabled: false }),
  flow('reasons', scheme('stripe')),
  flow('short', scheme('slack', { tolerance_seconds: 30 })),
  flow('header dedupe', { dedupe: 'header', ...scheme('github') }),
  flow('unsigned', { signature: { scheme: 'none' } }, { steps: echo }),
  flow('hmac plain', generic()),
  flow('hmac prefix', generic({ prefix: 'sig=', encoding: 'base64', algorithm: 'sha512' })),
  flow('hmac sha1', generic({ algorithm: 'sha1' })),
  flow('hmac time', generic({ timestamp_header: 'X-Time', signed_content: 'timestamp.body' })),
  flow('hmac parts', { idempotency_header: 'X-Event', ...generic({ timestamp_header: 'X-Time', signed_content: 'v1:{id}:{timestamp}:{body}' }) }),
  flow('shared secret', { signature: { scheme: 'shared-secret', secret: ['gitlab-secret', 'old-gitlab-secret'], header: 'X-Gitlab-Token' } }, { steps: echo }),
  flow('hmac url', generic({ signed_content: '{url}|{body}' }), { steps: echo }),
];
let made = [];
let problem;
before(async () => {
  try { made = (await apply({ workflows: flows })).workflows; } catch (error) { problem = new Error(`hark apply does not take listener.signature: ${error.message.split('\n')[0]}`); }
});
const urlOf = (name) => { if (problem) throw problem; return byName(made, name).listener.url; };
/** POSTs a body of bytes with exactly these headers. */
const post = (name, body, headers, { query = '', method = 'POST', type = 'application/json' } = {}) =>
  send(method, urlOf(name) + query, { body, headers: Array.isArray(headers) ? [['Content-Type', type], ...headers] : { 'Content-Type': type, ...headers } });
/** Signs as the scheme's sender and posts to the flow. */
const deliver = (name, body, options = {}, over = {}, to = name) => {
  const { query = '', method = 'POST', type } = options;
  const headers = sign[name](body, name === 'hubspot' ? { method, url: urlOf(to) + query, ...options } : options);
  return post(to, body, { ...headers, ...over }, { query, method, type });
};
const passes = (res) => { assert.equal(res.status, 200, `${res.status} ${res.text}`); return res; };
const refused = (res, text = INVALID) => assert.deepEqual({ status: res.status, text: res.text }, { status: 401, text });
const nested = (res, status, message) => {
  assert.equal(res.status, status, res.text);
  assert.equal(res.json?.error?.code, status, res.text);
  if (message) assert.equal(res.json.error.message, message);
};
const order = (fields = {}) => JSON.stringify({ id: unique('evt'), amount: 10.5, ...fields });
const events = (fields = {}) => JSON.stringify([{ eventId: Math.floor(Math.random() * 1e9), subscriptionId: 12, occurredAt: 1700000000000, objectId: 5, attemptNumber: 0, ...fields }]);
const bodyFor = (name) => (name === 'hubspot' ? events() : name === 'slack' ? JSON.stringify({ type: 'event_callback', event_id: unique('Ev') }) : order());
const cli = (command, workflow) => harkJson(command, '--workspace', acme.base_url, '--workflow', workflow);
/** Writes a request's head without its body, and returns the answer, or the request for the body. */
const headOnly = (url, headers) =>
  new Promise((resolve) => {
    const { pathname, host, port, hostname } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    let text = '';
    const end = () => { socket.destroy(); resolve(text); };
    socket.on('data', (bytes) => { text += bytes.toString('latin1'); if (/Invalid signature|Missing signature|100 Continue/.test(text)) end(); });
    socket.on('error', end);
    socket.on('close', end);
    socket.setTimeout(30_000, end);
    const lines = Object.entries({ Host: host, 'Content-Type': 'application/json', 'Content-Length': '20', Expect: '100-continue', ...headers }).map(([k, v]) => `${k}: ${v}`);
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });

describe('the signers of this file', () => {
  // Made with stripe, @octokit/webhooks-methods, @shopify/shopify-api, @slack/bolt, @hubspot/api-client and standardwebhooks;
  // the first of GitHub and the one of Slack are the examples of their documentation.
  const body = '{"id":"evt_1","name":"Zoë \\u00e9","amount":10.50}';
  const slackBody = 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
  test('sign like the senders: known answers of their libraries (spec/listeners §10.7)', () => {
    assert.equal(sign.stripe(body, { at: 1700000000 })['Stripe-Signature'], 't=1700000000,v1=3627e5d8b7d291bc6d409e8f8112751ba6721cd10ff3379945dc197379d8a5f9');
    assert.equal(sign.github('Hello, World!', { secret: "It's a Secret to Everybody" })['X-Hub-Signature-256'], 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17');
    assert.equal(sign.github(body)['X-Hub-Signature-256'], 'sha256=8918bd776d51af93cc9b861fefd99aab2a6bb60c9af28b45bdaaf602437f26cf');
    assert.equal(sign.shopify('{"id":820982911946154508,"email":"jon@example.com"}')['X-Shopify-Hmac-Sha256'], 'idSMsYHcTIfqStNmryJ9KCy8bgY0Czx3Mfnr/diquzc=');
    assert.equal(sign.slack(slackBody, { at: 1531420618 })['X-Slack-Signature'], 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503');
    assert.equal(sign.hubspot('[{"eventId":1}]', { ms: 1700000000000, url: 'https://www.example.com/webhook?a=b@c' })['X-HubSpot-Signature-v3'], 'undGgIhAK8KrIXSrXLb/oW63KVNq+CR9doYmC+NzJG4=');
    assert.equal(sign['standard-webhooks'](body, { at: 1700000000, id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W' })['webhook-signature'], 'v1,I/VYdMpFzinwxdIf7Zd4JFCnlQXdErHIsLibN0eQ1I8=');
  });
});

describe('settings', () => {
  const cases = {
    'no secret': [{ scheme: 'stripe' }, /signature\.secret: is required/],
    'an empty secret': [{ scheme: 'stripe', secret: '' }, /signature\.secret: must not be empty/],
    'an empty secret in a list': [{ scheme: 'stripe', secret: ['a', ''] }, /signature\.secret\[1\]: must not be empty/],
    'three secrets': [{ scheme: 'stripe', secret: ['a', 'b', 'c'] }, /signature\.secret: must be one or two secrets/],
    'a secret that reads the request': [{ scheme: 'stripe', secret: '{{ __data.secret }}' }, /signature\.secret/],
    'an unknown scheme': [{ scheme: 'paypal', secret: 'x' }, /signature\.scheme/],
    'a tolerance where no time is signed': [{ scheme: 'github', secret: 'x', tolerance_seconds: 60 }, /tolerance_seconds: is only for schemes that sign a time/],
    'a tolerance of 0': [{ scheme: 'stripe', secret: 'x', tolerance_seconds: 0 }, /signature\.tolerance_seconds/],
    'a key of hmac elsewhere': [{ scheme: 'github', secret: 'x', header: 'X-S' }, /signature\.header: is only for the scheme hmac/],
    'hmac without a header': [{ scheme: 'hmac', secret: 'x' }, /signature\.header: is required/],
    'hmac that does not sign the body': [{ scheme: 'hmac', secret: 'x', header: 'X-S', signed_content: '{url}' }, /signed_content: must contain \{body\}/],
    'hmac with an unknown placeholder': [{ scheme: 'hmac', secret: 'x', header: 'X-S', signed_content: '{nonce}{body}' }, /signed_content: \{nonce\} is not a placeholder/],
    'hmac that signs a time without its header': [{ scheme: 'hmac', secret: 'x', header: 'X-S', signed_content: 'timestamp.body' }, /timestamp_header: is required/],
    'hmac with a time that is not signed': [{ scheme: 'hmac', secret: 'x', header: 'X-S', timestamp_header: 'X-T' }, /signed_content: must contain \{timestamp\}/],
  };
  test('apply rejects settings that cannot work, and names the key (spec/listeners §10.2)', async () => {
    if (problem) throw problem;
    const wrong = await Promise.all(Object.entries(cases).map(async ([title, [signature, message]]) => {
      const result = await apply({ workflows: [flow('invalid signature', { signature })] }).then(() => 'accepted', (error) => error.message);
      return message.test(result) ? [] : [`${title}: ${result}`];
    }));
    assert.deepEqual(wrong.flat(), []);
  });

  test('rotation: both secrets are accepted, a third is not (spec/listeners §10.3)', async () => {
    passes(await deliver('github', order(), { secret: 'new-secret' }, {}, 'rotating'));
    passes(await deliver('github', order(), { secret: 'old-secret' }, {}, 'rotating'));
    refused(await deliver('github', order(), { secret: 'older-secret' }, {}, 'rotating'));
    for (const text of ['new', 'old']) passes(await deliver('standard-webhooks', order(), { secret: Buffer.from(`${text}-secret-of-32-bytes-000000000`).toString('base64') }, {}, 'rotating sw'));
  });
  test('a removed secret is refused from the next request on; leaving signature out keeps it (spec/listeners §10.3)', async () => {
    if (problem) throw problem;
    const name = unique('rotate');
    const set = async (listener) => { made.push(...(await apply({ workflows: [flow(name, listener)] })).workflows); };
    await set({ signature: { scheme: 'github', secret: ['b', 'a'] } });
    passes(await deliver('github', order(), { secret: 'a' }, {}, name));
    await set({ signature: { scheme: 'github', secret: 'b' } });
    refused(await deliver('github', order(), { secret: 'a' }, {}, name));
    for (const listener of [{}, { signature: { scheme: 'github' } }]) {
      await set(listener);
      passes(await deliver('github', order(), { secret: 'b' }, {}, name));
    }
    refused(await post(name, order(), {}), MISSING);
    await set({ signature: { scheme: 'none' } });
    passes(await post(name, order(), {}));
  });
  test('a secret is a template; its text is not the secret (spec/listeners §10.3)', async () => {
    const { secrets } = await import('./fixture.mjs');
    passes(await deliver('github', order(), { secret: secrets.secret }, {}, 'templated'));
    refused(await deliver('github', order(), { secret: '{{ secrets.partner_secret }}' }, {}, 'templated'));
  });
  test('a secret that resolves to nothing rejects everything, and an empty key is never used (spec/listeners §10.3)', async () => {
    const body = order();
    refused(await post('no secret', body, { 'X-Hub-Signature-256': `sha256=${hmac('', body)}` }));
    refused(await deliver('github', body, { secret: '{{ secrets.not_there }}' }, {}, 'no secret'));
    const [id, at] = ['msg_1', nowSeconds()];
    for (const key of [BAD_BASE64, BAD_BASE64.slice(6), Buffer.from(BAD_BASE64.slice(6), 'base64')])
      refused(await post('bad base64', body, { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${hmac(key, `${id}.${at}.${body}`, { encoding: 'base64' })}` }));
  });
  test('next to an unusable secret the other one counts, an empty key never (spec/listeners §10.3)', async () => {
    const body = order();
    passes(await deliver('github', body, { secret: 'good-secret' }, {}, 'half a secret'));
    refused(await post('half a secret', body, { 'X-Hub-Signature-256': `sha256=${hmac('', body)}` }));
  });
});

describe('every scheme', () => {
  for (const name of Object.keys(secretOf)) {
    test(`${name}: right; wrong secret; changed byte; no signature (spec/listeners §10.7)`, async () => {
      const body = bodyFor(name);
      const res = passes(await deliver(name, body));
      assert.match(res.json.run_id, /^[0-9a-f-]{36}$/);
      refused(await deliver(name, body, { secret: name === 'standard-webhooks' ? Buffer.from('x'.repeat(32)).toString('base64') : 'another secret' }));
      const headers = sign[name](body, { url: urlOf(name) });
      refused(await post(name, body.replace(/.$/, ' $&'), headers));
      refused(await post(name, `${body}\n`, headers));
      refused(await post(name, body, {}), MISSING);
    });
  }
  for (const name of ['stripe', 'slack', 'hubspot', 'standard-webhooks']) {
    test(`${name}: the time counts in both directions, and the signed one only (spec/listeners §10.7)`, async () => {
      const body = bodyFor(name);
      for (const offset of [-290, 290]) passes(await deliver(name, bodyFor(name), { at: nowSeconds() + offset }));
      for (const offset of [-310, 310, -86400]) refused(await deliver(name, body, { at: nowSeconds() + offset }));
      const late = sign[name](body, { at: nowSeconds() - 310, url: urlOf(name) });
      const fresh = sign[name](body, { url: urlOf(name) });
      const timeHeader = { slack: 'X-Slack-Request-Timestamp', hubspot: 'X-HubSpot-Request-Timestamp', 'standard-webhooks': 'webhook-timestamp' }[name];
      if (timeHeader) refused(await post(name, body, { ...late, [timeHeader]: fresh[timeHeader] }));
      else refused(await post(name, body, { 'Stripe-Signature': late['Stripe-Signature'].replace(/t=\d+/, `t=${nowSeconds()}`) }));
    });
  }
  test('tolerance_seconds (spec/listeners §10.1)', async () => {
    passes(await deliver('slack', bodyFor('slack'), { at: nowSeconds() - 25 }, {}, 'short'));
    refused(await deliver('slack', bodyFor('slack'), { at: nowSeconds() - 35 }, {}, 'short'));
  });
  test('a required header that occurs twice is refused, even if both are right (spec/listeners §10.7)', async () => {
    const body = order();
    const [[header, value]] = Object.entries(sign.github(body));
    refused(await post('github', body, [[header, value], [header, value]]));
    const slack = bodyFor('slack');
    const pairs = Object.entries(sign.slack(slack));
    refused(await post('slack', slack, [...pairs, pairs[1]]));
  });
});

describe('scheme details', () => {
  const malformed = (title, name, headersOf, text) => test(title, async () => {
    const body = bodyFor(name);
    for (const headers of headersOf(body)) refused(await post(name, body, headers), text);
  });

  test('stripe: any v1 may match, other names are ignored, the order does not matter (spec/listeners §10.7)', async () => {
    const at = nowSeconds();
    const zero = '0'.repeat(64);
    for (const header of [(v) => `t=${at},v1=${zero},v1=${v}`, (v) => `t=${at},v1=${v},v1=${zero},v0=${zero}`, (v) => `v1=${v},t=${at}`]) {
      const body = order();
      passes(await post('stripe', body, { 'Stripe-Signature': header(hmac(secretOf.stripe, `${at}.${body}`)) }));
    }
  });
  malformed('stripe: malformed headers (spec/listeners §10.7)', 'stripe', (body) => {
    const at = nowSeconds();
    const v = hmac(secretOf.stripe, `${at}.${body}`);
    return ['', `v1=${v}`, `t=${at}`, `t=${at},v0=${v}`, `t=,v1=${v}`, `t=x,v1=${v}`, `t=${at},t=${at},v1=${v}`, `t=${at}, v1=${v}`, `t=${at}.0,v1=${v}`, `t=-${at},v1=${v}`, `t=${at},v1=${v.toUpperCase()}`, `t=${at},v1=`]
      .map((value) => ({ 'Stripe-Signature': value }));
  });
  test('stripe: whsec_ is part of the key, which is not base64 (spec/listeners §10.3, §10.7)', async () => {
    const body = order();
    refused(await deliver('stripe', body, { secret: secretOf.stripe.slice(6) }));
    refused(await deliver('stripe', body, { secret: Buffer.from(secretOf.stripe.slice(6), 'base64') }));
  });

  test('github: the example of its documentation, on the wire (spec/listeners §10.7)', async () =>
    passes(await post('github documented', 'Hello, World!', { 'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' }, { type: 'text/plain' })));
  malformed('github: malformed headers (spec/listeners §10.7)', 'github', (body) => {
    const v = hmac(secretOf.github, body);
    return ['', v, 'sha256=', `sha1=${v}`, `SHA256=${v}`, `sha256=${v.slice(0, 63)}`, `sha256=${v}0`, `sha256=${v.toUpperCase()}`].map((value) => ({ 'X-Hub-Signature-256': value }));
  });
  malformed('github: the SHA-1 header is not read (spec/listeners §10.7)', 'github', (body) => [{ 'X-Hub-Signature': `sha1=${hmac(secretOf.github, body, { algorithm: 'sha1' })}` }], MISSING);

  test('shopify: an answer of its library, on the wire (spec/listeners §10.7)', async () =>
    passes(await post('shopify', '{"id":820982911946154508,"email":"jon@example.com"}', { 'X-Shopify-Hmac-Sha256': 'idSMsYHcTIfqStNmryJ9KCy8bgY0Czx3Mfnr/diquzc=', 'X-Shopify-Webhook-Id': unique('w') })));
  malformed('shopify: empty, hex, without padding, base64url (spec/listeners §10.7)', 'shopify', (body) =>
    ['', hmac(secretOf.shopify, body), hmac(secretOf.shopify, body, { encoding: 'base64' }).replace('=', ''), hmac(secretOf.shopify, body, { encoding: 'base64url' })].map((value) => ({ 'X-Shopify-Hmac-Sha256': value })));

  malformed('slack: another version, a time that is not digits (spec/listeners §10.7)', 'slack', (body) => {
    const good = sign.slack(body);
    const spaced = `${nowSeconds()}x`;
    return [
      { ...good, 'X-Slack-Signature': good['X-Slack-Signature'].replace('v0', 'v1') },
      { ...good, 'X-Slack-Signature': good['X-Slack-Signature'].slice(3) },
      { ...good, 'X-Slack-Request-Timestamp': '' },
      { 'X-Slack-Signature': `v0=${hmac(secretOf.slack, `v0:${spaced}:${body}`)}`, 'X-Slack-Request-Timestamp': spaced },
    ];
  });
  malformed('slack: without its timestamp the signature is missing (spec/listeners §10.5, §10.7)', 'slack', (body) => [{ 'X-Slack-Signature': sign.slack(body)['X-Slack-Signature'] }], MISSING);
  test('slack: a form (slash command) is signed and read like any body (spec/listeners §10.7)', async () => {
    const body = 'command=%2Fdeal&text=a+b';
    const res = passes(await deliver('slack', body, { type: 'application/x-www-form-urlencoded' }, {}, 'slack echo'));
    assert.equal(res.json.data.text, 'a b');
  });
  test('slack: url_verification is answered with its challenge and starts no run (spec/listeners §10.7)', async () => {
    if (problem) throw problem;
    const name = unique('slack challenge');
    made.push(...(await apply({ workflows: [flow(name, scheme('slack'), { steps: echo })] })).workflows);
    const body = JSON.stringify({ token: 'x', challenge: '3eZbrw1aBm2rZgRNFdxV<b>2595E9CY3gmdALWMmHkvFXO7tYXAYM8P', type: 'url_verification' });
    const res = passes(await deliver('slack', body, {}, {}, name));
    assert.equal(res.text, '3eZbrw1aBm2rZgRNFdxV<b>2595E9CY3gmdALWMmHkvFXO7tYXAYM8P');
    assert.equal(res.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(res.headers['x-content-type-options'], 'nosniff');
    assert.equal(res.headers['x-run-id'], undefined);
    refused(await deliver('slack', body, { secret: 'another' }, {}, name));
    refused(await post(name, body, {}), MISSING);
    assert.equal((await cli('runs', name)).total, 0);
    const other = passes(await deliver('slack', JSON.stringify({ type: 'url_verification', challenge: 7 }), {}, {}, name));
    assert.ok(other.json?.data, 'a challenge that is no text is an ordinary request');
  });

  test('hubspot: the method and the whole address are signed (spec/listeners §10.7)', async () => {
    const body = events();
    const url = urlOf('hubspot');
    passes(await deliver('hubspot', events(), { method: 'PUT' }));
    refused(await post('hubspot', body, sign.hubspot(body, { method: 'PUT', url })));
    refused(await post('hubspot', body, sign.hubspot(body, { url: new URL(url).pathname })));
    refused(await post('hubspot', body, sign.hubspot(body, { url }), { query: '?a=1' }));
    refused(await post('hubspot', body, sign.hubspot(body, { url: `${url}?a=1` })));
    passes(await deliver('hubspot', events(), { query: '?b=2&a=1' }, { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example.test' }));
  });
  test('hubspot: twelve sequences of the query are decoded before signing, in either letter case, and no other (spec/listeners §10.7)', async () => {
    const query = '?u=https%3A%2F%2fx%3fa%40b%21%24%27%28%29%2A%2C%3B&s=a%20b%2Bc%3Dd%26e%25';
    const decoded = "?u=https://x?a@b!$'()*,;&s=a%20b%2Bc%3Dd%26e%25";
    for (const [signed, ok] of [[decoded, true], [query, false], [decodeURIComponent(query), false]]) {
      const body = events();
      const res = await post('hubspot', body, sign.hubspot(body, { url: urlOf('hubspot') + signed }), { query });
      if (ok) passes(res); else refused(res);
    }
  });
  test('hubspot: seconds are out of tolerance; v1 and v2 headers are not read (spec/listeners §10.7)', async () => {
    const body = events();
    refused(await deliver('hubspot', body, { ms: nowSeconds() }));
    refused(await post('hubspot', body, { 'X-HubSpot-Signature': hmac(secretOf.hubspot, body), 'X-HubSpot-Signature-Version': 'v1', 'X-HubSpot-Request-Timestamp': Date.now() }), MISSING);
    refused(await post('hubspot', body, { 'X-HubSpot-Signature-v3': sign.hubspot(body, { url: urlOf('hubspot') })['X-HubSpot-Signature-v3'] }), MISSING);
  });

  test('standard-webhooks: several signatures, unknown versions ignored (spec/listeners §10.7)', async () => {
    for (const make of [(v) => `v1,AAAA ${v}`, (v) => `${v} v1,AAAA`, (v) => `v1a,AAAA ${v} v2,BBBB`]) {
      const body = order();
      const headers = sign['standard-webhooks'](body);
      passes(await post('standard-webhooks', body, { ...headers, 'webhook-signature': make(headers['webhook-signature']) }));
    }
  });
  malformed('standard-webhooks: malformed headers (spec/listeners §10.7)', 'standard-webhooks', (body) => {
    const good = sign['standard-webhooks'](body);
    const v = good['webhook-signature'];
    return [...['', v.slice(3), v.replace('v1,', 'v1a,'), v.replace('v1,', 'v1='), `${v},${v}`].map((value) => ({ ...good, 'webhook-signature': value })), { ...good, 'webhook-id': '' }, { ...good, 'webhook-id': 'other' }];
  });
  test('standard-webhooks: all three headers are required; svix- is read instead, never mixed (spec/listeners §10.7)', async () => {
    const body = order();
    const good = sign['standard-webhooks'](body);
    for (const name of Object.keys(good)) refused(await post('standard-webhooks', body, Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))), MISSING);
    passes(await deliver('standard-webhooks', order(), { family: 'svix' }));
    refused(await deliver('standard-webhooks', body, { family: 'svix', secret: 'AAAA' }));
    const { 'svix-id': id, ...rest } = sign['standard-webhooks'](body, { family: 'svix' });
    refused(await post('standard-webhooks', body, { ...rest, 'webhook-id': id }), MISSING);
  });

  test('hmac: sha256 in hex, in either letter case (spec/listeners §10.7)', async () => {
    const body = order();
    const value = hmac('generic-secret', body);
    passes(await post('hmac plain', body, { 'X-Signature': value }));
    passes(await post('hmac plain', body, { 'x-signature': value.toUpperCase() }));
    refused(await post('hmac plain', body, { 'X-Signature': hmac('generic-secret', body, { encoding: 'base64' }) }));
    refused(await post('hmac plain', body, { 'X-Signature': hmac('generic-secret', body, { algorithm: 'sha1' }) }));
    refused(await post('hmac plain', body, { 'X-Signature': '' }));
    refused(await post('hmac plain', body, { 'X-Hub-Signature-256': value }), MISSING);
  });
  test('hmac: prefix, base64, sha512, sha1 (spec/listeners §10.7)', async () => {
    const body = order();
    const value = hmac('generic-secret', body, { algorithm: 'sha512', encoding: 'base64' });
    passes(await post('hmac prefix', body, { 'X-Signature': `sig=${value}` }));
    for (const wrong of [value, 'sig=', `SIG=${value}`, `sig=${value.replace(/=+$/, '')}`]) refused(await post('hmac prefix', body, { 'X-Signature': wrong }));
    passes(await post('hmac sha1', body, { 'X-Signature': hmac('generic-secret', body, { algorithm: 'sha1' }) }));
  });
  test('hmac: a signed time, in seconds or milliseconds (spec/listeners §10.7)', async () => {
    const at = (time, body = order()) => post('hmac time', body, { 'X-Signature': hmac('generic-secret', `${time}.${body}`), 'X-Time': time });
    passes(await at(nowSeconds()));
    passes(await at(Date.now()));
    refused(await at(nowSeconds() - 310));
    refused(await at(Date.now() + 310_000));
    const body = order();
    refused(await post('hmac time', body, { 'X-Signature': hmac('generic-secret', body) }), MISSING);
  });
  test('hmac: a content of id, time and body (spec/listeners §10.7)', async () => {
    const body = order();
    const time = nowSeconds();
    const id = unique('event');
    const value = hmac('generic-secret', `v1:${id}:${time}:${body}`);
    const first = passes(await post('hmac parts', body, { 'X-Signature': value, 'X-Time': time, 'X-Event': id }));
    const again = passes(await post('hmac parts', body, { 'X-Signature': value, 'X-Time': time, 'X-Event': id }));
    assert.equal(again.json.run_id, first.json.run_id);
    refused(await post('hmac parts', body, { 'X-Signature': value, 'X-Time': time, 'X-Event': `${id}x` }));
    refused(await post('hmac parts', body, { 'X-Signature': value, 'X-Time': time }), MISSING);
  });
  test('hmac: a signed address, whose query is then read (spec/listeners §10.6, §10.7)', async () => {
    const body = order();
    const signed = (query) => ({ 'X-Signature': hmac('generic-secret', `${urlOf('hmac url')}${query}|${body}`) });
    const res = passes(await post('hmac url', body, signed('?shop=a%20b'), { query: '?shop=a%20b' }));
    assert.equal(res.json.data.shop, 'a b');
    refused(await post('hmac url', body, signed(''), { query: '?shop=a' }));
  });
});

describe('order and answers', () => {
  const token = () => `Bearer ${jwt({ iss: tokenKeys.endpoint_key, exp: nowSeconds() + 60 }, tokenKeys.endpoint_secret)}`;

  test('the refusals: plain text, security headers, nothing echoed (spec/listeners §10.5)', async () => {
    const body = order({ canary: 'CANARY' });
    for (const [headers, text] of [[{}, MISSING], [{ 'X-Hub-Signature-256': 'sha256=CANARY' }, INVALID], [sign.github('CANARY'), INVALID]]) {
      const res = await post('github', body, headers);
      refused(res, text);
      assert.equal(res.headers['content-type'], 'text/plain; charset=utf-8');
      assert.equal(res.headers['x-content-type-options'], 'nosniff');
      assert.equal(res.headers['cache-control'], 'no-store');
      assert.equal(res.headers['content-security-policy'], "default-src 'none'; sandbox");
      assert.equal(res.headers['x-run-id'], undefined);
    }
  });
  test('address, method, token and on/off come first (spec/listeners §10.4)', async () => {
    const body = order();
    nested(await send('DELETE', urlOf('github')), 405);
    nested(await send('POST', `${acme.base_url}/listener/${'0'.repeat(32)}/${'0'.repeat(32)}`, { body }), 404, 'Item was not found.');
    assert.deepEqual([(await post('with token', body, {})).status, (await post('with token', body, {})).text], [403, 'Missing authentication token']);
    assert.equal((await post('with token', body, { ...sign.github(body), Authorization: 'Bearer bad' })).text, 'Not authorized. Invalid or expired token. bad');
    refused(await post('with token', body, { Authorization: token() }), MISSING);
    passes(await post('with token', body, { Authorization: token(), ...sign.github(body) }));
    nested(await post('switched off', body, {}), 404, 'Listener is switched off.');
    assert.equal((await send('OPTIONS', urlOf('github'))).status, 204);
  });
  test('the origin comes first; its headers are on the refusal (spec/listeners §10.4, §10.5)', async () => {
    const body = order();
    const evil = await post('with origin', body, { Origin: EVIL });
    assert.deepEqual([evil.status, evil.text], [403, '']);
    const shop = await post('with origin', body, { Origin: SHOP });
    refused(shop, MISSING);
    assert.equal(shop.headers['access-control-allow-origin'], SHOP);
    assert.equal((await send('OPTIONS', urlOf('with origin'), { headers: { Origin: SHOP } })).status, 204);
    passes(await post('with origin', body, { Origin: SHOP, ...sign.github(body) }));
  });
  test('the signature comes before the meaning of the body (spec/listeners §10.4)', async () => {
    const file = '--b\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\nx\r\n--b--\r\n';
    const deep = '['.repeat(70) + ']'.repeat(70);
    for (const [body, type, status] of [['{"a":', 'application/json', 400], [file, 'multipart/form-data; boundary=b', 415], [deep, 'application/json', 400]]) {
      refused(await post('github', body, sign.github(body, { secret: 'wrong' }), { type }));
      nested(await post('github', body, sign.github(body), { type }), status);
    }
  });
  test('a body that is too large is refused before its signature (spec/listeners §10.4)', async () => {
    const body = JSON.stringify({ pad: 'x'.repeat(1024 * 1024) });
    const res = await post('github', body, sign.github('other')).catch((error) => ({ status: error.code }));
    assert.ok([413, 'EPIPE', 'ECONNRESET'].includes(res.status), `${res.status}`);
  });
  test('what the headers decide is answered without asking for the body (spec/listeners §10.4)', async () => {
    const late = sign.stripe('x', { at: nowSeconds() - 3600 });
    for (const [name, headers, text] of [['stripe', {}, MISSING], ['stripe', { 'Stripe-Signature': 'nonsense' }, INVALID], ['stripe', late, INVALID], ['no secret', sign.github('x'), INVALID]]) {
      const got = await headOnly(urlOf(name), headers);
      assert.match(got, /^HTTP\/1\.1 401 /, JSON.stringify({ name, headers, got }));
      assert.ok(got.includes(text), got);
    }
    assert.match(await headOnly(urlOf('stripe'), sign.stripe('x')), /^HTTP\/1\.1 100 /);
  });
  test('refused requests are listed with their reason and no value; none is a run (spec/listeners §10.5)', async () => {
    const body = order();
    await post('reasons', body, {});
    await post('reasons', body, { 'Stripe-Signature': 'CANARY' });
    await deliver('stripe', body, { at: nowSeconds() - 3600 }, {}, 'reasons');
    await deliver('stripe', body, { secret: 'wrong' }, {}, 'reasons');
    await post('no secret', body, sign.github(body));
    const requests = await eventually(async () => { const list = (await cli('requests', 'reasons')).requests; return list.length >= 4 && list; }, { everyMs: 500 });
    assert.deepEqual(requests.map(({ reason }) => reason).sort(), ['malformed_signature', 'missing_signature', 'signature_out_of_tolerance', 'wrong_signature']);
    assert.doesNotMatch(JSON.stringify(requests), /CANARY|v1=/);
    assert.equal((await eventually(async () => (await cli('requests', 'no secret')).requests[0], { everyMs: 500 })).reason, 'no_signature_secret');
    assert.deepEqual(await cli('runs', 'reasons'), { total: 0, runs: [] });
  });
  test('the bytes are signed as received: spaces, line ends, any encoding (spec/listeners §10.6)', async () => {
    for (const [body, type] of [[' {"a" : 1.0e2 }\r\n', 'application/json'], [Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x80]), 'application/octet-stream'], ['{"name":"Zoë \\u00e9 😀"}', 'application/json; charset=utf-8'], ['a=1&b=%20+', 'application/x-www-form-urlencoded']])
      passes(await deliver('github', body, { type }));
    passes(await post('github', '', sign.github('')));
  });
  test('the body of a GET is empty, whatever is sent (spec/listeners §10.6)', async () => {
    assert.equal((await send('GET', urlOf('github'), { headers: sign.github('') })).status, 200);
    assert.equal((await send('GET', urlOf('github'), { headers: sign.github('{}'), body: '{}' })).status, 401);
    assert.equal((await send('GET', urlOf('hubspot'), { headers: sign.hubspot('', { method: 'GET', url: urlOf('hubspot') }) })).status, 200);
  });
  test('unsigned query fields are not read; signed ones are (spec/listeners §10.6)', async () => {
    const body = JSON.stringify({ amount: 1 });
    const github = passes(await deliver('github', body, { query: '?admin=true&amount=2' }, {}, 'github echo'));
    assert.equal(github.json.data.admin, undefined);
    assert.equal(github.json.data.amount, 1);
    const query = '?admin=true';
    const hubspot = passes(await deliver('hubspot', body, { query }, {}, 'hubspot echo'));
    assert.equal(hubspot.json.data.admin, 'true');
  });
});

describe('deduplication', () => {
  const runOf = (res) => passes(res).json.run_id;
  // [scheme, how one delivery is sent; n tells deliveries apart]
  const senders = {
    stripe: (n) => deliver('stripe', JSON.stringify({ id: `evt_${n}` })),
    github: (n) => deliver('github', '{"a":1}', { id: n }),
    shopify: (n) => deliver('shopify', '{"a":1}', { id: n }),
    slack: (n) => deliver('slack', JSON.stringify({ type: 'event_callback', event_id: n })),
    hubspot: (n) => deliver('hubspot', JSON.stringify([{ eventId: 1, subscriptionId: 2, occurredAt: 3, source: 'x' }, { eventId: n, subscriptionId: 2, occurredAt: 3, attemptNumber: Math.random() }])),
    'standard-webhooks': (n) => deliver('standard-webhooks', '{"a":1}', { id: n }),
  };
  test('every scheme: a redelivery gets the first run, another delivery its own (spec/listeners §10.8)', async () => {
    for (const [name, deliverNumber] of Object.entries(senders)) {
      const [one, two] = [unique('d'), unique('d')];
      const first = runOf(await deliverNumber(one));
      assert.equal(runOf(await deliverNumber(one)), first, name);
      assert.notEqual(runOf(await deliverNumber(two)), first, name);
    }
  });
  test('whatever the body; also at the same moment (spec/listeners §10.8)', async () => {
    const id = unique('d');
    const runs = await Promise.all([1, 2, 3, 4, 5].map(async (n) => runOf(await deliver('github', JSON.stringify({ n }), { id }))));
    assert.equal(new Set(runs).size, 1);
  });
  test('hubspot: the event id alone is not the key (spec/listeners §10.8)', async () => {
    const eventId = Math.floor(Math.random() * 1e9);
    const first = runOf(await deliver('hubspot', events({ eventId })));
    assert.equal(runOf(await deliver('hubspot', events({ eventId, attemptNumber: 1 }))), first);
    assert.notEqual(runOf(await deliver('hubspot', events({ eventId, occurredAt: 1700000000001 }))), first);
    assert.notEqual(runOf(await deliver('hubspot', events({ eventId, subscriptionId: 13 }))), first);
  });
  test('a forged request neither gets a stored answer nor reserves an id (spec/listeners §10.8)', async () => {
    const id = unique('d');
    refused(await deliver('github', '{}', { id, secret: 'wrong' }));
    const first = runOf(await deliver('github', '{}', { id }));
    refused(await deliver('github', '{}', { id, secret: 'wrong' }));
    assert.equal(runOf(await deliver('github', '{}', { id })), first);
  });
  test('Idempotency-Key counts only where the request has no id of its sender (spec/listeners §10.8)', async () => {
    const key = { 'Idempotency-Key': unique('k') };
    const first = runOf(await deliver('github', '{}', {}, key));
    assert.equal(runOf(await deliver('github', '{}', {}, key)), first);
    const [one, two] = [unique('d'), unique('d')];
    assert.notEqual(runOf(await deliver('github', '{}', { id: one }, key)), first);
    assert.notEqual(runOf(await deliver('github', '{}', { id: two }, key)), runOf(await deliver('github', '{}', { id: one }, key)));
  });
  test('without an id, the same signed bytes are one delivery if the time is signed (spec/listeners §10.8)', async () => {
    for (const name of ['stripe', 'slack', 'hubspot']) {
      const body = JSON.stringify({ type: unique('interaction') });
      const at = nowSeconds() - 1;
      const first = runOf(await deliver(name, body, { at }));
      const again = await Promise.all([1, 2].map(() => deliver(name, body, { at })));
      assert.deepEqual(again.map(runOf), [first, first], name);
      assert.notEqual(runOf(await deliver(name, body, { at: at + 1 })), first, name);
      const [one, two] = [1, 2].map(() => ({ 'Idempotency-Key': unique('k') }));
      const keyed = runOf(await deliver(name, body, { at }, one));
      assert.equal(runOf(await deliver(name, body, { at: at + 1 }, one)), keyed, name);
      assert.notEqual(runOf(await deliver(name, body, { at }, two)), keyed, name);
    }
  });
  test('without an id and a signed time, equal bodies are different deliveries (spec/listeners §10.8)', async () => {
    for (const name of ['github', 'shopify'])
      assert.notEqual(runOf(await deliver(name, '{"action":"started"}')), runOf(await deliver(name, '{"action":"started"}')), name);
  });
  test('dedupe: header reads idempotency_header only (spec/listeners §10.8)', async () => {
    const id = unique('d');
    const key = { 'Idempotency-Key': unique('k') };
    const send = (over) => deliver('github', '{}', { id }, over, 'header dedupe');
    assert.notEqual(runOf(await send({})), runOf(await send({})));
    assert.equal(runOf(await send(key)), runOf(await send(key)));
  });
});

describe('what the workflow reads', () => {
  test('scheme, id and time of the sender (spec/listeners §10.9)', async () => {
    const at = nowSeconds() - 5;
    const id = unique('d');
    const expected = {
      stripe: [JSON.stringify({ id }), { at }, id, at],
      github: ['{}', { id }, id, null],
      slack: [JSON.stringify({ event_id: id }), { at }, id, at],
      hubspot: ['[{"eventId":1,"subscriptionId":2,"occurredAt":3},{"eventId":4,"subscriptionId":5,"occurredAt":6}]', { ms: at * 1000 + 999 }, '1:2:3,4:5:6', at],
      'standard-webhooks': ['{}', { at, id }, id, at],
    };
    for (const [name, [body, options, wantedId, timestamp]] of Object.entries(expected)) {
      const res = passes(await deliver(name, body, options, {}, `${name} echo`));
      assert.deepEqual(res.json.signature, { scheme: name, id: wantedId, timestamp }, name);
    }
    const res = passes(await deliver('github', '{}', {}, {}, 'github echo'));
    assert.deepEqual(res.json.signature, { scheme: 'github', id: null, timestamp: null });
  });
  test('the payload in a form of GitHub or Slack is the body; other forms stay as they are (spec/listeners §10.7)', async () => {
    const type = 'application/x-www-form-urlencoded';
    const form = (payload) => new URLSearchParams({ payload }).toString();
    const sent = (name, body, to = `${name} echo`) => deliver(name, body, { type }, {}, to);
    for (const name of ['github', 'slack']) {
      const { data } = passes(await sent(name, form('{"action":"opened","issue":{"title":"a+b & ü"}}'))).json;
      assert.deepEqual([data.action, data.issue, data.payload], ['opened', { title: 'a+b & ü' }, undefined], name);
      assert.deepEqual(passes(await sent(name, form('[1]'))).json.data.__body, [1]);
      nested(await sent(name, form('{"action":'), name), 400);
      refused(await post(name, form('{}'), sign[name]('payload=%7B%7D+'), { type }));
    }
    assert.equal(passes(await sent('slack', 'command=%2Fdeploy&text=a+b')).json.data.text, 'a b');
    assert.equal(passes(await sent('stripe', form('{"action":"opened"}'))).json.data.payload, '{"action":"opened"}');
    assert.equal(passes(await post('unsigned', form('{"action":"opened"}'), {}, { type })).json.data.payload, '{"action":"opened"}');
  });
  test('the signature itself is removed, the other headers stay (spec/listeners §10.9)', async () => {
    const id = unique('d');
    const res = passes(await deliver('github', '{}', { id }, { 'X-GitHub-Event': 'push' }, 'github echo'));
    assert.equal(res.json.headers['x-hub-signature-256'], undefined);
    assert.deepEqual(res.json.headers['x-github-event'], ['push']);
    assert.deepEqual(res.json.headers['x-github-delivery'], [id]);
  });
  test('shared-secret: the header is compared with the secret and removed; the query is read (spec/listeners §10.6, §10.7, §10.9)', async () => {
    const deliver = (headers) => post('shared secret', '{"a":1}', headers, { query: '?env=prod' });
    for (const secret of ['gitlab-secret', 'old-gitlab-secret']) {
      const res = passes(await deliver({ 'X-Gitlab-Token': secret, 'X-Gitlab-Event': 'Push Hook' }));
      assert.equal(res.json.data.env, 'prod');
      assert.equal(res.json.headers['x-gitlab-token'], undefined);
      assert.deepEqual(res.json.headers['x-gitlab-event'], ['Push Hook']);
      assert.deepEqual(res.json.signature, { scheme: 'shared-secret', id: null, timestamp: null });
      assert.ok(!res.text.includes(secret));
    }
    refused(await deliver({ 'X-Gitlab-Token': 'another-secret' }));
    refused(await deliver({}), MISSING);
  });
  test('nobody else writes __signature; without a scheme there is none, and headers stay (spec/listeners §10.9)', async () => {
    const body = JSON.stringify({ __signature: [{ scheme: 'stripe' }], __headers: { __signature: [{ scheme: 'stripe' }] } });
    const res = passes(await post('unsigned', body, { __signature: '{"scheme":"stripe"}', 'Stripe-Signature': 't=1,v1=x' }, { query: '?__signature=x' }));
    assert.ok(res.json.signature === null || res.json.signature === undefined || res.json.signature === '', JSON.stringify(res.json.signature));
    assert.equal(res.json.headers.__signature, undefined);
    assert.deepEqual(res.json.headers['stripe-signature'], ['t=1,v1=x']);
  });
});
