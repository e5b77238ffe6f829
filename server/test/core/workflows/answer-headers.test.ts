// Tests which headers a respond step can set (spec/listeners §7.3). The list is short because a listener can share
// its host with the console.
import { describe, expect, test } from 'vitest';
import { checkAnswerHeaders, checkSteps, checkWorkflow } from '../../../src/core/workflows/index.ts';

const respond = (headers: Record<string, string>) => [{ name: 'reply', type: 'respond', headers }];

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
const preload = '</a.js>; rel="next pre\\load"; as=script';

describe('a header of a respond step', () => {
  test.each(rejected)('named %s is rejected when the workflow is saved, and is not sent', (name) => {
    const checked = checkWorkflow(respond({ [name]: 'x' }));
    expect(checked).toMatchObject({ ok: false, problems: [{ path: [0, 'headers', name] }] });
    // Earlier versions accepted more names, so stored workflows can contain them.
    const warning = expect.stringContaining(`headers.${name}: not sent: a respond step can't set ${name}. `);
    expect(checkAnswerHeaders([[name, 'x']])).toEqual({ headers: [], warnings: [warning] });
  });

  test('on the allow-list is accepted and sent', () => {
    const headers = allowed.map((name) => [name, 'text/plain'] as const);
    expect(checkWorkflow(respond(Object.fromEntries(headers)))).toMatchObject({ ok: true });
    expect(checkAnswerHeaders(headers)).toEqual({ headers, warnings: [] });
  });

  test('that is rejected is named in the error with those that are allowed, even if another step is unfinished', () => {
    const steps = [...respond({ 'Clear-Site-Data': '"cookies"' }), { name: 'new', type: 'set' }];
    const [problem] = checkSteps(steps);
    expect(problem).toEqual({
      path: [0, 'headers', 'Clear-Site-Data'],
      message:
        "a respond step can't set Clear-Site-Data. Allowed: content-type, content-disposition, content-language, cache-control, etag, last-modified, link, retry-after, and names that start with x- except x-accel-*, x-sendfile, x-frame-options, x-content-type-options, x-request-id and x-run-id; `redirect` sets location",
    });
  });

  test('with an invalid name is reported', () => {
    expect(checkWorkflow(respond({ 'a b': 'x' }))).toMatchObject({
      problems: [{ message: 'must be a header name' }],
    });
  });

  test('that preloads is rejected when saved, and not sent if a template produces it', () => {
    expect(checkWorkflow(respond({ Link: preload })).ok).toBe(false);
    expect(checkWorkflow(respond({ Link: '{{ __data.link }}' })).ok).toBe(true);
    expect(checkAnswerHeaders([['Link', preload]])).toEqual({
      headers: [],
      warnings: [`headers.Link: not sent: a respond step's Link header must not contain "preload"`],
    });
    const next = ['Link', '<https://acme.test/2>; rel=next'] as const;
    expect(checkAnswerHeaders([next])).toEqual({ headers: [next], warnings: [] });
  });
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
  ])('%j is sent as %j', (written, sent) => {
    const warning = `headers.Content-Type: sent as ${plain}, because the type isn't valid or browsers could execute it`;
    expect(checkAnswerHeaders([['Content-Type', written]])).toEqual({
      headers: [['Content-Type', sent]],
      warnings: written === sent ? [] : [warning],
    });
  });
});
