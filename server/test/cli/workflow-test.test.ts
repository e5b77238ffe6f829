import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withPlaceholders } from '../../src/cli/workflow/read-tests.ts';
import { harkAt } from '../harness/hark-process.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'hark-workflow-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const hark = (...args: string[]) => harkAt(database.current, 'workflow', 'test', ...args);

const owner = 'ann@acme.test';
const send = {
  name: 'send',
  type: 'http.request',
  url: 'https://partner.example/',
  headers: { key: '{{ secrets.key }}' },
};
const reply = { name: 'reply', type: 'respond', body: { got: '{{ __data.a }}' } };
const workspaceWith = (steps: object[]) => ({
  workspaces: [
    {
      base_url: 'http://acme.test',
      secrets: { key: { env: 'HARK_TEST_UNSET' } },
      users: [{ email: owner, name: 'Ann', role: 'Administrator', password: { file: '/no/such/file' } }],
      workflows: [{ name: 'Order', owner, steps }],
    },
  ],
});
const good = {
  name: 'good',
  request: { body: { a: 1 } },
  mocks: { send: {} },
  expect: { status: 'succeeded', respond: { body: { got: 1 } } },
};
const bad = {
  ...good,
  name: 'bad',
  expect: { status: 'failed', steps: { send: { output: { status: 201 } } } },
};
const testsIn = (tests: object[], more = {}) => ({
  file: 'workspace.json',
  workflow: 'Order',
  tests,
  ...more,
});

test('prints a line per test and per difference; exits with 0 or 1 (spec/workflow-tests §4.1, §4.2)', async () => {
  write('workspace.json', workspaceWith([send, reply]));
  const passing = write('passing.json', testsIn([good]));
  expect(await hark(passing)).toEqual({ code: 0, stdout: 'ok   good\n1 passed, 0 failed\n', stderr: '' });
  const failing = write('failing.json', testsIn([bad, good]));
  const problems = [
    'expect.status: expected "failed", got "succeeded"',
    'expect.steps.send.output.status: expected 201, got 200',
  ];
  expect(await hark(passing, failing)).toEqual({
    code: 1,
    stdout: `ok   good\nFAIL bad\n  ${problems.join('\n  ')}\nok   good\n2 passed, 1 failed\n`,
    stderr: '',
  });
  const { code, stdout } = await hark(failing, '--json');
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    {
      passed: 1,
      failed: 1,
      tests: [
        { file: failing, name: 'bad', passed: false, problems },
        { file: failing, name: 'good', passed: true, problems: [] },
      ],
    },
  ]);
});

test('warns once about steps that lack email or a secret (spec/workflow-tests §4.1)', async () => {
  const tell = { name: 'tell', type: 'notify', user: owner, subject: 'Hi', text: '' };
  const sign = { name: 'sign', type: 'set', values: { a: "{{ hashHmac('sha256', 'x', secrets.none) }}" } };
  const unreached = { name: 'end', type: 'stop', as: 'succeeded' };
  write('workspace.json', workspaceWith([tell, send, unreached, sign]));
  const mocks = { send: {} };
  const file = write(
    'lacking.json',
    testsIn([{ name: 'ends', request: {}, mocks, expect: { status: 'succeeded' } }]),
  );
  const warning = (text: string) => `Warning: workflows "Order", step ${text} This step will fail.\n`;
  expect(await hark(file, file)).toMatchObject({
    code: 0,
    stderr:
      warning("tell: Email isn't set up on this installation (SMTP_URL).") +
      warning('sign: There is no secret called none.'),
  });
});

test('a secret that the file keeps gets a placeholder (spec/workflow-tests §1.5)', async () => {
  const { workspaces } = workspaceWith([send, reply]);
  write('workspace.json', { workspaces: [{ ...workspaces[0], secrets: { key: { keep: true } } }] });
  const file = write('kept.json', testsIn([good]));
  expect(await hark(file)).toEqual({ code: 0, stdout: 'ok   good\n1 passed, 0 failed\n', stderr: '' });
});

test('names the file and the position of an error, and exits with 2 before it runs a test (spec/workflow-tests §4.2)', async () => {
  write('workspace.json', workspaceWith([send, reply]));
  const passing = write('passing.json', testsIn([good]));
  const wrong = write(
    'wrong.yaml',
    'file: workspace.json\nworkflow: Other\ntests: [{ name: a, expect: {} }]\n',
  );
  expect(await hark(passing, wrong)).toEqual({
    code: 2,
    stdout: '',
    stderr: `hark: ${wrong}\nworkflow: the first workspace of workspace.json has no workflow "Other"\n  line 2, column 1\n`,
  });
  const missing = write('missing.json', testsIn([good], { file: 'none.json' }));
  expect(await hark(missing)).toMatchObject({ code: 2, stderr: expect.stringContaining('none.json') });
  expect(await hark(join(folder, 'none.json'))).toMatchObject({ code: 2 });
  write('workspace.json', workspaceWith([{ ...reply, body: '{{ secrets.key }}' }]));
  expect(await hark(passing)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('workflows[0].steps[0]'),
  });
  write('workspace.json', workspaceWith([{ ...send, connection: 'unknown' }, reply]));
  expect(await hark(passing)).toMatchObject({ code: 2, stderr: expect.stringContaining('unknown') });
});

test('references to secrets get placeholders, data that looks like one stays (spec/workflow-tests §1.5)', () => {
  const reference = { env: 'NAME' };
  const steps = [{ values: { token: reference } }];
  expect(
    withPlaceholders({
      workspaces: [
        {
          secrets: {
            a: reference,
            b: 'text',
            c: { value: { file: '/run/secrets/c' }, hosts: ['a.example'] },
          },
          users: [{ password: reference, name: reference }],
          leads: [{ token: reference }],
          connections: [{ client_secret: reference }],
          workflows: [{ listener: { endpoint_secret: reference }, steps }],
        },
      ],
    }),
  ).toEqual({
    workspaces: [
      {
        secrets: {
          a: 'placeholder-for-NAME',
          b: 'text',
          c: { value: 'placeholder-for--run-secrets-c', hosts: ['a.example'] },
        },
        users: [{ password: 'placeholder-for-NAME', name: reference }],
        leads: [{ token: reference }],
        connections: [{ client_secret: 'placeholder-for-NAME' }],
        workflows: [{ listener: { endpoint_secret: 'placeholder-for-NAME' }, steps }],
      },
    ],
  });
});
