// Of several concurrent requests, exactly one succeeds. HARK_FULL=1 runs the full number of rounds.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildWorkspace } from '../../harness/builders.ts';
import type { Page } from '../../harness/console/browser.ts';
import { answerOf, buildPerson, buildScene, TestApp, useOAuth } from '../../harness/oauth-stage.ts';
import { isFullRun } from '../../harness/seeded-random.ts';
import type { ApiAnswer } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const rounds = isFullRun ? 100 : 1;

const concurrently = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/** Expects one response with tokens that work, and the same error in all other responses. */
async function expectOneWinner(app: TestApp, answers: readonly ApiAnswer[]): Promise<ApiAnswer['json']> {
  const won = answers.filter(({ status }) => status === 200);
  expect(won.length).toBe(1);
  for (const { status, json } of answers.filter((answer) => answer.status !== 200))
    expect([status, json.error]).toEqual([400, 'invalid_grant']);
  expect((await app.self(won[0]?.json.access_token)).status).toBe(200);
  return won[0]?.json;
}

test(`one of 50 concurrent redemptions of a code succeeds, and its tokens work (${rounds} rounds)`, async () => {
  const { app, person } = await buildScene(stage);
  for (let round = 0; round < rounds; round++) {
    const grant = await app.decide(person, 'approve');
    await expectOneWinner(app, await concurrently(50, () => app.exchange(grant)));
  }
});

test(`one of 50 concurrent refreshes with a token succeeds, and its tokens work (${rounds} rounds)`, async () => {
  const { app, person } = await buildScene(stage);
  let { refresh_token } = await app.tokens(person);
  for (let round = 0; round < rounds; round++) {
    const used = refresh_token;
    ({ refresh_token } = await expectOneWinner(app, await concurrently(50, () => app.refresh(used))));
  }
});

test(`one of 20 concurrent submissions of a consent form gets a code (${rounds} rounds)`, async () => {
  const { app, person } = await buildScene(stage);
  for (let round = 0; round < rounds; round++) {
    const { page } = await app.consent(person);
    const answers = await concurrently(20, () =>
      person.browser.submit(page, '/oauth2/consent', { decision: 'approve' }),
    );
    expect(answers.filter((answer) => answerOf(answer).code !== undefined).length).toBe(1);
  }
});

test(`40 concurrent first approvals with two different scopes create one record with one scope (${rounds} rounds)`, async () => {
  for (let round = 0; round < rounds; round++) {
    const workspace = await buildWorkspace(stage.context());
    const id = `https://${randomBytes(6).toString('hex')}.example.test/app.json`;
    const redirectUri = 'http://localhost/callback';
    const document = { client_id: id, client_name: 'Racer', redirect_uris: [redirectUri] };
    stage.outside.fetch = async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(document)),
    });
    const person = await buildPerson(stage, workspace);
    const pages: { scope: 'api' | 'mcp'; page: Page }[] = [];
    for (let index = 0; index < 40; index++) {
      const scope = index % 2 === 0 ? 'api' : 'mcp';
      const app = new TestApp(stage, workspace, { id, redirectUri, scope });
      pages.push({ scope, page: (await app.consent(person)).page });
    }
    const answers = await concurrently(40, (index) => {
      const page = pages[index]?.page;
      if (!page) throw new Error('no page');
      return person.browser.submit(page, '/oauth2/consent', { decision: 'approve' });
    });
    const won = answers.flatMap((answer, index) => (answerOf(answer).code ? [pages[index]?.scope] : []));
    expect([won.length, new Set(won).size]).toEqual([20, 1]);
    const lost = answers.filter((answer) => answerOf(answer).code === undefined);
    const other = won[0] === 'api' ? 'mcp' : 'api';
    for (const { status, text } of lost) {
      expect(status).toBe(400);
      expect(text).toContain(`Client is not authorised for scope: ${other}`);
    }
    const rows = await database.current.query('select scope from oauth_clients where workspace_id = $1', [
      workspace.id,
    ]);
    expect(rows).toEqual([{ scope: won[0] }]);
  }
});
