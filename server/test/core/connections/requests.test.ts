// Requests that use a connection (spec/connections §2).
import { describe, expect, test } from 'vitest';
import { resolveUrl } from '../../../src/core/connections/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { editConnection, removeConnection } from '../../../src/core/workflows/index.ts';
import { changing } from '../../harness/builders.ts';
import { reaching } from '../../runs/execution/outside.ts';
import { useRuns } from '../../runs/run-actions.ts';
import { buildStage, resave } from '../../runs/run-stage.ts';
import { callWith, connect, startRecorder } from './stage.ts';

const { database, again, go, row, steps } = useRuns();
const canary = 'tOkEn-canary/"x"+1';
const rejected = async (job: Parameters<typeof row>[0]) => {
  const { status, error } = await row(job);
  return [status, error];
};

/** Every row of the run, as text. */
const stored = async (job: Parameters<typeof row>[0]) =>
  database.current.asAdministrator(async (client) => {
    const { rows } = await client.query(
      'select row_to_json(s)::text as text from run_steps s where run_id = $1',
      [job.run],
    );
    return rows.map(({ text }) => text).join('\n') + JSON.stringify(await row(job));
  });

describe('the credential (spec/connections §2.1)', () => {
  test.each([
    [{ type: 'bearer', token: canary }, { authorization: `Bearer ${canary}` }],
    [
      { type: 'basic', username: 'jürg', password: canary },
      { authorization: `Basic ${Buffer.from(`jürg:${canary}`).toString('base64')}` },
    ],
    [{ type: 'header', header: 'X-Partner-Key', value: canary }, { 'x-partner-key': canary }],
    [{ type: 'none' }, {}],
  ])('%j is sent, and no row of the run contains it', async (settings, sent) => {
    const server = await startRecorder((request) => ({
      headers: { 'x-echo': encodeURIComponent(JSON.stringify(request.headers)) },
      body: { request, text: JSON.stringify(request.headers) },
    }));
    const stage = await buildStage(database.current.context);
    await connect(stage, [server], { name: 'partner', origin: server.url, ...settings });
    await callWith(stage, { connection: 'partner', query: { a: 1 } });
    const job = await again(stage, { url: '/echo?x=1' });
    await go(job, { outside: reaching(server) });
    const [received] = server.requests;
    expect([received?.path, received?.headers]).toEqual(['/echo?x=1&a=1', expect.objectContaining(sent)]);
    if (settings.type === 'none') expect(received?.headers.authorization).toBeUndefined();
    const [call, later] = await steps(job);
    expect([call?.status, later?.status, JSON.parse(call?.input ?? '').connection]).toEqual([
      'succeeded',
      'succeeded',
      'partner',
    ]);
    const text = await stored(job);
    const basic = Buffer.from(`jürg:${canary}`).toString('base64');
    for (const trace of ['tOkEn', 'canary', basic.slice(0, 16)]) expect(text).not.toContain(trace);
    if (settings.type !== 'none') expect(later?.output).toContain('[secret]');
  });

  test('a failed response is masked too', async () => {
    const server = await startRecorder((request) => ({ status: 400, body: request }));
    const stage = await buildStage(database.current.context);
    await connect(stage, [server], { name: 'partner', origin: server.url, type: 'bearer', token: canary });
    await callWith(stage, { connection: 'partner' });
    const job = await again(stage, { url: '/' });
    await go(job, { outside: reaching(server) });
    expect(await rejected(job)).toEqual(['failed', 'call: The server returned 400.']);
    expect(await stored(job)).not.toContain('canary');
  });

  test('a change applies to the next attempt', async () => {
    const server = await startRecorder((_, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '3600' } } : {},
    );
    const stage = await buildStage(database.current.context);
    const allow = new Set([server.place]);
    const [made] = await connect(stage, [server], {
      name: 'partner',
      origin: server.url,
      type: 'bearer',
      token: 'the-first-token',
    });
    await callWith(stage, { connection: 'partner', retry: { max_attempts: 2 } });
    const job = await again(stage, { url: '/' });
    const [waiting] = await go(job, { outside: reaching(server) });
    expect(waiting).toBeDefined();
    await changing(stage.context, stage.workspace.id, (change) =>
      editConnection(change, { allow }, made?.id ?? (0 as never), { token: 'the-second-token' }),
    );
    await go(waiting?.[0] ?? job, { outside: reaching(server), later: () => 7_200_000 });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer the-first-token',
      'Bearer the-second-token',
    ]);
    expect((await row(job)).status).toBe('succeeded');
  });

  test('a secret can be a template; one that fails, is empty, or is bound to another host sends nothing', async () => {
    const server = await startRecorder();
    const stage = await buildStage(database.current.context);
    const save = (name: string, value: string, hosts?: string[]) =>
      changing(stage.context, stage.workspace.id, (change) =>
        saveSecret(change, name, hosts ? { value, hosts } : value),
      );
    await save('partner', 'the-partner-secret');
    await save('bound', 'the-bound-secret', ['elsewhere.example.test']);
    await save('here', 'the-secret-from-here', ['127.0.0.1']);
    const named = (name: string, token: string) => ({ name, origin: server.url, type: 'bearer', token });
    await connect(
      stage,
      [server],
      named('template', '{{ secrets.partner|upper }}'),
      named('here', '{{ secrets.here }}'),
      named('bound', '{{ secrets.bound }}'),
      named('missing', '{{ secrets.nothing }}'),
      named('empty', "{{ '' }}"),
      named('lines', '{{ "a\\nb" }}'),
    );
    const run = async (connection: string) => {
      await callWith(stage, {
        connection,
        on_error: {
          steps: [{ name: `why_${connection}`, type: 'set', values: { code: '{{ error.code }}' } }],
        },
      });
      const job = await again(stage, { url: '/' });
      await go(job, { outside: reaching(server) });
      const all = await steps(job);
      return { call: all[0], code: all[1]?.output };
    };
    await run('template');
    await run('here');
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer THE-PARTNER-SECRET',
      'Bearer the-secret-from-here',
    ]);
    for (const name of ['bound', 'missing', 'empty', 'lines']) {
      const { call, code } = await run(name);
      expect([call?.error, code]).toEqual([
        `The secret of the connection "${name}" is a template that failed or is empty.`,
        '{"code":"unavailable"}',
      ]);
    }
    expect(server.requests).toHaveLength(2);
  });
});

describe('the URL (spec/connections §2.2)', () => {
  const origin = 'https://api.example.test';

  test.each([
    'http://api.example.test/',
    '//evil.test/',
    '/\\evil.test/',
    '\\\\evil.test/',
    '/\t/evil.test/',
    'https://api.example.test@evil.test/',
    'https://api.example.test.evil.test/',
    'https://api.example.test:444/',
    'https://api.example.test\\@evil.test/x/../',
    'javascript:alert(1)',
    'data:text/plain,x',
    '',
    'x',
    '?x',
  ])('%j has another origin, or is none', (url) => {
    const resolved = resolveUrl(url, { origin });
    if (resolved !== undefined) expect(new URL(resolved).host).toBe('api.example.test');
    else expect(resolved).toBeUndefined();
    if (url !== 'https://api.example.test\\@evil.test/x/../') expect(resolved).toBeUndefined();
  });

  test.each([
    ['/', 'https://api.example.test/'],
    ['/a?b#c', 'https://api.example.test/a?b#c'],
    ['/../a', 'https://api.example.test/a'],
    ['HTTPS://API.example.test:443/a', 'https://api.example.test/a'],
  ])('%s is %s', (url, resolved) => expect(resolveUrl(url, { origin })).toBe(resolved));

  test('the egress rules apply', async () => {
    const server = await startRecorder();
    const stage = await buildStage(database.current.context);
    await connect(stage, [server], { name: 'partner', origin: server.url, type: 'bearer', token: canary });
    await callWith(stage, { connection: 'partner' });
    const job = await again(stage, { url: '/' });
    await go(job);
    expect((await row(job)).error).toContain('HARK_EGRESS_ALLOW');
    expect(server.connections()).toBe(0);
  });
});

test('redirects keep the credential inside the origin, and never carry it to another host or port (spec/connections §2.3)', async () => {
  const other = await startRecorder();
  const server = await startRecorder((request) => {
    const location = new URLSearchParams(request.path.split('?')[1]).get('to');
    return location === null ? { body: {} } : { status: 302, headers: { location } };
  });
  const stage = await buildStage(database.current.context);
  await connect(
    stage,
    [server],
    { name: 'bearer', origin: server.url, type: 'bearer', token: canary },
    { name: 'header', origin: server.url, type: 'header', header: 'accept-language', value: canary },
  );
  const to = (location: string) => `/go?to=${encodeURIComponent(location)}`;
  const urls = [
    to('/near'),
    to(`${other.url}/port`),
    to(`//${other.place}/relative`),
    to(`/go?to=${other.url}/twice`),
  ];
  for (const connection of ['bearer', 'header']) {
    await callWith(stage, { connection });
    for (const url of urls) {
      const job = await again(stage, { url });
      await go(job, { outside: reaching(server, other) });
    }
  }
  expect(
    server.to('/near').map(({ headers }) => headers.authorization ?? headers['accept-language']),
  ).toEqual([`Bearer ${canary}`, canary]);
  expect(other.requests.length).toBe(6);
  expect(JSON.stringify(other.requests)).not.toContain('canary');
});

test('a run that needs a deleted connection fails with the code not_found (spec/connections §4.1)', async () => {
  const server = await startRecorder();
  const stage = await buildStage(database.current.context);
  const [made] = await connect(stage, [server], { name: 'partner', origin: server.url, type: 'none' });
  const handler = { steps: [{ name: 'why', type: 'set', values: { code: '{{ error.code }}' } }] };
  await callWith(stage, { connection: 'partner', on_error: handler });
  const job = await again(stage, { url: '/' });
  await resave(stage, { steps: [{ name: 'nothing', type: 'set', values: { a: 1 } }] });
  await changing(stage.context, stage.workspace.id, (change) =>
    removeConnection(change, made?.id ?? (0 as never)),
  );
  await go(job, { outside: reaching(server) });
  const [call, why] = await steps(job);
  expect([call?.error, why?.output]).toEqual([
    'There is no connection "partner" in this workspace.',
    '{"code":"not_found"}',
  ]);
});
