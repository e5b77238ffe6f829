// Tests a listener's settings (spec/listeners §2).
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkListenerSettings } from '../../../src/core/listeners/settings/settings-schema.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { sign } from '../../core/listeners/tokens.ts';
import { changing } from '../../harness/builders.ts';
import {
  allowing,
  bearer,
  corsOf,
  dataOf,
  endpointKey,
  endpointSecret,
  evil,
  expectForbidden,
  expectInvalid,
  expectMissing,
  expectWrongKey,
  shop,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

const { served, build } = useListeners();

describe('add_authentication (spec/listeners §2.1)', () => {
  test('checks nothing if it is off', async () => {
    const { ask } = await build();
    for (const headers of [[], [bearer('bad')], ['token: bad']])
      expect((await ask({ headers })).status).toBe(200);
  });

  test('checks the token of every request with any method if it is on', async () => {
    const { ask, countRuns } = await build(signed);
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) expectMissing(await ask({ method }));
    for (const method of ['GET', 'POST', 'PUT']) {
      expect((await ask({ method, headers: [bearer(token())] })).status).toBe(200);
    }
    expect(await countRuns()).toBe(3);
  });
});

describe('endpoint_key (spec/listeners §2.1)', () => {
  test('must equal the iss claim', async () => {
    const { ask } = await build(signed);
    const other = token({ iss: 'other' });
    expectWrongKey(await ask({ headers: [bearer(other)] }), other);
  });

  test('is a template that is resolved when a request is checked', async () => {
    const { ask, workspace } = await build({ ...signed, endpoint_key: "{{ secrets.key ~ '-1' }}" });
    const { context } = served.current;
    const named = (iss: string) => token({ iss });
    for (const value of ['first', 'second']) {
      await changing(context, workspace.id, (change) => saveSecret(change, 'key', value));
      expect((await ask({ headers: [bearer(named(`${value}-1`))] })).status).toBe(200);
    }
    for (const iss of ['first-1', "{{ secrets.key ~ '-1' }}"]) {
      const sent = named(iss);
      expectWrongKey(await ask({ headers: [bearer(sent)] }), sent);
    }
  });

  test.each([undefined, '', null, 'null', '{{ secrets.missing }}'])(
    'that resolves to an empty value rejects a request with iss %j (spec/listeners §2.5)',
    async (iss) => {
      const { ask } = await build({ ...signed, endpoint_key: '{{ secrets.missing }}' });
      const sent = token({ iss });
      expectWrongKey(await ask({ headers: [bearer(sent)] }), sent);
    },
  );
});

describe('endpoint_secret (spec/listeners §2.1)', () => {
  test('signs the token, so changing it requires updating every caller', async () => {
    const { ask, save } = await build(signed);
    const old = token();
    expect((await ask({ headers: [bearer(old)] })).status).toBe(200);
    await save({ listener: { endpoint_secret: 'another-secret-0123456789' } });
    expectInvalid(await ask({ headers: [bearer(old)] }), old);
    expect((await ask({ headers: [bearer(token({}, { by: 'another-secret-0123456789' }))] })).status).toBe(
      200,
    );
  });

  test('is a template that is resolved when a request is checked', async () => {
    const { ask, workspace } = await build({ ...signed, endpoint_secret: '{{ secrets.partner|upper }}' });
    await changing(served.current.context, workspace.id, (change) =>
      saveSecret(change, 'partner', 'abc-def-ghi'),
    );
    expect((await ask({ headers: [bearer(token({}, { by: 'ABC-DEF-GHI' }))] })).status).toBe(200);
    const literal = token({}, { by: '{{ secrets.partner|upper }}' });
    expectInvalid(await ask({ headers: [bearer(literal)] }), literal);
  });

  test.each(['', 'null', 'undefined', '{{ secrets.missing }}', endpointSecret])(
    'that resolves to an empty value rejects a request signed with %j (spec/listeners §2.5)',
    async (by) => {
      const { ask } = await build({ ...signed, endpoint_secret: '{{ secrets.missing }}' });
      const sent = token({}, { by });
      expectInvalid(await ask({ headers: [bearer(sent)] }), sent);
    },
  );
});

describe('key and secret (spec/listeners §2.3)', () => {
  test('are 50 random alphanumeric characters, generated when authentication is first enabled, and can be changed', async () => {
    const { ask, save, settings } = await build();
    expect([settings.endpoint_key, settings.endpoint_secret]).toEqual([null, null]);
    const generated = (await save({ listener: { add_authentication: true } })).listener.settings;
    for (const value of [generated.endpoint_key, generated.endpoint_secret])
      expect(value).toMatch(/^[A-Za-z0-9]{50}$/);
    expect(generated.endpoint_key).not.toBe(generated.endpoint_secret);
    const by = generated.endpoint_secret ?? '';
    expect((await ask({ headers: [bearer(sign({ iss: generated.endpoint_key }, { by }))] })).status).toBe(
      200,
    );
    await save({ listener: { add_authentication: false } });
    const again = (await save({ listener: { add_authentication: true } })).listener.settings;
    expect(again).toEqual(generated);
    expect((await save({ listener: { endpoint_key: 'mine' } })).listener.settings.endpoint_key).toBe('mine');
  });

  test('are generated only if missing', async () => {
    const { settings } = await build({ add_authentication: true, endpoint_key: endpointKey });
    expect(settings.endpoint_key).toBe(endpointKey);
    expect(settings.endpoint_secret).toMatch(/^[A-Za-z0-9]{50}$/);
  });
});

describe('allow_cors (spec/listeners §2.1)', () => {
  test('checks no origin and adds no header if it is off', async () => {
    const { ask } = await build({ cors_domains: shop });
    for (const origin of [shop, evil]) {
      const answer = await ask({ headers: [`Origin: ${origin}`] });
      expect([answer.status, corsOf(answer)]).toEqual([200, {}]);
      expect(answer.headers.get('vary')).toBeUndefined();
    }
  });

  test('checks the origin and adds CORS headers if it is on', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: shop });
    const answer = await ask({ headers: [`Origin: ${shop}`] });
    expect([answer.status, corsOf(answer)]).toEqual([200, allowing(shop)]);
    expectForbidden(await ask({ headers: [`Origin: ${evil}`] }));
  });
});

describe('cors_domains (spec/listeners §2.1)', () => {
  test('is a comma-separated list whose entries have scheme, host and port', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: `${shop} ,https://app.test:8443` });
    for (const origin of [shop, 'https://app.test:8443']) {
      expect(corsOf(await ask({ headers: [`Origin: ${origin}`] }))).toEqual(allowing(origin));
    }
    expectForbidden(await ask({ headers: ['Origin: https://app.test'] }));
  });

  test('allows any origin if it is *', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: '*' });
    for (const origin of [evil, 'null', 'http://10.0.0.1:1']) {
      expect(corsOf(await ask({ headers: [`Origin: ${origin}`] }))).toEqual(allowing(origin));
    }
  });

  test('is a template', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: "https://{{ 'shop' }}.example.test" });
    expect(corsOf(await ask({ headers: [`Origin: ${shop}`] }))).toEqual(allowing(shop));
  });

  test.each([shop, 'null', 'undefined', '*'])(
    'rejects every origin if it resolves to an empty list: %s (spec/listeners §2.5)',
    async (origin) => {
      const { ask } = await build({ allow_cors: true, cors_domains: '{{ workspace.missing }}' });
      for (const method of ['POST', 'OPTIONS'])
        expectForbidden(await ask({ method, headers: [`Origin: ${origin}`] }));
    },
  );
});

describe('templates in settings (spec/listeners §2.2)', () => {
  test('can read workspace and call the functions', async () => {
    const { ask, workspace } = await build({
      ...signed,
      endpoint_key: '{{ workspace.base_url }}',
      endpoint_secret: "{{ hashHmac('sha256', workspace.name, 'k') ~ now('Y')|length }}",
    });
    const by = `${createHmac('sha256', 'k').update(workspace.name).digest('hex')}4`;
    dataOf(await ask({ headers: [bearer(token({ iss: workspace.baseUrl }, { by }))] }));
  });

  test.each(['endpoint_key', 'endpoint_secret', 'cors_domains'])('never read __data: %s', (setting) => {
    for (const source of ['{{ __data.x }}', '{{ steps.a.output }}', '{{ run.id }}']) {
      expect(checkListenerSettings({ [setting]: source })).toMatchObject([{ path: [setting] }]);
    }
    expect(checkListenerSettings({ [setting]: '{{ workspace.name }}{{ now() }}' })).toEqual([]);
  });

  test("can use whole secrets in the key and secret; the list of origins can't use a secret that exists", async () => {
    const source = '{{ workspace.name }}{{ secrets.a }}';
    expect(checkListenerSettings({ endpoint_key: source, endpoint_secret: source })).toEqual([]);
    expect(checkListenerSettings({ endpoint_secret: '{{ secrets.a|first }}' })).toHaveLength(1);
    const { workspace, save } = await build({ allow_cors: true, cors_domains: source });
    const { context } = served.current;
    await changing(context, workspace.id, (change) => saveSecret(change, 'a', 'x'));
    await expect(save({ listener: { cors_domains: `${source},https://a.test` } })).rejects.toMatchObject({
      code: 'secret_not_allowed',
    });
  });
});
