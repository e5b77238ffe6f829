import { describe, expect, test } from 'vitest';
import { runWorkflowTest } from '../../src/app/trials.ts';
import { applyFile, readProvisioningFile } from '../../src/core/provisioning/index.ts';
import { checkTests, readTestFile, testFileJsonSchema } from '../../src/core/workflow-tests/index.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const actor = { user: null, means: { type: 'apply' }, origin: 'root@test' } as const;

type Values = Record<string, unknown>;

/** Returns the first workspace of a file, with a workflow "Order" that has these steps. */
const workspaceWith = (steps: object[], more: Values = {}, name = 'Order') => {
  const owner = 'ann@acme.test';
  const item = {
    name: 'Acme',
    base_url: 'http://acme.test',
    users: [{ email: owner, name: 'Ann', role: 'Administrator' }],
    workflows: [
      { name, owner, steps },
      { name: 'Child', owner, steps: [{ name: 'end', type: 'return', value: 1 }] },
    ],
    ...more,
  };
  const [workspace] = readProvisioningFile(JSON.stringify({ workspaces: [item] })).workspaces;
  return workspace ?? expect.fail('The file has no workspace.');
};

const testsOf = (steps: object[], tests: Values[], more?: Values) => {
  const named = tests.map((one, index) => ({ name: `test ${index}`, expect: {}, ...one }));
  const text = JSON.stringify({ file: 'workspace.yaml', workflow: 'Order', tests: named });
  return checkTests(text, readTestFile(text), workspaceWith(steps, more));
};

/** Runs one test and returns its problems. */
const run = (steps: object[], one: Values, more?: Values): Promise<string[]> =>
  runWorkflowTest(
    { context: database.current.context, actor, egressAllow: new Set() },
    testsOf(steps, [one], more),
    0,
  );

const order = {
  name: 'order',
  type: 'http.request',
  method: 'POST',
  url: 'https://partner.example/orders',
  headers: { 'X-Kind': 'new' },
  body: { email: '{{ __data.email }}' },
  retry: { max_attempts: 3 },
};
const save = {
  name: 'save',
  type: 'lead.upsert',
  match: { email: '{{ __data.email }}' },
  fields: { company: '{{ steps.order.output.body.company }}' },
};
const reply = { name: 'reply', type: 'respond', status: 201, headers: { 'X-Ok': 'yes' }, body: { ok: true } };
const request = { body: { email: 'new@acme.test' } };
const sent = { step: 'order', method: 'POST', url: 'https://partner.example/orders' };

describe('a test of a workflow', () => {
  test('compares what the run did, and only what is expected (spec/workflow-tests §3.1)', async () => {
    const steps = [order, save, reply];
    const mocks = { order: { body: { company: 'Acme', more: 1 } } };
    const expected = {
      status: 'succeeded',
      error: null,
      warnings: 0,
      steps: { save: { status: 'succeeded', output: { company: 'Acme' } }, other: null },
      respond: { status: 201, headers: { 'x-OK': 'yes' }, body: { ok: true } },
      result: null,
      leads: [{ email: 'new@acme.test', company: 'Acme' }],
      http: [{ ...sent, headers: { 'x-kind': 'new' }, body: { email: 'new@acme.test' } }],
      mails: [],
    };
    expect(await run(steps, { request, mocks, expect: expected })).toEqual([]);
    const wrong = {
      status: 'failed',
      steps: { save: { output: { company: 'Other' } }, other: { status: 'succeeded' } },
      respond: { status: 200, body: { ok: false } },
      result: 5,
      leads: [{ email: 'new@acme.test', company: 'Other' }],
      http: [],
      mails: [{ subject: 'Hello' }],
    };
    expect(await run(steps, { request, mocks, expect: wrong })).toEqual([
      'expect.status: expected "failed", got "succeeded"',
      'expect.respond.status: expected 200, got 201',
      'expect.respond.body.ok: expected false, got true',
      'expect.result: expected 5, got null',
      expect.stringMatching(/^expect\.http: expected 0 items, got 1 item: \[\{"step":"order",/),
      'expect.mails: expected 1 item, got 0 items: []',
      'expect.steps.save.output.company: expected "Other", got "Acme"',
      'expect.steps.other: expected {"status":"succeeded"}, got null',
      'expect.leads[0]: expected {"email":"new@acme.test","company":"Other"}, got no such lead',
    ]);
  });

  test('stores nothing, even if a workspace with the same base URL exists (spec/workflow-tests §1.4)', async () => {
    const tables = ['workspaces', 'leads', 'runs', 'audit_entries', 'events', 'users'];
    const counts = () =>
      database.current.asAdministrator(async (client) => {
        const found: (number | null)[] = [];
        for (const table of tables) found.push((await client.query(`select from ${table}`)).rowCount);
        return found;
      });
    const existing = workspaceWith([order], { leads: [{ email: 'stored@acme.test' }] });
    await applyFile(database.current.context, actor, { workspaces: [existing] });
    const before = await counts();
    const one = { request, leads: [{ email: 'old@acme.test' }], mocks: { order: {} } };
    const leads = [{ email: 'old@acme.test' }, { email: 'new@acme.test' }];
    expect(await run([order, save], { ...one, expect: { leads } })).toEqual([]);
    expect(await run([order, save], { ...one, expect: { leads: [{ email: 'stored@acme.test' }] } })).toEqual([
      'expect.leads[0]: expected {"email":"stored@acme.test"}, got no such lead',
    ]);
    expect(await counts()).toEqual(before);
  });

  test('reads a request as a listener does, and data as a manual start (spec/workflow-tests §1.2)', async () => {
    const steps = [{ name: 'keep', type: 'set', values: { got: '{{ __data }}', raw: '{{ __data.__raw }}' } }];
    const got = (one: Values, output: Values) =>
      run(steps, { ...one, expect: { steps: { keep: { output } } } });
    const headers = { 'X-Id': '7' };
    expect(
      await got(
        { request: { headers, query: { page: '2' }, body: { a: 1 } } },
        { got: { a: 1, page: '2', __headers: { 'x-id': ['7'] } }, raw: '{"a":1}' },
      ),
    ).toEqual([]);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await got({ request: { headers: form, body: 'a=1&b=2' } }, { got: { a: '1', b: '2' } })).toEqual(
      [],
    );
    expect(await got({ request: { body: 'plain' } }, { got: { __body: 'plain' } })).toEqual([]);
    expect(await got({ request: { method: 'GET', body: { a: 1 } } }, { got: { a: null } })).toEqual([]);
    expect(await got({ data: { a: 1 } }, { got: { a: 1, __headers: {} } })).toEqual([]);
    expect(await got({}, { got: { __headers: {} } })).toEqual([]);
  });

  test('passes waits at once, with the clock moved from the given time (spec/workflow-tests §1.4)', async () => {
    const steps = [
      { name: 'pause', type: 'wait', for: '3 days' },
      { name: 'time', type: 'set', values: { day: "{{ now('Y-m-d') }}" } },
    ];
    const output = { day: '2026-01-18' };
    const one = { now: '2026-01-15T12:00:00Z', expect: { steps: { time: { output } } } };
    expect(await run(steps, one, { settings: { timezone: 'UTC' } })).toEqual([]);
  });

  test('records email instead of sending it (spec/workflow-tests §3.1)', async () => {
    const steps = [
      {
        name: 'mail',
        type: 'mail.send',
        to: 'kim@acme.test',
        subject: 'Hi {{ __data.name }}',
        text: 'Hello',
      },
      { name: 'tell', type: 'notify', user: 'ann@acme.test', subject: 'New', text: '{{ __data.name }}' },
    ];
    const mails = [
      { step: 'mail', to: ['kim@acme.test'], cc: [], reply_to: null, subject: 'Hi Kim', text: 'Hello' },
      { step: 'tell', to: ['ann@acme.test'], subject: 'New', text: 'Kim' },
    ];
    expect(await run(steps, { data: { name: 'Kim' }, expect: { status: 'succeeded', mails } })).toEqual([]);
    expect(await run(steps, { data: { name: 'Kim' }, expect: { mails: mails.toReversed() } })).not.toEqual(
      [],
    );
  });

  test('says why a run failed unexpectedly (spec/workflow-tests §4.1)', async () => {
    const steps = [{ name: 'end', type: 'stop', as: 'failed', message: 'Sold out' }];
    expect(await run(steps, { expect: { status: 'succeeded' } })).toEqual([
      'expect.status: expected "succeeded", got "failed"',
      'The run failed: Sold out',
    ]);
    expect(await run(steps, { expect: { status: 'failed', error: 'Sold out' } })).toEqual([]);
  });

  test('hides secrets in what it reports (spec/workflow-tests §3.2)', async () => {
    const call = { ...order, headers: { authorization: 'Bearer {{ secrets.key }}' } };
    const secrets = { key: 'secret-of-the-partner' };
    const http = [{ headers: { authorization: 'Bearer other' } }];
    const problems = await run([call], { request, mocks: { order: {} }, expect: { http } }, { secrets });
    expect(problems).toEqual([
      'expect.http[0].headers.authorization: expected "Bearer other", got "[secret]"',
    ]);
  });

  test('compares the result and the number of handled failures (spec/workflow-tests §3.1)', async () => {
    const steps = [
      { ...order, on_error: 'continue' },
      { name: 'end', type: 'return', value: { status: '{{ steps.order.output.status }}' } },
    ];
    const one = { request, mocks: { order: { status: 422 } } };
    const expected = { warnings: 1, result: { status: 422 }, steps: { order: { status: 'failed' } } };
    expect(await run(steps, { ...one, expect: expected })).toEqual([]);
    expect(await run(steps, { ...one, expect: { warnings: 0 } })).toEqual([
      'expect.warnings: expected 0, got 1',
    ]);
  });
});

describe('a mock', () => {
  test('is needed for every step that reaches outside (spec/workflow-tests §2.1)', async () => {
    const steps = [{ ...order, on_error: 'continue' }];
    expect(await run(steps, { request })).toEqual(['order: this http.request has no mock']);
    const ask = { name: 'ask', type: 'approve', by: 'ann@acme.test', title: 'Go?' };
    expect(await run([ask], {})).toEqual(['ask: this approve has no mock']);
    const child = { name: 'child', type: 'workflow.call', workflow: 'Child' };
    expect(await run([child], {})).toEqual(['child: this workflow.call has no mock']);
  });

  test('in a list is used for one call; retries happen at once (spec/workflow-tests §2.3)', async () => {
    const http = [sent, sent, sent];
    const mocks = { order: [{ error: 'unreachable' }, { status: 503 }, { body: { company: 'Acme' } }] };
    const expected = { status: 'succeeded', http, leads: [{ company: 'Acme' }] };
    expect(await run([order, save], { request, mocks, expect: expected })).toEqual([]);
    const few = { order: [{ error: 'unreachable' }] };
    expect(await run([order], { request, mocks: few })).toEqual([
      'order: this http.request has no mock for call 2',
    ]);
    const loop = { name: 'each', type: 'for_each', items: '{{ [1, 2] }}', steps: [order] };
    const steps = { 'order#0': { output: { body: 1 } }, order: { output: { body: 2 } } };
    const each = { request, mocks: { order: [{ body: 1 }, { body: 2 }] }, expect: { steps } };
    expect(await run([loop], each)).toEqual([]);
  });

  test('of an HTTP request is a response or an error (spec/workflow-tests §2.2)', async () => {
    const handled = {
      ...order,
      on_error: { steps: [{ name: 'why', type: 'set', values: { code: '{{ error.code }}' } }] },
    };
    const code = (mock: object, expected: string) =>
      run([handled], {
        request,
        mocks: { order: mock },
        expect: { steps: { why: { output: { code: expected } } } },
      });
    expect(await code({ status: 500 }, 'status')).toEqual([]);
    expect(await code({ error: 'The line was cut.' }, 'unreachable')).toEqual([]);
    expect(await code({ error: 'blocked' }, 'blocked')).toEqual([]);
    expect(
      await run([{ ...order, accept: [404] }], {
        request,
        mocks: { order: { status: 404, headers: { ETag: 'x' } } },
        expect: { steps: { order: { output: { status: 404, headers: { etag: 'x' } } } } },
      }),
    ).toEqual([]);
  });

  test('of an approval is a decision or a timeout (spec/workflow-tests §2.2)', async () => {
    const ask = { name: 'ask', type: 'approve', by: 'ann@acme.test', title: 'Go?', timeout: '2 days' };
    const decide = (mock: unknown, more: object, expected: object) =>
      run([{ ...ask, ...more }], { mocks: { ask: mock }, expect: expected });
    const output = { approved: false, comment: 'No' };
    expect(await decide(output, {}, { steps: { ask: { output } } })).toEqual([]);
    const late = { on_timeout: 'approve' };
    expect(await decide('timeout', late, { steps: { ask: { output: { approved: true } } } })).toEqual([]);
    const error = 'ask: Nobody decided in time.';
    expect(await decide('timeout', { on_timeout: 'fail' }, { status: 'failed', error })).toEqual([]);
  });

  test('of a called workflow is its value or its error (spec/workflow-tests §2.2)', async () => {
    const steps = [
      { name: 'child', type: 'workflow.call', workflow: 'Child' },
      { name: 'end', type: 'return', value: '{{ steps.child.output }}' },
    ];
    expect(await run(steps, { mocks: { child: { value: 5 } }, expect: { result: 5 } })).toEqual([]);
    const failed = { status: 'failed', error: 'child: no stock' };
    expect(await run(steps, { mocks: { child: { error: 'no stock' } }, expect: failed })).toEqual([]);
  });
});

describe('a test file', () => {
  test('is rejected with the path of each error (spec/workflow-tests §1.1)', () => {
    const read = (file: object) => () => readTestFile(JSON.stringify(file));
    const base = { file: 'a.yaml', workflow: 'Order', tests: [{ name: 'a', expect: {} }] };
    expect(read(base)).not.toThrow();
    expect(read({ ...base, testz: [] })).toThrow('testz: unknown key');
    expect(read({ ...base, tests: [{ name: 'a', expect: { stat: 1 } }] })).toThrow(
      'tests[0].expect.stat: unknown key',
    );
    expect(read({ ...base, tests: [{ name: 'a', expect: {}, data: {}, request: {} }] })).toThrow(
      'tests[0].data: cannot be combined with request',
    );
    expect(read({ ...base, tests: [{ name: 'a', expect: {}, mocks: { a: { approved: 'yes' } } }] })).toThrow(
      'tests[0].mocks.a: must be { status, headers, body }',
    );
    expect(() => readTestFile('a: [')).toThrow("isn't valid JSON or YAML");
  });

  test('must name a workflow of its workspace and mock existing steps (spec/workflow-tests §4.2)', () => {
    const text = JSON.stringify({ file: 'a.yaml', workflow: 'Other', tests: [{ name: 'a', expect: {} }] });
    expect(() => checkTests(text, readTestFile(text), workspaceWith([order]))).toThrow(
      'workflow: the first workspace of a.yaml has no workflow "Other"',
    );
    const mocks = (values: object) => () => testsOf([order, save], [{ mocks: values }]);
    expect(mocks({ order: {} })).not.toThrow();
    expect(mocks({ ordr: {} })).toThrow('tests[0].mocks.ordr: there is no such step');
    expect(mocks({ save: {} })).toThrow('tests[0].mocks.save: a step of type lead.upsert needs no mock');
    expect(mocks({ order: { value: 1 } })).toThrow(
      'tests[0].mocks.order: must be { status, headers, body } or { error }, because the step is of type http.request',
    );
  });

  test('reports a wrong lead with its path in the test file (spec/workflow-tests §1.1)', async () => {
    const leads = [{ email: 'a@acme.test' }, { nothing: 1 }];
    await expect(run([reply], { leads })).rejects.toThrow(/^tests\[0\]\.leads\[1\].*nothing/);
  });

  test('has a JSON Schema without unknown keys (spec/workflow-tests §1.3)', () => {
    expect(testFileJsonSchema()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      additionalProperties: false,
      required: ['file', 'workflow', 'tests'],
      properties: { tests: { items: { additionalProperties: false, required: ['name', 'expect'] } } },
    });
  });
});
