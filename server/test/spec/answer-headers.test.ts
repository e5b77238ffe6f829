// Tests which headers a respond step can set (spec/listeners §7.3). The list is short because a listener can share
// its host with the console.
import { describe, expect, test } from 'vitest';
import type { RunAnswer } from '../../src/core/runs/index.ts';
import { sealedAnswer } from '../../src/core/runs/index.ts';
import { checkSteps, checkWorkflow } from '../../src/core/workflows/index.ts';
import { seal } from '../../src/lib/crypto/installation-key.ts';
import { asAdministrator } from '../harness/scratch-database.ts';
import { useListeners } from './listeners/listener-stage.ts';

const { served, build } = useListeners();
const respond = (more: object) => [{ name: 'reply', type: 'respond', ...more }];
const withWorkflowResponse = { respond_with: 'workflow' } as const;
const run = async (text: string, values: unknown[]) =>
  (await asAdministrator((client) => client.query(text, values), served.current.addresses.owner)).rows;

const rejected = [
  ...['Clear-Site-Data', 'NEL', 'Report-To', 'Reporting-Endpoints', 'Strict-Transport-Security', 'Alt-Svc'],
  ...['WWW-Authenticate', 'X-Accel-Redirect', 'x-accel-buffering', 'X-Sendfile', 'Refresh', 'Location'],
  ...['Service-Worker-Allowed', 'X-Frame-Options', 'X-Content-Type-Options', 'Set-Cookie', 'Set-Cookie2'],
  ...[
    'Content-Security-Policy',
    'Content-Security-Policy-Report-Only',
    'Access-Control-Allow-Origin',
    'Vary',
  ],
  ...['X-Run-Id', 'X-Request-Id', 'Connection', 'Transfer-Encoding', 'Content-Length', 'Content-Encoding'],
  ...[
    'Cross-Origin-Opener-Policy',
    'Origin-Agent-Cluster',
    'Permissions-Policy',
    'Speculation-Rules',
    'Server',
  ],
];
const allowed = [
  ...['Content-Type', 'Content-Disposition', 'Content-Language', 'Cache-Control', 'ETag', 'Last-Modified'],
  ...['Link', 'Retry-After', 'X-Answer', 'x-robots-tag'],
];

describe('headers of a respond step', () => {
  test.each(rejected)('a step that sets %s is rejected when the workflow is saved', (name) => {
    const checked = checkWorkflow(respond({ headers: { [name]: 'x' } }));
    expect(checked).toMatchObject({ ok: false, problems: [{ path: [0, 'headers', name] }] });
  });

  test('every header on the allow-list is accepted', () => {
    const headers = Object.fromEntries(allowed.map((name) => [name, 'text/plain']));
    expect(checkWorkflow(respond({ headers }))).toMatchObject({ ok: true });
  });

  test('the error names the header and lists the allowed ones, even if another step is unfinished', () => {
    const steps = [...respond({ headers: { 'Clear-Site-Data': '"cookies"' } }), { name: 'new', type: 'set' }];
    const [problem] = checkSteps(steps);
    expect(problem).toEqual({
      path: [0, 'headers', 'Clear-Site-Data'],
      message:
        "a respond step can't set Clear-Site-Data. Allowed: content-type, content-disposition, content-language, cache-control, etag, last-modified, link, retry-after, and names that start with x- except x-accel-*, x-sendfile, x-frame-options, x-content-type-options, x-request-id and x-run-id; `redirect` sets location",
    });
  });

  test('an invalid header name is reported', () => {
    expect(checkWorkflow(respond({ headers: { 'a b': 'x' } }))).toMatchObject({
      problems: [{ message: 'must be a header name' }],
    });
  });

  test('a preload link is rejected when saved, and not sent if a template produces it', async () => {
    const preload = '</a.js>; rel="next pre\\load"; as=script';
    expect(checkWorkflow(respond({ headers: { Link: preload } })).ok).toBe(false);
    const { ask, lastOutput } = await buildResponding({ Link: '{{ __data.link }}' });
    const headers = ['Content-Type: application/json'];
    expect(
      (await ask({ headers, body: JSON.stringify({ link: preload }) })).headers.get('link'),
    ).toBeUndefined();
    expect(await lastOutput()).toEqual({
      sent: true,
      warnings: [`headers.Link: not sent: a respond step's Link header must not contain "preload"`],
    });
    const next = '<https://acme.test/2>; rel=next';
    expect((await ask({ headers, body: JSON.stringify({ link: next }) })).headers.get('link')).toBe(next);
    expect(await lastOutput()).toEqual({ sent: true });
  });
});

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

describe('the content type of a respond step', () => {
  const plain = 'text/plain; charset=utf-8';
  test.each([
    ['text/javascript', plain],
    ['Text/JavaScript; charset=utf-8', plain],
    ['text/javascript1.5', plain],
    ['text/jscript', plain],
    ['text/livescript', plain],
    ['application/x-javascript', plain],
    ['application/ecmascript', plain],
    ['module/javascript', plain],
    ['text/css', plain],
    ['application/wasm', plain],
    // Firefox obeys the headers of each multipart part, including cookies.
    ['multipart/x-mixed-replace; boundary=a', plain],
    // Browsers use the last type in a list.
    ['text/html, text/javascript', plain],
    ['text/html;a=",text/javascript;"', plain],
    ['text / html', plain],
    ['html', plain],
    ['', plain],
    ['text/html', 'text/html'],
    ['text/html; charset="utf-8"', 'text/html; charset="utf-8"'],
    ['image/svg+xml', 'image/svg+xml'],
    ['application/xml', 'application/xml'],
    ['application/problem+json; charset=utf-8', 'application/problem+json; charset=utf-8'],
    ['text/csv', 'text/csv'],
  ])('%j is sent as %j, sandboxed', async (written, sent) => {
    const { ask, lastOutput } = await buildResponding({ 'Content-Type': written });
    expect(Object.fromEntries((await ask()).headers)).toMatchObject({
      'content-type': sent,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const warning = `headers.Content-Type: sent as ${plain}, because the type isn't valid or browsers could execute it`;
    expect(await lastOutput()).toEqual({ sent: true, ...(written !== sent && { warnings: [warning] }) });
  });
});
