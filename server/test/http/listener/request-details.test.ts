// The request inspector shows how each request arrived, and which check a rejected one failed (spec/listeners §5.4).
import { expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { key, secret, sign } from '../../core/listeners/tokens.ts';
import { changing } from '../../harness/builders.ts';
import { bothChecks, useListeners } from '../../harness/listener-surface.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, resave, type Stage, useRunDoors } from '../../runs/run-stage.ts';

const database = useTestDatabase();
const listeners = useListeners(database, useRunDoors(database));

const protectedStage = () => buildStage(database.current.context, undefined, bothChecks);
const rowOf = async (table: 'runs' | 'refused_requests', { workspace }: Stage) => {
  await listeners.parts().refused.write(database.current.context);
  const rows = await database.current.query(
    `select * from ${table} where workspace_id = $1 order by id desc limit 1`,
    [workspace.id],
  );
  return rows[0];
};
const send = (stage: Stage, headers: Record<string, string | string[]>, body = '{}', method = 'POST') =>
  listeners.ask(method, stage.path, {
    headers: { host: stage.workspace.host, 'content-type': 'application/json', ...headers },
    body,
  });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test.each<[check: string, detail: string, status: number, authorization: string | undefined]>([
  ['present', 'missing', 403, undefined],
  ['present', 'empty', 401, 'Bearer '],
  ['form', 'parts', 401, 'Bearer abc'],
  ['form', 'encoding', 401, 'Bearer a.b!.c'],
  ['form', 'header', 401, sign({ iss: key }, { header: 'no JSON' })],
  ['algorithm', 'algorithm', 401, sign({ iss: key }, { header: { alg: 'none' } })],
  ['algorithm', 'refused_header', 401, sign({ iss: key }, { header: { jku: 'https://evil.test' } })],
  ['signature', 'other_signature', 401, sign({ iss: key }, { by: 'another secret' })],
  ['claims', 'no_object', 401, sign('[]')],
  ['exp', 'expired', 401, sign({ iss: key, exp: inSeconds(-3_600) })],
  ['exp', 'malformed', 401, sign({ iss: key, exp: 'tomorrow' })],
  ['nbf', 'not-yet', 401, sign({ iss: key, nbf: inSeconds(3_600) })],
  ['nbf', 'malformed', 401, sign({ iss: key, nbf: 'today' })],
  ['iss', 'no_issuer', 401, sign({})],
  ['iss', 'other_issuer', 401, sign({ iss: 'another key' })],
])('records the failed token check: %s, %s', async (check, detail, status, authorization) => {
  const stage = await protectedStage();
  const response = await send(stage, authorization === undefined ? {} : { authorization });
  expect(response.status).toBe(status);
  expect(await rowOf('refused_requests', stage)).toMatchObject({
    method: 'POST',
    status,
    address: '127.0.0.1',
    content_type: 'application/json',
    body_bytes: '2',
    reason: detail === 'missing' ? 'missing_token' : check === 'iss' ? 'invalid_key' : 'invalid_or_expired',
    failed_check: check,
    failed_detail: detail,
  });
});

test('records a key and a secret that resolve to nothing', async () => {
  const context = database.current.context;
  const settings = { add_authentication: true, endpoint_key: key, endpoint_secret: secret };
  const noSecret = await buildStage(context, undefined, { ...settings, endpoint_secret: "{{ '' }}" });
  await send(noSecret, { authorization: sign({ iss: key }) });
  expect(await rowOf('refused_requests', noSecret)).toMatchObject({ failed_detail: 'secret_unresolved' });
  const noKey = await buildStage(context, undefined, { ...settings, endpoint_key: "{{ '' }}" });
  await send(noKey, { authorization: sign({ iss: key }) });
  expect(await rowOf('refused_requests', noKey)).toMatchObject({ failed_detail: 'key_unresolved' });
});

test.each([
  ['https://evil.test', 'https://evil.test'],
  ['https://shop.example.test/', 'https://shop.example.test/'],
  ['null', 'null'],
  ['lea@lind.example', ''],
  [`https://${'a'.repeat(300)}.test`, ''],
])('records the rejected origin %s as %j', async (origin, detail) => {
  const stage = await protectedStage();
  expect((await send(stage, { authorization: sign({ iss: key }), origin })).status).toBe(403);
  expect(await rowOf('refused_requests', stage)).toMatchObject({
    status: 403,
    reason: 'origin_not_allowed',
    failed_check: 'origin',
    failed_detail: detail,
  });
});

test('records the status of other rejections', async () => {
  const stage = await buildStage(database.current.context);
  const last = async () => {
    const { status, reason, failed_check } = await rowOf('refused_requests', stage);
    return [status, reason, failed_check];
  };
  await send(stage, {}, '{"broken');
  expect(await last()).toEqual([400, 'malformed_json', null]);
  await send(stage, { 'content-encoding': 'gzip' });
  expect(await last()).toEqual([415, 'unsupported_encoding', null]);
  await send(stage, {}, '{}', 'PATCH');
  expect(await last()).toEqual([405, 'method_not_allowed', null]);
  await changing(stage.context, stage.workspace.id, (change) =>
    changeSettings(change, { listener_limit_per_second: 1 }),
  );
  await listeners.parts().limiter.take(`listener:${stage.workspace.id}`, { perMinute: 60, burst: 1 });
  await send(stage, {});
  expect(await last()).toEqual([429, 'listener_limited', null]);
  await resave(stage, { enabled: false });
  await send(stage, {});
  expect(await last()).toEqual([404, 'listener_switched_off', null]);
});

test('records how an accepted request arrived', async () => {
  const stage = await buildStage(database.current.context);
  expect((await send(stage, { 'content-type': 'Application/JSON; charset=utf-8' }, '{"a": 1}')).status).toBe(
    200,
  );
  expect(await rowOf('runs', stage)).toMatchObject({
    method: 'POST',
    address: '127.0.0.1',
    content_type: 'application/json',
    body_bytes: 8,
  });
  const { status } = await listeners.ask('GET', `${stage.path}?a=1`, {
    headers: { host: stage.workspace.host },
  });
  expect(status).toBe(200);
  expect(await rowOf('runs', stage)).toMatchObject({ method: 'GET', content_type: '', body_bytes: 0 });
});

test("a content type that isn't a media type isn't stored", async () => {
  const stage = await buildStage(database.current.context);
  expect((await send(stage, { 'content-type': '"},{",lea@lind.example' }, 'text')).status).toBe(200);
  expect(await rowOf('runs', stage)).toMatchObject({ content_type: '', body_bytes: 4 });
});
