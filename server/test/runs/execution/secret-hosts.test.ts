// Secrets that are bound to hosts are sent to those hosts only (spec/runs §2.5).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { applyFile, readProvisioningFile } from '../../../src/core/provisioning/index.ts';
import { loadSecrets, type SecretInput } from '../../../src/core/secrets/index.ts';
import { changeSecret } from '../../../src/core/workflows/index.ts';
import { changing, testActor } from '../../harness/builders.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { useRuns } from '../run-actions.ts';
import { buildStage, resave, type Stage } from '../run-stage.ts';
import { call, once, reaching } from './outside.ts';

const { database, again, go, row } = useRuns();
const canary = 'CANARY-bound-secret';

const change = ({ context, workspace }: Stage, input: SecretInput) =>
  changing(context, workspace.id, (change) => changeSecret(change, 'partner', input));

async function stageWith(input: SecretInput, steps?: readonly unknown[]): Promise<Stage> {
  const stage = await buildStage(database.current.context, steps);
  await change(stage, input);
  return stage;
}

const fields = [
  ['a header', { headers: { 'x-key': '{{ secrets.partner }}' } }],
  ['the body', { method: 'POST', body: { key: '{{ secrets.partner|base64_encode }}' } }],
  ['the query', { query: { key: '{{ secrets.partner }}' } }],
  ['a signature', { headers: { 'x-signature': "{{ hashHmac('sha256', 'x', secrets.partner) }}" } }],
  ['an unused branch of a template', { query: { key: "{{ __data.no ? secrets.partner : 'none' }}" } }],
] as const;

describe('a request with a secret that is bound to hosts', () => {
  test.each(fields)('in %s reaches one of those hosts', async (_, more) => {
    const server = await startOutside((_request, response) => response.end('ok'));
    const stage = await stageWith({ value: canary, hosts: ['api.partner.test', '127.0.0.1'] }, [
      call(server.url, { ...more, ...once }),
    ]);
    const job = await again(stage);
    await go(job, { outside: reaching(server) });
    expect(await row(job)).toMatchObject({ status: 'succeeded', error: null });
  });

  test.each(fields)('in %s fails before it connects to another host', async (_, more) => {
    const server = await startOutside((_request, response) => response.end('ok'));
    const stage = await stageWith({ value: canary, hosts: ['api.partner.test'] }, [
      call(server.url, { ...more, ...once }),
    ]);
    const job = await again(stage);
    await go(job, { outside: reaching(server) });
    expect((await row(job)).error).toBe(
      'call: url: The secret partner can only be sent to api.partner.test. Nothing was sent.',
    );
    expect(server.connections()).toBe(0);
  });

  test.each([
    'http://api.partner.test@127.0.0.1:9/',
    'http://127.0.0.1:9/#api.partner.test',
    'http://127.0.0.1:9\\@api.partner.test/',
    'https://api.partner.test.evil.test/',
    'https://{{ secrets.partner }}.evil.test/',
    'https://evil.test/{{ secrets.partner }}',
  ])('is not fooled by %s', async (url) => {
    const stage = await stageWith({ value: canary, hosts: ['api.partner.test'] }, [
      call(url, { headers: { 'x-key': '{{ secrets.partner }}' }, ...once }),
    ]);
    const job = await again(stage);
    await go(job);
    expect((await row(job)).error).toMatch(/can only be sent to api\.partner\.test/);
  });

  test("doesn't send the secret along when the host redirects to another origin", async () => {
    const seen: string[] = [];
    const other = await startOutside((request, response) => {
      seen.push(JSON.stringify([request.url, request.headers]));
      response.end('ok');
    });
    const server = await startOutside((_request, response) =>
      response.writeHead(302, { location: `${other.url}/moved` }).end(),
    );
    const stage = await stageWith({ value: canary, hosts: ['127.0.0.1'] }, [
      call(server.url, { headers: { 'x-key': '{{ secrets.partner }}' }, ...once }),
    ]);
    const job = await again(stage);
    await go(job, { outside: reaching(server, other) });
    expect(seen).toHaveLength(1);
    expect(seen.join()).not.toContain('CANARY');
  });
});

test("a secret that is bound to hosts can't be a signing key outside a request", async () => {
  const sign = { name: 'sign', type: 'set', values: { a: "{{ hashHmac('sha256', 'x', secrets.partner) }}" } };
  const stage = await stageWith({ value: canary, hosts: ['api.partner.test'] }, [sign]);
  const job = await again(stage);
  await go(job);
  expect((await row(job)).error).toBe(
    'sign: The secret partner is bound to hosts, so only http.request can use it.',
  );
});

describe("a secret's hosts", () => {
  const hostsOf = async ({ context, workspace }: Stage) => {
    const rows = await database.current.query(
      'select template_values_version as version from workspace_settings where workspace_id = $1',
      [workspace.id],
    );
    const { hosts, secrets } = await loadSecrets(context, workspace.id, rows[0].version);
    return [secrets.get('partner'), hosts.get('partner')];
  };

  test('are applied from a file, are kept when only the value is written, and are removed by an empty list', async () => {
    const stage = await buildStage(database.current.context);
    const apply = (partner: unknown) => {
      const text = JSON.stringify({
        workspaces: [{ base_url: stage.workspace.baseUrl, secrets: { partner } }],
      });
      return applyFile(stage.context, testActor, readProvisioningFile(text));
    };
    await apply({ value: canary, hosts: ['API.partner.test', 'api.partner.test'] });
    expect(await hostsOf(stage)).toEqual([canary, ['api.partner.test']]);
    await apply('another value');
    expect(await hostsOf(stage)).toEqual(['another value', ['api.partner.test']]);
    await apply({ value: 'another value', hosts: [] });
    expect(await hostsOf(stage)).toEqual(['another value', undefined]);
    for (const host of ['https://a.test', 'a.test:443', 'a.test/x', 'a b', '', '*.a.test/']) {
      expect(() => apply({ value: canary, hosts: [host] }), host).toThrow(/must be a host name/);
    }
    const audit = JSON.stringify(await listAudit(stage.context, stage.workspace.id, { limit: 100 }));
    expect(audit).toContain('api.partner.test');
    expect(audit).not.toContain(canary);
  });

  test('can be narrowed without sending the value, and extended only together with the value', async () => {
    const stage = await stageWith({ value: canary, hosts: ['a.test', 'b.test'] });
    await change(stage, { hosts: ['a.test'] });
    expect(await hostsOf(stage)).toEqual([canary, ['a.test']]);
    for (const hosts of [['a.test', 'evil.test'], []]) {
      await expect(change(stage, { hosts })).rejects.toMatchObject({ code: 'secret_value_missing' });
    }
    await change(stage, { value: canary, hosts: ['b.test'] });
    expect(await hostsOf(stage)).toEqual([canary, ['b.test']]);
  });

  test('prevent its use in listener settings', async () => {
    const stage = await stageWith({ value: canary, hosts: ['a.test'] });
    const listener = { add_authentication: true, endpoint_secret: '{{ secrets.partner }}' };
    await expect(resave(stage, { listener })).rejects.toMatchObject({ code: 'secret_bound' });
    await change(stage, { value: canary, hosts: [] });
    await resave(stage, { listener });
    await expect(change(stage, { value: canary, hosts: ['a.test'] })).rejects.toMatchObject({
      code: 'secret_in_use',
    });
  });
});
