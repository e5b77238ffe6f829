// A response is checked when it is sent, because earlier versions stored headers that are rejected today
// (spec/listeners §7.3).
import { expect, test } from 'vitest';
import { type RunAnswer, sealedAnswer } from '../../../src/core/runs/index.ts';
import { seal } from '../../../src/lib/crypto/installation-key.ts';
import { asAdministrator } from '../../harness/scratch-database.ts';
import { useListeners } from './listener-stage.ts';

const { served, build } = useListeners();
const respond = (more: object) => [{ name: 'reply', type: 'respond', ...more }];
const withWorkflowResponse = { respond_with: 'workflow' } as const;
const run = async (text: string, values: unknown[]) =>
  (await asAdministrator((client) => client.query(text, values), served.current.addresses.owner)).rows;

/** Creates a listener whose workflow responds with these headers, including headers that can no longer be saved. */
async function buildResponding(headers: Record<string, string>) {
  const built = await build(withWorkflowResponse, respond({ body: 'hello' }));
  const { workspace } = built;
  await run('update workflow_versions set steps = $1 where workspace_id = $2', [
    JSON.stringify(respond({ body: 'hello', headers })),
    workspace.id,
  ]);
  const lastOutput = async () => {
    const [step] = await run(
      'select output from run_steps where workspace_id = $1 order by run_id desc limit 1',
      [workspace.id],
    );
    return JSON.parse(step?.output ?? 'null');
  };
  return { ...built, lastOutput };
}

test('a stored workflow with a header that is rejected today still runs; the header is not sent, and the step reports it', async () => {
  const headers = { 'Clear-Site-Data': '"cookies"', Location: 'https://evil.test', 'X-Answer': 'sent' };
  const { ask, lastOutput } = await buildResponding(headers);
  const answer = await ask();
  expect([answer.status, answer.text, answer.headers.get('x-answer')]).toEqual([200, 'hello', 'sent']);
  expect([answer.headers.get('clear-site-data'), answer.headers.get('location')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await lastOutput()).toMatchObject({
    sent: true,
    warnings: [
      expect.stringMatching(/^headers\.Clear-Site-Data: not sent: a respond step can't set Clear-Site-Data/),
      expect.stringMatching(/^headers\.Location: not sent: /),
    ],
  });
});

test('a response that was stored before the allow-list existed is checked when a repeated delivery returns it', async () => {
  const { ask, workspace } = await build(withWorkflowResponse, respond({ redirect: 'https://thanks.test/' }));
  const headers = ['Idempotency-Key: one'];
  expect((await ask({ headers })).status).toBe(302);
  const stored: RunAnswer = {
    status: 302,
    headers: [
      ['Clear-Site-Data', '"cookies"'],
      ['Content-Type', 'text/javascript'],
      ['location', 'https://thanks.test/'],
    ],
    body: null,
  };
  const sealed = seal(served.current.context.key, sealedAnswer.purpose, JSON.stringify(stored));
  await run('update runs set answer = $1 where workspace_id = $2', [sealed, workspace.id]);
  const again = await ask({ headers });
  expect([again.status, again.headers.get('location')]).toEqual([302, 'https://thanks.test/']);
  expect(again.headers.get('clear-site-data')).toBeUndefined();
  expect(again.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test.each([
  ['text/javascript', 'text/plain; charset=utf-8'],
  ['text/html', 'text/html'],
])(
  'a response with the type %j is sent as %j, sandboxed (spec/listeners §7.3, §7.4)',
  async (written, sent) => {
    const { ask } = await buildResponding({ 'Content-Type': written });
    expect(Object.fromEntries((await ask()).headers)).toMatchObject({
      'content-type': sent,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  },
);
