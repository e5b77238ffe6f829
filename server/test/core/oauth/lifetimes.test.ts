// Tests the lifetimes of everything that the OAuth server issues, with a manual clock, and its rate limits.
import { describe, expect, test } from 'vitest';
import type { Page } from '../../harness/console/browser.ts';
import { answerOf, buildPerson, buildScene, password, useOAuth } from '../../harness/oauth-stage.ts';
import type { ApiAnswer } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const allowances = new Map<string, unknown>();
const limitedStage = useOAuth(database, {
  limiter: {
    take: (key, allowance) => {
      allowances.set(key, allowance);
      return { isAllowed: false, remaining: 0, retryAfterMs: 1_500 };
    },
  },
});

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 24 * 3_600_000];

function expectFlat(answer: ApiAnswer, status: number, error: string) {
  expect([answer.status, answer.json?.error, answer.headers.location]).toEqual([status, error, undefined]);
  expect(Object.keys(answer.json).sort()).toEqual(['error', 'error_description']);
}

test('an access token expires after an hour, to the second (spec/oauth §4.2)', async () => {
  const { app, person } = await buildScene(stage);
  const { access_token } = await app.tokens(person);
  await stage.time.move(hour - second);
  expect((await app.self(access_token)).status).toBe(200);
  await stage.time.move(second);
  expectFlat(await app.self(access_token), 401, 'invalid_token');
});

describe('the consent form (spec/oauth §2.4)', () => {
  test('grants access only to users who signed in or confirmed who they are within the last 15 minutes (spec/sign-in §3.1)', async () => {
    const { app, person } = await buildScene(stage);
    const { browser } = person;
    const { path } = (await app.consent(person)).request;
    await stage.time.move(9 * minute);
    const inTime = await browser.get(path);
    expect(inTime.status).toBe(200);
    await stage.time.move(7 * minute);
    const confirmPage = `/confirm?${new URLSearchParams({ return_to: path })}`;
    const submit = (page: Page, decision: string) => browser.submit(page, '/oauth2/consent', { decision });
    // A form that was opened in time grants nothing either.
    for (const asked of [await browser.get(path), await submit(inTime, 'approve')])
      expect([asked.status, asked.location]).toEqual([303, confirmPage]);
    expect(answerOf(await submit(inTime, 'deny')).error).toBe('access_denied');
    const confirmed = await browser.submit(await browser.get(confirmPage), '/confirm', { password });
    expect([confirmed.status, confirmed.location]).toEqual([303, path]);
    expect(answerOf(await submit(await browser.get(path), 'approve')).code).toBeDefined();
  });

  test('is valid once, in its session, from its own page, for ten minutes', async () => {
    const { app, person, workspace } = await buildScene(stage);
    const { page } = await app.consent(person);
    const submit = (values: Record<string, string>, headers = {}) =>
      person.browser.submit(page, '/oauth2/consent', values, headers);
    const other = await buildPerson(stage, workspace);
    await app.consent(other);
    const approve = { decision: 'approve' };
    const attempts: [number, () => ReturnType<typeof submit>][] = [
      [403, () => person.browser.post('/oauth2/consent', approve)],
      [403, () => submit(approve, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })],
      [403, () => other.browser.submit(page, '/oauth2/consent', approve)],
      [403, () => submit({ ...approve, form_token: 'x' })],
      [400, () => submit({ ...approve, request: 'x' })],
      [400, () => submit({})],
    ];
    for (const [status, attempt] of attempts) {
      const answer = await attempt();
      expect([answer.status, answer.location]).toEqual([status, undefined]);
    }
    // Sends another user's form token with this request, because the form is bound to the session too.
    const otherPage = (await app.consent(other)).page;
    const mixed = /name="request" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const stolen = await other.browser.submit(otherPage, '/oauth2/consent', { ...approve, request: mixed });
    expect([stolen.status, stolen.location]).toEqual([400, undefined]);
    expect(answerOf(await submit(approve)).code).toBeDefined();
    expect((await submit(approve)).status).toBe(400);
    const late = (await app.consent(person)).page;
    await stage.time.move(10 * minute);
    expect((await person.browser.submit(late, '/oauth2/consent', approve)).status).toBe(400);
  });
});

describe('codes and refresh tokens', () => {
  test('a code is valid for 60 seconds (spec/oauth §2.5)', async () => {
    const { app, person } = await buildScene(stage);
    const [early, late] = [await app.decide(person, 'approve'), await app.decide(person, 'approve')];
    await stage.time.move(minute - 1);
    expect((await app.exchange(early)).status).toBe(200);
    await stage.time.move(1);
    expectFlat(await app.exchange(late), 400, 'invalid_grant');
  });

  test("a wrong verifier or redirect URI doesn't use up the code, but five wrong attempts do (spec/oauth §2.3, §2.5)", async () => {
    const { app, person } = await buildScene(stage);
    const [lucky, guessed] = [await app.decide(person, 'approve'), await app.decide(person, 'approve')];
    const wrong = { code_verifier: app.request().verifier };
    for (let round = 0; round < 4; round++)
      expectFlat(
        await app.exchange(lucky, round % 2 ? wrong : { redirect_uri: 'https://x.test' }),
        400,
        'invalid_grant',
      );
    expect((await app.exchange(lucky)).status).toBe(200);
    for (let round = 0; round < 5; round++)
      expectFlat(await app.exchange(guessed, wrong), 400, 'invalid_grant');
    expectFlat(await app.exchange(guessed), 400, 'invalid_grant');
  });

  test('the second use of a refresh token is rejected, and revokes the grant if it comes at least ten seconds after the first (spec/oauth §4.3)', async () => {
    const { app, person } = await buildScene(stage);
    const grant = await app.decide(person, 'approve');
    const first = (await app.exchange(grant)).json;
    const renewed = (await app.refresh(first.refresh_token)).json;
    await stage.time.move(10 * second - 1);
    expectFlat(await app.exchange(grant), 400, 'invalid_grant');
    expectFlat(await app.refresh(first.refresh_token), 400, 'invalid_grant');
    expect((await app.self(renewed.access_token)).status).toBe(200);
    await stage.time.move(1);
    expectFlat(await app.refresh(first.refresh_token), 400, 'invalid_grant');
    expect((await app.self(renewed.access_token)).status).toBe(401);
    expectFlat(await app.refresh(renewed.refresh_token), 400, 'invalid_grant');
  });

  test('a second use of a code is treated the same way (spec/oauth §4.3)', async () => {
    const { app, person } = await buildScene(stage);
    const grant = await app.decide(person, 'approve');
    const { access_token } = (await app.exchange(grant)).json;
    await stage.time.move(10 * second);
    expectFlat(await app.exchange(grant), 400, 'invalid_grant');
    expect((await app.self(access_token)).status).toBe(401);
  });

  test('a refresh token expires after 30 days without use, and after 180 days in any case (spec/oauth §4.2)', async () => {
    const { app, person } = await buildScene(stage);
    let tokens = await app.tokens(person);
    for (let used = 0; used < 179; used += 29) {
      await stage.time.move(Math.min(29, 179 - used) * day);
      tokens = (await app.refresh(tokens.refresh_token)).json;
      expect(tokens.refresh_token).toBeDefined();
    }
    await stage.time.move(day - 30 * minute);
    tokens = (await app.refresh(tokens.refresh_token)).json;
    expect(tokens.expires_in).toBe(1800);
    await stage.time.move(30 * minute);
    expectFlat(await app.refresh(tokens.refresh_token), 400, 'invalid_grant');
    const again = await buildPerson(stage, app.workspace);
    const idle = await app.tokens(again);
    await stage.time.move(30 * day);
    expectFlat(await app.refresh(idle.refresh_token), 400, 'invalid_grant');
  });
});

test('an IP address can send 600 requests a minute to authorize and 600 to token, counted separately (spec/oauth §6, spec/limits §3)', async () => {
  const { app } = await buildScene(limitedStage);
  for (const answer of [await app.ask(), await app.post('token', {}), await app.post('revoke', {})]) {
    expectFlat(answer, 429, 'temporarily_unavailable');
    expect(answer.headers['retry-after']).toBe('2');
  }
  const allowance = { perMinute: 600, burst: 600 };
  expect(Object.fromEntries(allowances)).toEqual({
    'oauth-authorize:127.0.0.1': allowance,
    'oauth-token:127.0.0.1': allowance,
  });
  const shown = await app.ask({}, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([shown.status, shown.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  const document = '/.well-known/oauth-authorization-server';
  expect((await limitedStage.ask(app.workspace, 'GET', document)).status).toBe(200);
});
