import { describe, expect, test } from 'vitest';
import type { WantedSettings } from '../../../src/core/listeners/index.ts';
import {
  checkListenerSettings,
  listenerSettings,
} from '../../../src/core/listeners/settings/settings-schema.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { changing } from '../../harness/builders.ts';
import { buildListener } from '../../harness/servers/listener-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const steps = [{ name: 'nothing', type: 'set', values: { a: 1 } }];
const build = (listener: WantedSettings) => buildListener(database.current.context, { listener, steps });
const generated = expect.stringMatching(/^[A-Za-z0-9]{50}$/);

describe('key and secret (spec/listeners §2.3)', () => {
  test('are generated when authentication is first enabled, kept when it is disabled, and can be changed', async () => {
    const { save, settings } = await build({});
    expect([settings.endpoint_key, settings.endpoint_secret]).toEqual([null, null]);
    const set = async (listener: WantedSettings) => (await save({ listener })).listener.settings;
    const first = await set({ add_authentication: true });
    expect(first).toMatchObject({ endpoint_key: generated, endpoint_secret: generated });
    expect(first.endpoint_key).not.toBe(first.endpoint_secret);
    await set({ add_authentication: false });
    expect(await set({ add_authentication: true })).toEqual(first);
    expect(await set({ endpoint_key: 'mine' })).toEqual({ ...first, endpoint_key: 'mine' });
  });

  test('are generated only if missing', async () => {
    const { settings } = await build({ add_authentication: true, endpoint_key: 'mine' });
    expect(settings).toMatchObject({ endpoint_key: 'mine', endpoint_secret: generated });
  });
});

describe('templates in settings (spec/listeners §2.2)', () => {
  test.each(['endpoint_key', 'endpoint_secret', 'cors_domains'])('never read __data: %s', (setting) => {
    for (const source of ['{{ __data.x }}', '{{ steps.a.output }}', '{{ run.id }}'])
      expect(checkListenerSettings({ [setting]: source })).toMatchObject([{ path: [setting] }]);
    expect(checkListenerSettings({ [setting]: '{{ workspace.name }}{{ now() }}' })).toEqual([]);
  });

  test("can use whole secrets in the key and secret; the list of origins can't use a secret that exists", async () => {
    const source = '{{ workspace.name }}{{ secrets.a }}';
    expect(checkListenerSettings({ endpoint_key: source, endpoint_secret: source })).toEqual([]);
    expect(checkListenerSettings({ endpoint_secret: '{{ secrets.a|first }}' })).toHaveLength(1);
    const { workspace, save } = await build({ allow_cors: true, cors_domains: source });
    await changing(database.current.context, workspace.id, (change) => saveSecret(change, 'a', 'x'));
    await expect(save({ listener: { cors_domains: `${source},https://a.test` } })).rejects.toMatchObject({
      code: 'secret_not_allowed',
    });
  });
});

describe('settings that cannot work are rejected (spec/listeners §2.1, §10.2)', () => {
  test.each(['Authorization', 'cookie', 'Token', 'X-Api-Key'])('idempotency_header: %s', (name) => {
    const { error } = listenerSettings.safeParse({ idempotency_header: name });
    expect(error?.issues).toMatchObject([
      {
        path: ['idempotency_header'],
        message: expect.stringContaining('must not be a header for credentials'),
      },
    ]);
  });

  test.each(['Authorization', 'token'])('a signature in %s, which carries the token', async (header) => {
    const signature = { scheme: 'hmac', header, secret: ['a secret'] } as const;
    const { save } = await build({ signature });
    await expect(save({ listener: { add_authentication: true } })).rejects.toMatchObject({
      code: 'signature_header_taken',
    });
  });

  test.each(['hmac', 'shared-secret'] as const)(
    'a header of %s that also identifies deliveries, whose IDs are stored',
    async (scheme) => {
      const { save } = await build({ idempotency_header: 'X-Secret' });
      const signature = { scheme, header: 'x-secret', secret: ['a secret'] };
      await expect(save({ listener: { signature } })).rejects.toMatchObject({
        code: 'signature_header_taken',
      });
    },
  );
});
