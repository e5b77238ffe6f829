// Tests which parts of a request a workflow can read (spec/listeners §6).
import { beforeAll, describe, expect, test } from 'vitest';
import { form, multipart } from '../../core/listeners/requests.ts';
import {
  type BuiltStage,
  bearer,
  dataOf,
  expectNested,
  type ListenerRequest,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

const { build } = useListeners();
let open: BuiltStage;
let checked: BuiltStage;
beforeAll(async () => {
  open = await build();
  checked = await build(signed);
});
const typed = (body: string | Buffer, type: string): ListenerRequest => ({
  body,
  headers: [`Content-Type: ${type}`],
});
const json = (value: unknown) =>
  typed(typeof value === 'string' ? value : JSON.stringify(value), 'application/json');
const urlencoded = 'application/x-www-form-urlencoded';
const read = async (request: ListenerRequest) => dataOf(await open.ask(request));

const person = { name: 'Ann Lee', city: 'Köln & Bonn' };
const pairs = Object.entries(person);

describe('body fields in __data.<field> (spec/listeners §6.1)', () => {
  test.each<[string, ListenerRequest]>([
    ['JSON', json(person)],
    ['JSON with a charset', typed(JSON.stringify(person), 'application/json; charset=utf-8')],
    ['JSON with a vendor media type', typed(JSON.stringify(person), 'application/vnd.x+json')],
    ['a URL-encoded form', typed(form(pairs), urlencoded)],
    ['a multipart form', typed(...multipart(pairs))],
    ['a PUT', { ...json(person), method: 'PUT' }],
    ['the query of a GET', { method: 'GET', query: form(pairs) }],
    ['the query of a POST without a body', { query: form(pairs) }],
  ])('are read from %s', async (_, request) => {
    expect(await read(request)).toMatchObject(person);
  });

  test('are merged with query fields, and a body field takes precedence', async () => {
    const request = { ...json({ name: 'Ann' }), query: 'name=Bob&city=Bern' };
    expect(await read(request)).toMatchObject({ name: 'Ann', city: 'Bern' });
  });

  test.each<[string, ListenerRequest, unknown]>([
    ['an array', json([1, 'a']), [1, 'a']],
    ['a number', json(7), 7],
    ['null', json('null'), null],
    ['plain text', typed('a b', 'text/plain'), 'a b'],
    ['XML', typed('<a/>', 'application/xml'), '<a/>'],
  ])(
    'are absent for any other JSON value or media type, which is stored whole in __data.__body: %s',
    async (_, request, value) => {
      expect((await read(request)).__body).toEqual(value);
    },
  );

  test('are absent for an empty body, regardless of its type', async () => {
    for (const type of ['application/json', urlencoded, 'multipart/form-data', 'text/plain', '']) {
      const data = await read({ headers: [`Content-Type: ${type}`] });
      expect(Object.keys(data)).toEqual(['__headers']);
    }
  });

  test("__raw is available only if the workflow's templates read it (spec/listeners §6.8)", async () => {
    const raw = await build({}, [
      { name: 'reply', type: 'respond', body: { raw: '{{ __data.__raw }}', all: '{{ __data|keys }}' } },
    ]);
    await raw.save({ listener: { respond_with: 'workflow' } });
    const text = '{"a": 1.50, "b":"x"}';
    expect(dataOf(await raw.ask(json(text)))).toMatchObject({ raw: text });
    expect(await read(json(text))).not.toHaveProperty('__raw');
  });
});

describe('rejected bodies (spec/listeners §6.9)', () => {
  test.each(['{"broken', '{"a":1}x', "{'a':1}", '{"a":}'])(
    'malformed JSON gets 400 with a nested error: %s',
    async (body) => expectNested(await open.ask(json(body)), 400),
  );
  test('a file part gets 415 with a nested error (spec/listeners §6.2)', async () => {
    const [body, type] = multipart([['photo', 'bytes', '; filename="a.png"']]);
    expectNested(await open.ask(typed(body, type)), 415);
  });
  test('1 MiB is accepted, and one more byte gets 413', async () => {
    const padded = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    const receipt = await build({ respond_with: 'receipt' });
    expect((await receipt.ask(json(padded(1_048_576)))).status).toBe(200);
    expectNested(await receipt.ask(json(padded(1_048_577))), 413);
    expect(await receipt.countRuns()).toBe(1);
  });
  test('JSON nested 64 levels deep is accepted, and 65 levels get 400', async () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const deep = await build({ respond_with: 'workflow' }, [
      { name: 'reply', type: 'respond', body: '{{ __data.a|json_encode }}' },
    ]);
    expect((await deep.ask(json(nested(64)))).text).toBe('['.repeat(63) + ']'.repeat(63));
    expectNested(await deep.ask(json(nested(65))), 400);
  });
  test('1,000 top-level fields are accepted, and one more gets 400', async () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, index): [string, string] => [`f${index}`, '1']);
    for (const request of [
      (count: number) => json(Object.fromEntries(names(count))),
      (count: number) => typed(form(names(count)), urlencoded),
      (count: number) => typed(...multipart(names(count))),
    ]) {
      expect((await open.ask(request(1_000))).status).toBe(200);
      expectNested(await open.ask(request(1_001)), 400);
    }
  });
  test('reserved property names are plain data', async () => {
    const data = await read(
      json('{"constructor":{"prototype":{"x":1}},"toString":"t","a":{"__proto__":{"y":2}}}'),
    );
    expect(data.toString).toBe('t');
    expect(data.constructor).toEqual({ prototype: { x: 1 } });
    expect(({} as Record<string, unknown>).x ?? ({} as Record<string, unknown>).y).toBeUndefined();
  });
});

describe('request headers in __data.__headers', () => {
  test('have lower-case names, and lists as values with one entry per occurrence (spec/listeners §6.4)', async () => {
    const { __headers } = await read({ headers: ['X-One: a', 'x-ONE: b', 'X-Two: ä'] });
    expect(__headers).toMatchObject({ 'x-one': ['a', 'b'], 'x-two': ['ä'], host: [open.workspace.host] });
  });

  test.each([
    'Cookie',
    'Authorization',
    'Proxy-Authorization',
    'token',
    'apikey',
    'Api-Key',
    'X-Api-Key',
    'X-Auth-Token',
    'X-Access-Token',
  ])('contain no cookies or credentials: %s (spec/listeners §6.5)', async (name) => {
    const data = await read({ headers: [`${name}: cAnArY`, `${name.toUpperCase()}: cAnArY`, 'X-Kept: yes'] });
    expect(data.__headers['x-kept']).toEqual(['yes']);
    expect(JSON.stringify(data)).not.toMatch(/canary/i);
  });

  test('do not contain a verified token, no matter which header it was sent in (spec/listeners §6.5)', async () => {
    for (const header of ['Authorization: ', 'token: ']) {
      const sent = token();
      expect((await checked.ask({ headers: [`${header}${sent}`] })).text).not.toContain(sent.slice(-20));
    }
  });
});

describe('the data claim of a verified token in __data.__headers.__jwt_data[0] (spec/listeners §6.6)', () => {
  test('keeps its types, and sub is in __jwt_sub[0]', async () => {
    const data = { order_id: 7, deep: { list: [true, null] } };
    const { __headers } = dataOf(await checked.ask({ headers: [bearer(token({ data, sub: 'ann' }))] }));
    expect([__headers.__jwt_data, __headers.__jwt_sub]).toEqual([[data], ['ann']]);
  });

  test('is absent without a verified token, and so is sub', async () => {
    for (const headers of [[], [bearer(token({ data: { a: 1 }, sub: 'ann' }))]]) {
      const { __headers } = await read({ headers });
      expect(Object.keys(__headers).filter((name) => name.startsWith('__'))).toEqual([]);
    }
    const plain = dataOf(await checked.ask({ headers: [bearer(token())] }));
    expect(Object.keys(plain.__headers).filter((name) => name.startsWith('__'))).toEqual([]);
  });
});

describe('names that begin with __ are dropped (spec/listeners §6.7)', () => {
  const forged = { __headers: { __jwt_data: [{ a: 'FORGED' }] }, __body: 'FORGED', __x: 'FORGED' };
  const fields: [string, string][] = [
    ['__headers[__jwt_data][0][a]', 'FORGED'],
    ['__headers', 'FORGED'],
    ['__x', 'FORGED'],
  ];
  test.each<[string, ListenerRequest]>([
    ['JSON', json(forged)],
    ['a URL-encoded form', typed(form(fields), urlencoded)],
    ['a multipart form', typed(...multipart(fields))],
    ['the query', { query: form(fields) }],
    ['headers', { headers: ['__jwt_data: FORGED', '__headers: FORGED', '__Jwt_Sub: FORGED'] }],
  ])('in %s, with and without a token', async (_, request) => {
    const real = token({ data: { a: 'real' } });
    expect((await open.ask(request)).text).not.toContain('FORGED');
    const answer = await checked.ask({ ...request, headers: [...(request.headers ?? []), bearer(real)] });
    expect(dataOf(answer).__headers.__jwt_data).toEqual([{ a: 'real' }]);
    expect(answer.text).not.toContain('FORGED');
  });
});
